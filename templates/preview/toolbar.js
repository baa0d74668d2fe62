// toolbar.js: the switches above the view: its state, and what the host around it is like.
import { all, button, fill, find, h } from "./dom.js";
import { SCENES } from "./scenes.js";
import { CAPABILITIES, LOCALES, LOOKS, MODES, WIDTHS, ZONES } from "./settings.js";

/** Buttons [value, label, title] of which one is pressed; `name` says by which attribute they are known. */
const pick = (label, name, options, onchange) =>
  h(
    "div",
    { class: "seg", role: "group", "aria-label": label },
    options.map(([value, text = value, title]) =>
      h("button", { type: "button", ...name(value), title, onclick: () => onchange(value) }, text),
    ),
  );

/** A list of [value, label] to choose from. */
const choose = (id, label, options, onchange, value) =>
  h(
    "select",
    { id, "data-set": id, "aria-label": label, onchange: ({ target }) => onchange(target.value) },
    options.map(([key, text = key]) => h("option", { value: key, selected: key === value }, text)),
  );

/** The states, and the example that they are made from. */
export function drawScenes({ examples, scene, example, own, source, onscene, onexample, onsource }) {
  const named = examples.map(({ name }, at) => [String(at), name]);
  const sources = [
    ["genui", "genui's view"],
    ["own", "the server's own view"],
  ];
  fill(
    find("#scenes"),
    pick("State", (id) => ({ "data-scene": id }), SCENES.map(({ id, label, title }) => [id, label, title]), onscene),
    named.length > 1 && choose("example", "Example", named, (at) => onexample(Number(at)), String(example)),
    own && choose("source", "Whose view", sources, onsource, source),
  );
  markScene(scene);
}

/** A button that opens and closes the panel of this id. */
function panelButton(id) {
  const panel = find("#" + id);
  const press = ({ currentTarget }) => {
    panel.hidden = !panel.hidden;
    currentTarget.setAttribute("aria-expanded", String(!panel.hidden));
  };
  return button("quiet sm", "", press, { id: "toggle-" + id, "aria-controls": id, "aria-expanded": "false" });
}

/** Boxes [id, label, title]; `onchange(ids)` is told of all that are ticked. */
function boxesOf(kind, entries, onchange) {
  const ticked = () => all(`[data-${kind}]:checked`).map(({ name }) => name);
  return entries.map(([id, label, title]) =>
    h(
      "label",
      { title },
      h("input", { type: "checkbox", name: id, [`data-${kind}`]: id, onchange: () => onchange(ticked()) }),
      label,
    ),
  );
}

/** The host's switches; `known` has the hosts and faults by name, `onchange(name, value)` is told when one is turned. */
export function drawSettings(settings, known, onchange) {
  const turn = (name) => (value) => onchange(name, value);
  const setting = (name) => (value) => ({ "data-set": name, "data-value": value });
  const hosts = Object.entries(known.hosts).map(([name, { title }]) => [name, title]);
  const ids = CAPABILITIES.map(([id]) => id);
  fill(
    find("#settings"),
    choose("host", "Host", [["", "Strict host"], ...hosts], turn("host")),
    pick("Theme", setting("theme"), [["light", "Light"], ["dark", "Dark"]], turn("theme")),
    pick("Width", setting("width"), WIDTHS, turn("width")),
    choose("mode", "Display mode", MODES, turn("mode")),
    choose("locale", "Locale", LOCALES, turn("locale")),
    choose("zone", "Time zone", ZONES, turn("zone")),
    panelButton("faults"),
    panelButton("capabilities"),
  );
  fill(
    find("#capabilities"),
    boxesOf("capability", CAPABILITIES.map(([id, label]) => [id, label]), (ticked) => onchange("off", ids.filter((id) => !ticked.includes(id)))),
    choose("look", "Style variables", LOOKS, turn("look")),
  );
  const faults = Object.entries(known.faults).map(([name, text]) => [name, name, text]);
  fill(find("#faults"), boxesOf("fault", faults, turn("faults")));
  markSettings(settings);
}

const counted = (label, { length }, word) => (length ? `${label}, ${length} ${word}` : label);

/** Show the settings in the switches without drawing all anew, so that focus stays. */
export function markSettings(settings) {
  const { off, faults } = settings;
  for (const each of all("#settings button[data-set]"))
    each.setAttribute("aria-pressed", String(settings[each.dataset.set] === each.dataset.value));
  for (const each of all("#settings select, #look")) each.value = settings[each.id];
  for (const each of all("[data-capability]")) each.checked = !off.includes(each.name);
  for (const each of all("[data-fault]")) each.checked = faults.includes(each.name);
  find("#toggle-capabilities").textContent = counted("Capabilities", off, "off");
  find("#toggle-faults").textContent = counted("Faults", faults, "on");
}

export function markScene(scene) {
  for (const each of all("[data-scene]")) each.setAttribute("aria-pressed", String(each.dataset.scene === scene));
}
