// Carries out steps of a form case in the view itself, by the DOM contract; see cases/forms/README.md.
// Returns nothing, or [index, selector] of a step whose text the control does not take: a person would type it.
(steps) => {
  const LAST = /^(?:(.*)\.)?@(variant|null|json|file|remove|up|down|include)(#\d+)?$/s;
  const within = (root, selector) => [...root.querySelectorAll(selector)];
  const all = () => within(document, "input,select,textarea,button");
  const bears = (attribute, value) => all().filter((el) => el.getAttribute(attribute) === value);
  const opened = (el) => {
    for (let box = el; (box = box.closest("details:not([open])")); ) box.open = true;
    return el;
  };
  const need = (found, what) => {
    if (!found) throw new Error("no control " + JSON.stringify(what));
    return found;
  };
  const press = (attribute, value) => opened(need(bears(attribute, value)[0], value)).click();

  /** The controls of this name, once what stands before them was pressed. */
  function reach(name) {
    for (let round = 0; round < 400; round++) {
      const found = bears("name", name).filter((el) => !el.disabled);
      if (found.length) return found.map(opened);
      opened(need(nextStep(name), name)).click();
    }
  }
  function nextStep(name) {
    const parts = name.split(/(?<!\\)\./);
    const places = ["name", "data-remove", "data-add", "data-include"];
    const starts = (value, path) => value === path || value?.startsWith(path + ".");
    const holds = (path) => all().some((el) => places.some((place) => starts(el.getAttribute(place), path)));
    for (let i = 0; i <= parts.length; i++) {
      const path = parts.slice(0, i).join(".");
      const prefix = path && path + ".";
      const include = bears("data-include", path)[0];
      if (include) return include;
      const box = bears("name", prefix + "@null")[0];
      if (box?.checked && !name.endsWith("@null")) return box;
      const [part, next] = parts.slice(i);
      const entry = /^\d+$/.test(part) && i && !/^@/.test(parts[i - 1]) ? holds(prefix + part) : true;
      const pair = /^@(key|value)$/.test(part) ? holds(`${prefix}@key.${next}`) : true;
      const add = bears("data-add", path)[0];
      if (!(entry && pair) && add) return add;
    }
  }

  const labelOf = (el) => el.labels[0].innerText.trim();
  /** Does a choice with this label and value stand for what is wanted? */
  const fits = (label, value, wanted) =>
    [label, value].includes(String(wanted)) ||
    JSON.stringify(wanted) === value ||
    (typeof wanted === "boolean" && label === (wanted ? "Yes" : "No"));
  const tell = (el, ...kinds) => kinds.forEach((kind) => el.dispatchEvent(new Event(kind, { bubbles: true })));

  function choose(controls, value) {
    const wanted = Array.isArray(value) ? value : [value];
    const [first] = controls;
    if (first.localName !== "select") {
      const radio = need(controls.find((el) => fits(labelOf(el), el.value, value)), value);
      radio.focus();
      return radio.click();
    }
    const options = wanted.map((each) => [...first.options].find((o) => fits(o.text.trim(), o.value, each)));
    need(options.every(Boolean), value);
    first.focus();
    for (const option of first.options) option.selected = options.includes(option);
    tell(first, "input", "change");
  }
  function write(el, text) {
    el.focus();
    el.value = text;
    tell(el, "input", "change");
    return el.value === text || el.localName === "textarea";
  }
  /** False where the control did not take the text. */
  function set(controls, value) {
    const [first] = controls;
    if (first.localName === "select" || first.type === "radio") choose(controls, value);
    else if (Array.isArray(value)) {
      for (const box of controls)
        if (box.checked !== value.some((each) => fits(labelOf(box), box.value, each))) box.click();
    } else if (first.type === "checkbox") {
      if (first.checked !== value) first.click();
    } else if (first.role === "combobox") {
      write(first, value);
      within(document, "[role=option]").find((el) => el.checkVisibility() && el.innerText === value)?.click();
    } else return write(first, String(value));
    return true;
  }
  function choseFile(el, file) {
    const given = new DataTransfer();
    if (file) {
      const bytes = Uint8Array.from(atob(file.base64), (each) => each.charCodeAt(0));
      given.items.add(new File([bytes], file.name, { type: file.type }));
    }
    el.files = given.files;
    tell(el, "input", "change");
  }

  function step(key, value) {
    const [, path = "", kind] = LAST.exec(key) ?? [key, key];
    const name = (path && path + ".") + "@" + kind;
    if (!kind) return set(reach(key), value);
    if (/^(remove|up|down)$/.test(kind)) press("data-" + kind, (path && path + ".") + value);
    else if (kind === "include") press("data-include", path);
    else if (kind === "file") choseFile(reach(path)[0], value);
    else if (kind === "null" && bears("name", path).length && !bears("name", name).length) set(reach(path), null);
    else {
      if (name === "@json" && !bears("name", name).length) press("data-json-mode", "");
      return set(reach(name), value);
    }
    return true;
  }

  for (const [index, [key, value]] of steps.entries())
    if (step(key, value) === false) return [index, document.activeElement.getAttribute("name")];
}
