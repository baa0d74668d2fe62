// toolbar.js: the switches above the view: the states that a host can bring a view into, as the messages that do it; what this host is like: the choices, the
// capabilities and the style variables that it can send.

import { all, button, fill, find, h } from "./dom.js";

const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone;
const KEY = "genui-preview";

/** Every capability that can be taken away: its name in hostCapabilities, what it lets a view do, and its members. */
const CAPABILITIES = [
  ["serverTools", "Run tools"],
  ["serverResources", "Read resources"],
  ["openLinks", "Open links"],
  ["message", "Send messages", { text: {} }],
  ["updateModelContext", "Tell the model", { text: {}, structuredContent: {} }],
  ["downloadFile", "Download files"],
  ["logging", "Write logs"],
];

// What can be chosen: [value, what it is called].
const WIDTHS = [["320"], ["400"], ["560"], ["760"], ["full", "Full"]];
export const MODES = [
  ["inline", "Inline"],
  ["fullscreen", "Fullscreen"],
  ["pip", "PiP"],
];
const choices = (first, values) => [...new Set([first, ...values])].map((value) => [value]);
const LOCALES = choices(navigator.language, [
  "en-US",
  "en-GB",
  "de-DE",
  "de-CH",
  "fr-FR",
  "es-ES",
  "pt-BR",
  "ja-JP",
  "zh-CN",
  "hi-IN",
  "ar-EG",
  "he-IL",
]);
const ZONES = choices(HERE, [
  "UTC",
  "Europe/Zurich",
  "Europe/London",
  "America/New_York",
  "America/Los_Angeles",
  "America/Sao_Paulo",
  "Asia/Kolkata",
  "Asia/Tokyo",
  "Australia/Sydney",
]);

const shades = (primary, secondary, tertiary, text, dim, line) => ({ primary, secondary, tertiary, text, dim, line });
const LOOKS_BY_NAME = {
  slate: {
    light: shades("#ffffff", "#f3f5f8", "#e6eaf0", "#16202e", "#536072", "#dbe1e9"),
    dark: shades("#141a22", "#1d2530", "#2a3442", "#e8edf4", "#a3b0c0", "#2f3a49"),
    accent: ["#2c5fd1", "#8ab4ff"],
    radius: "8px",
    font: "ui-sans-serif, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif",
  },
  paper: {
    light: shades("#fbf8f2", "#f3eee3", "#e8e0d0", "#2b2620", "#6a6052", "#e2d9c8"),
    dark: shades("#211e1a", "#2b2722", "#39342d", "#f2ece2", "#b9ae9d", "#3f3931"),
    accent: ["#9a4a1c", "#f0a877"],
    radius: "3px",
    font: "Georgia, 'Times New Roman', serif",
  },
};

/** The looks that can be sent as style variables; "" sends none. */
const LOOKS = [
  ["", "No style variables"],
  ["slate", "Slate"],
  ["paper", "Paper"],
];

/** The style variables of a look, as hosts send them: each colour for both themes. */
export function variablesOf(name) {
  const look = LOOKS_BY_NAME[name];
  if (!look) return undefined;
  const both = (shade) => `light-dark(${look.light[shade]}, ${look.dark[shade]})`;
  const accent = `light-dark(${look.accent.join(", ")})`;
  return {
    "--color-background-primary": both("primary"),
    "--color-background-secondary": both("secondary"),
    "--color-background-tertiary": both("tertiary"),
    "--color-background-inverse": both("text"),
    "--color-text-primary": both("text"),
    "--color-text-secondary": both("dim"),
    "--color-text-tertiary": both("dim"),
    "--color-text-inverse": both("primary"),
    "--color-text-info": accent,
    "--color-border-primary": both("dim"),
    "--color-border-secondary": both("line"),
    "--color-border-tertiary": both("line"),
    "--color-ring-primary": accent,
    "--font-sans": look.font,
    "--border-radius-sm": look.radius,
    "--border-radius-md": look.radius,
    "--border-radius-lg": look.radius,
  };
}

const DEFAULTS = {
  theme: matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light",
  width: "560",
  mode: "inline",
  locale: navigator.language,
  zone: HERE,
  look: "",
  off: [],
  host: "",
  faults: [],
};

/** What was chosen in this tab, else the defaults; host and faults as the address has them. */
export function loadSettings() {
  const asked = new URLSearchParams(location.search);
  const shared = { host: asked.get("host") ?? "", faults: (asked.get("faults") ?? "").split(",").filter(Boolean) };
  try {
    return { ...DEFAULTS, ...JSON.parse(sessionStorage.getItem(KEY)), ...shared };
  } catch {
    return { ...DEFAULTS, ...shared };
  }
}

/** Keep what was chosen in this tab, and host and faults in the address, so that it can be sent to somebody. */
export function saveSettings(settings) {
  sessionStorage.setItem(KEY, JSON.stringify(settings));
  const asked = [settings.host && `host=${settings.host}`, settings.faults[0] && `faults=${settings.faults}`];
  const query = asked.filter(Boolean).join("&");
  history.replaceState(null, "", location.pathname + (query && "?" + query) + location.hash);
}

/** The switches as a known host has them; a person may turn them afterwards. */
export const settingsOf = ({ declared, context, frame }) => ({
  width: String(frame.width),
  mode: context.displayMode,
  look: context.styles ? "slate" : "",
  off: CAPABILITIES.map(([name]) => name).filter((name) => !declared[name]),
});

export const capabilitiesOf = ({ off }) =>
  Object.fromEntries(
    CAPABILITIES.filter(([name]) => !off.includes(name)).map(([name, , members = {}]) => [name, members]),
  );

/** A result with every list in its data emptied, so that "nothing found" keeps its shape; without data one of nothing. */
function emptyResult(result) {
  const data = JSON.stringify(result?.structuredContent ?? null);
  const none = JSON.parse(data, (_, value) => (Array.isArray(value) ? [] : value));
  const text = JSON.stringify(none);
  return text === data ? { content: [] } : { content: [{ type: "text", text }], structuredContent: none };
}

/** Half of the arguments, the last text cut: as they stream in while a model writes them. */
function half(args) {
  const entries = Object.entries(args);
  const part = entries.slice(0, Math.ceil(entries.length / 2));
  const last = part.at(-1);
  if (last && typeof last[1] === "string") last[1] = last[1].slice(0, Math.ceil(last[1].length / 2));
  return Object.fromEntries(part);
}

const input = (args) => ["tool-input", { arguments: args }];
const FAILED = { isError: true, content: [{ type: "text", text: "The upstream service did not answer within 5 s (ETIMEDOUT)" }] };

/** Every scene: its name, what it stands for, and the notifications for an example call. */
const SCENES = [
  { id: "waiting", label: "Waiting", title: "Nothing has come from the host yet", play: () => [] },
  {
    id: "partial",
    label: "Partial input",
    title: "The model is still writing the arguments",
    play: ({ arguments: args }) => [["tool-input-partial", { arguments: half(args) }]],
  },
  { id: "running", label: "Running", title: "The host runs the tool", play: ({ arguments: args }) => [input(args)] },
  {
    id: "result",
    label: "Result",
    title: "The result of the example",
    play: ({ arguments: args, result }) => [input(args), ["tool-result", result]],
  },
  {
    id: "empty",
    label: "Empty",
    title: "A result that holds nothing",
    play: ({ arguments: args, result }) => [input(args), ["tool-result", emptyResult(result)]],
  },
  {
    id: "error",
    label: "Error",
    title: "The tool failed",
    play: ({ arguments: args }) => [input(args), ["tool-result", FAILED]],
  },
  {
    id: "cancelled",
    label: "Cancelled",
    title: "The user stopped the tool",
    play: ({ arguments: args }) => [input(args), ["tool-cancelled", { reason: "Stopped by the user" }]],
  },
];

/** The messages of a scene. */
export const played = (id, example) =>
  SCENES.find((scene) => scene.id === id).play({ arguments: {}, result: { content: [] }, ...example });

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
