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

/** The host's switches; `onchange(name, value)` when one is turned. */
export function drawSettings(settings, onchange) {
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
  const more = h(
    "button",
    {
      type: "button",
      class: "btn quiet sm",
      id: "toggle-capabilities",
      "aria-expanded": String(!find("#capabilities").hidden),
      "aria-controls": "capabilities",
    },
    offText(settings),
  );
  more.addEventListener("click", () => {
    find("#capabilities").hidden = !find("#capabilities").hidden;
    more.setAttribute("aria-expanded", String(!find("#capabilities").hidden));
  });
  fill(
    find("#settings"),
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
    more,
  );
  const boxes = CAPABILITIES.map(({ id, label }) => {
    const box = h("input", { type: "checkbox", name: id, "data-capability": id, checked: !settings.off.includes(id) });
    box.addEventListener("change", () => {
      const off = CAPABILITIES.map((each) => each.id).filter((each) =>
        each === id ? !box.checked : settings.off.includes(each),
      );
      onchange("off", off);
    });
    return h("label", {}, box, label);
  });
  fill(
    find("#capabilities"),
    boxes,
    choose("look", "Style variables", LOOKS, settings.look, (value) => onchange("look", value)),
  );
}

const offText = ({ off }) => (off.length ? `Capabilities, ${off.length} off` : "Capabilities");

/** Show a turned switch without drawing all anew, so that focus stays. */
export function markSettings(settings) {
  for (const button of all("#settings button[data-set]"))
    button.setAttribute("aria-pressed", String(settings[button.dataset.set] === button.dataset.value));
  for (const select of all("select[data-set]"))
    if (select.dataset.set in settings) select.value = settings[select.dataset.set];
  find("#toggle-capabilities").textContent = offText(settings);
}

export function markScene(scene) {
  for (const button of all("[data-scene]")) button.setAttribute("aria-pressed", String(button.dataset.scene === scene));
}
