// settings.js: what this host is like: the choices, the capabilities and the style variables that it can send.

const DARK = matchMedia("(prefers-color-scheme: dark)").matches;
const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone;
const KEY = "genui-preview";

/** Every capability that can be taken away: its name in hostCapabilities, what it lets a view do, and its members. */
export const CAPABILITIES = [
  ["serverTools", "Run tools"],
  ["serverResources", "Read resources"],
  ["openLinks", "Open links"],
  ["message", "Send messages", { text: {} }],
  ["updateModelContext", "Tell the model", { text: {}, structuredContent: {} }],
  ["downloadFile", "Download files"],
  ["logging", "Write logs"],
];

// What can be chosen: [value, what it is called].
export const WIDTHS = [["320"], ["400"], ["560"], ["760"], ["full", "Full"]];
export const MODES = [
  ["inline", "Inline"],
  ["fullscreen", "Fullscreen"],
  ["pip", "PiP"],
];
const choices = (first, values) => [...new Set([first, ...values])].map((value) => [value]);
export const LOCALES = choices(navigator.language, [
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
export const ZONES = choices(HERE, [
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
export const LOOKS = [
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
  theme: DARK ? "dark" : "light",
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
