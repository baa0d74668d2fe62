// toolbar.js: the switches above the view: its state, and what the host around it is like.
import { all, fill, find, h } from "./dom.js";
import { SCENES } from "./scenes.js";
import { CAPABILITIES, LOCALES, LOOKS, MODES, WIDTHS, ZONES } from "./settings.js";

const seg = (label, buttons) => h("div", { class: "seg", role: "group", "aria-label": label }, buttons);

/** The states, and the example that they are made from. */
export function drawScenes({ examples, scene, example, own, source, onscene, onexample, onsource }) {
  const buttons = SCENES.map(({ id, label, title }) =>
    h(
      "button",
      { type: "button", "data-scene": id, title, "aria-pressed": String(id === scene), onclick: () => onscene(id) },
      label,
    ),
  );
  const choice = h(
    "select",
    { id: "example", "aria-label": "Example", onchange: (event) => onexample(Number(event.target.value)) },
    examples.map(({ name }, at) => h("option", { value: String(at), selected: at === example }, name)),
  );
  const sources =
    own &&
    choose(
      "source",
      "Whose view",
      [
        ["genui", "genui's view"],
        ["own", "the server's own view"],
      ],
      source,
      onsource,
    );
  fill(find("#scenes"), seg("State", buttons), examples.length > 1 ? choice : null, sources);
}

function choose(id, label, options, value, onchange) {
  const items = options.map((option) => {
    const [key, text] = Array.isArray(option) ? option : [option, option];
    return h("option", { value: key, selected: key === value }, text);
  });
  return h("select", { "data-set": id, "aria-label": label, onchange: (event) => onchange(event.target.value) }, items);
}

/** A button that opens and closes the panel of this id, and says by `text(settings)` what is chosen in it. */
function panelButton(id, label) {
  const panel = find("#" + id);
  const attrs = { type: "button", class: "btn quiet sm", id: "toggle-" + id, "aria-controls": id };
  const toggle = h("button", { ...attrs, "aria-expanded": String(!panel.hidden) }, label);
  toggle.addEventListener("click", () => {
    panel.hidden = !panel.hidden;
    toggle.setAttribute("aria-expanded", String(!panel.hidden));
  });
  return toggle;
}

/** Boxes of which those in `ticked` are so; `onchange(ids)` with all that are ticked afterwards. */
const boxesOf = (kind, entries, ticked, onchange) =>
  entries.map(([id, label, title]) => {
    const box = h("input", { type: "checkbox", name: id, [`data-${kind}`]: id, checked: ticked.includes(id) });
    box.addEventListener("change", () =>
      onchange(all(`[data-${kind}]`).filter(({ checked }) => checked).map(({ name }) => name)),
    );
    return h("label", { title }, box, label);
  });

/** The host's switches; `known` has the hosts and faults by name, `onchange(name, value)` is told when one is turned. */
export function drawSettings(settings, known, onchange) {
  const pick = (name, label, values, text = (value) => value) =>
    seg(
      label,
      values.map((value) =>
        h(
          "button",
          {
            type: "button",
            "data-set": name,
            "data-value": value,
            "aria-pressed": String(settings[name] === value),
            onclick: () => onchange(name, value),
          },
          text(value),
        ),
      ),
    );
  const capital = (word) => (word === "pip" ? "PiP" : word[0].toUpperCase() + word.slice(1));
  fill(
    find("#settings"),
    choose(
      "host",
      "Host",
      [["", "Strict host"], ...Object.entries(known.hosts).map(([name, { title }]) => [name, title])],
      settings.host,
      (value) => onchange("host", value),
    ),
    pick("theme", "Theme", ["light", "dark"], capital),
    pick("width", "Width", WIDTHS, (value) => (value === "full" ? "Full" : value)),
    choose(
      "mode",
      "Display mode",
      MODES.map((mode) => [mode, capital(mode)]),
      settings.mode,
      (value) => onchange("mode", value),
    ),
    choose("locale", "Locale", LOCALES, settings.locale, (value) => onchange("locale", value)),
    choose("zone", "Time zone", ZONES, settings.zone, (value) => onchange("zone", value)),
    panelButton("faults", faultText(settings)),
    panelButton("capabilities", offText(settings)),
  );
  const ids = CAPABILITIES.map(({ id }) => id);
  const on = ids.filter((id) => !settings.off.includes(id));
  fill(
    find("#capabilities"),
    boxesOf("capability", CAPABILITIES.map(({ id, label }) => [id, label]), on, (ticked) =>
      onchange("off", ids.filter((id) => !ticked.includes(id))),
    ),
    choose("look", "Style variables", LOOKS, settings.look, (value) => onchange("look", value)),
  );
  const faults = Object.entries(known.faults).map(([name, text]) => [name, name, text]);
  fill(find("#faults"), boxesOf("fault", faults, settings.faults, (ticked) => onchange("faults", ticked)));
}

const faultText = ({ faults }) => (faults.length ? `Faults, ${faults.length} on` : "Faults");
const offText = ({ off }) => (off.length ? `Capabilities, ${off.length} off` : "Capabilities");

/** Show a turned switch without drawing all anew, so that focus stays. */
export function markSettings(settings) {
  for (const button of all("#settings button[data-set]"))
    button.setAttribute("aria-pressed", String(settings[button.dataset.set] === button.dataset.value));
  for (const select of all("select[data-set]"))
    if (select.dataset.set in settings) select.value = settings[select.dataset.set];
  for (const box of all("[data-capability]")) box.checked = !settings.off.includes(box.name);
  find("#toggle-capabilities").textContent = offText(settings);
  find("#toggle-faults").textContent = faultText(settings);
}

export function markScene(scene) {
  for (const button of all("[data-scene]")) button.setAttribute("aria-pressed", String(button.dataset.scene === scene));
}
