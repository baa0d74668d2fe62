// form-fields.js: the fields of single values: label, control, hint.
// needs: dom.js labels.js schema.js form-node.js

const tidy = (text) =>
  String(text)
    .replace(/[^\S\n]+/g, " ")
    .replace(/\s*\n\s*/g, "\n")
    .trim();

/** The description, and the range where it does not name it. */
function hintOf({ steer, s }) {
  const about = typeof s.description === "string" ? s.description : "";
  // a hint that is but the beginning of the description loses nothing: it is cut here
  const text = tidy(about.startsWith((steer.hint ?? "").slice(0, 24)) ? about : steer.hint);
  const [a, b] = [s.minimum, s.maximum];
  const range =
    isNumber(a) && isNumber(b) ? `${a} to ${b}` : isNumber(b) ? `${b} or less` : a > 1 ? `${a} or more` : "";
  return !range || [a, b].every((x) => !isNumber(x) || text.includes(x))
    ? text
    : text
      ? `${text.replace(/\.$/, "")} (${range})`
      : range;
}

/** The hint; a long one is cut by the stylesheet, not in the DOM. */
function hintNodes(n) {
  const text = n.flat ? "" : hintOf(n);
  if (!text) return [];
  n.hint = uid();
  const hint = h("p", { class: "hint", id: n.hint, dir: "auto" }, text);
  if (text.length < 140 && text.split("\n").length < 3) return [hint];
  hint.classList.add("cut");
  const more = h(
    "button",
    {
      type: "button",
      class: "more",
      "aria-expanded": "false",
      onclick: () => {
        const cut = hint.classList.toggle("cut");
        more.textContent = cut ? "more" : "less";
        more.setAttribute("aria-expanded", !cut);
      }
    },
    "more"
  );
  return [hint, more];
}

/** Put a control into its field. o.target bears name and ARIA; o.group: several controls with one label; o.check: its label stands at the right. */
function field(n, ui, o = {}) {
  const target = (n.target = o.target ?? ui);
  const id = (target.id = uid());
  const must = n.req && !o.check && !n.bare;
  const mark = must && h("span", { class: "req" }, "required");
  const sr = n.bare ? "sr" : "";
  const hint = hintNodes(n);
  n.tag = o.check
    ? h("span", {}, n.label)
    : o.group
      ? h("span", { class: "label " + sr, id: id + "l" }, n.label, mark)
      : h("label", { for: id, class: sr }, n.label, mark);
  if (o.group) target.setAttribute("aria-labelledby", id + "l");
  else target.setAttribute("name", pathOf(n));
  if (must && o.group !== "list")
    o.group ? target.setAttribute("aria-required", "true") : target.setAttribute("required", "");
  if (n.hint) target.setAttribute("aria-describedby", n.hint);
  n.el = h(
    "div",
    { class: "field" + (o.wide || o.check ? " wide" : "") + (o.mid ? " mid" : "") },
    o.check ? h("label", { class: "check" }, ui, n.tag) : [n.tag, ui],
    hint
  );
  return n;
}

const LONG =
  /^(body|contents?|text|description|comment|message|prompt|query|sql|[jcw]i?ql|code|script|html|markdown|notes?|instructions?|summary|snippet|payload|expression|details|thought|template|diff|patch|mermaid|definition)$/i;
const NAMED = {
  email: "email",
  "idn-email": "email",
  uri: "url",
  url: "url",
  iri: "url",
  password: "password",
  color: "color",
  date: "date",
  time: "time",
  "date-time": "datetime",
  byte: "file",
  binary: "file",
  "data-url": "file"
};
/** Which control a text gets, by its schema, then carefully by its name and description. */
function textControl({ s, name = "", value }) {
  const [tail] = String(name).match(/[a-z]+(?=[\d\W_]*$)|[A-Z][a-z]+(?=[\d\W_]*$)/) ?? [""];
  const about = String(s.description ?? "");
  if (typeof value === "string" && value.includes("\n")) return "textarea";
  if (s.contentEncoding === "base64") return "file";
  if (has(NAMED, s.format)) return NAMED[s.format];
  if (/^(text(area)?|multiline|markdown|html|json|sql|code)$/.test(s.format)) return "textarea";
  if (/passw(or)?d|passphrase|secret$|^api_?key$/i.test(name)) return "password";
  if (
    /YYYY-MM-DD(?![T ]?H|T)/.test(about) &&
    /date|day|since|until|from|to|start|end|due|deadline/i.test(tail) &&
    !/\b(or|relative|either|today|now)\b/i.test(about)
  )
    return "date";
  if (s.format || s.pattern || s.maxLength <= 80) return "text";
  return s.maxLength > 200 || LONG.test(tail) || /multi-?line|markdown|newline|\bSQL (query|statement)/i.test(about)
    ? "textarea"
    : "text";
}

const input = (n, type, attrs) =>
  h("input", {
    type,
    autocomplete: "off",
    value: n.value === undefined ? "" : quoted(n.value),
    placeholder: n.steer.placeholder,
    ...attrs
  });
function texts(n, ui, o) {
  n.get = () => (ui.value === "" && n.value !== "" ? undefined : ui.value);
  return field(n, o?.box ?? ui, { target: ui, ...o });
}
const textField = (n, attrs) => kinds.suggest?.(n, attrs) ?? texts(n, input(n, "text", attrs));

function numberField(n, type) {
  const { minimum, maximum, multipleOf } = n.s;
  const whole = type === "integer";
  const ui = input(n, "number", {
    step: multipleOf > 0 ? multipleOf : "any",
    inputmode: minimum >= 0 ? (whole ? "numeric" : "decimal") : null,
    min: minimum,
    max: maximum
  });
  const span = maximum - minimum;
  const slides = n.steer.control === "slider" || (!whole && span > 0 && span <= 10 && !n.steer.control);
  n.get = (errors) => {
    const text = ui.value;
    const value = Number(text);
    if (ui.validity.badInput) errors.push([n, whole ? "Use a whole number." : "Use a number."]);
    else if (text !== "" && (!exact(text) || (whole && Number.isInteger(value) && !Number.isSafeInteger(value))))
      errors.push([n, "Use fewer digits: this number cannot be sent exactly."]);
    return text === "" ? undefined : value;
  };
  return field(n, (slides && kinds.slide?.(n, ui, whole)) || ui, { target: ui });
}

function checkField(n) {
  const ui = h("input", { type: "checkbox", checked: n.value === true });
  n.get = () => ui.checked;
  return field(n, ui, { check: true });
}

const TEXT = {
  text: (n) => textField(n),
  email: (n) => textField(n, { inputmode: "email", spellcheck: "false" }),
  url: (n) => textField(n, { inputmode: "url", spellcheck: "false" }),
  password: (n) => texts(n, input(n, "password", { autocomplete: "new-password" })),
  textarea: (n) =>
    texts(n, h("textarea", { rows: 3, value: quoted(n.value ?? ""), placeholder: n.steer.placeholder }), { wide: true })
};
/** A text, number or boolean with the control that suits it, or the one the spec asks for. */
function scalarNode(n, type) {
  if (type === "boolean") return checkField(n);
  if (type !== "string") return numberField(n, type);
  const control = has(TEXT, n.steer.control) ? n.steer.control : textControl(n);
  return (has(TEXT, control) ? TEXT[control] : TEXT.text)(n);
}

const key = (value) => (value === undefined ? "" : JSON.stringify(value));
const parse = (text) => (text ? JSON.parse(text) : undefined);
/** One of several values: segments for two or three short ones, a select to twelve, else a list to search. */
function choiceNode(n, all) {
  const { req, steer } = n;
  const value = (all.find((c) => same(c.value, n.value)) ?? (req && all.length === 1 ? all[0] : undefined))?.value;
  const calm = value === null && !req; // null is what happens anyway: it reads "Not set"
  const shown = calm
    ? [{ value: null, label: "Not set" }, ...all.filter((c) => c.value !== null)]
    : value === undefined || !req
      ? [{ label: req ? "Choose…" : "Not set" }, ...all]
      : all;
  const pills = shown.filter((c) => c.label !== "Choose…" && (c.value !== undefined || value === undefined));
  const short =
    all.length > 1 &&
    all.length <= 3 + calm &&
    pills.map((c) => c.label).join("").length <= 22 &&
    all[0].value !== true &&
    pathOf(n);
  const control = /^(radio|select|combobox)$/.test(steer.control)
    ? steer.control
    : short
      ? "radio"
      : all.length <= 12
        ? "select"
        : "combobox";
  if (control === "combobox" && kinds.combobox) return kinds.combobox(n, all, value);
  if (control !== "radio") {
    const ui = h(
      "select",
      {},
      shown.map((c) => h("option", { value: key(c.value), selected: same(c.value, value) }, c.label))
    );
    n.get = () => parse(ui.value);
    return field(n, ui);
  }
  const name = pathOf(n);
  const box = h(
    "div",
    { class: "seg pick" },
    pills.map((c) =>
      h(
        "label",
        {},
        h("input", { class: "sr", type: "radio", name, value: key(c.value), checked: same(c.value, value) }),
        c.label
      )
    )
  );
  n.get = () => parse(box.querySelector(":checked")?.value);
  return field(n, h("div", { role: "radiogroup" }, box), { group: true });
}

/** The editor for a value of any shape: JSON as text. */
function jsonNode(n) {
  const ui = h("textarea", {
    rows: 3,
    class: "mono",
    spellcheck: "false",
    value: n.value === undefined ? "" : JSON.stringify(n.value, null, 2)
  });
  n.get = (errors) => {
    const text = ui.value;
    if (!text.trim()) return;
    const box = attempt(() => ({ value: JSON.parse(text) }));
    const long = text
      .replace(/"(?:[^"\\]|\\.)*"/g, '""')
      .match(/-?\d[\d.eE+-]*/g)
      ?.find((each) => !attempt(() => exact(each)));
    if (!box) errors.push([n, 'Write JSON, like {"name": "value"}, [1, 2] or "text" in quotes.']);
    else if (long) errors.push([n, `Use fewer digits: ${long} cannot be sent exactly.`]);
    return box?.value;
  };
  field(n, ui, { wide: true });
  ui.setAttribute("name", below(n, "@json"));
  return n;
}

/** What is sent and cannot be changed: a const, or a readOnly value, which is shown. */
function fixed(n, value, shown) {
  if (shown) field(n, h("input", { readonly: true, value: quoted(value) }));
  n.get = () => value;
  return n;
}

Object.assign(kinds, { json: jsonNode, choice: choiceNode, scalar: scalarNode, fixed });
