// permissions.js: what a view may be let use of the device, as the attribute of its frame (MCP Apps 2026-01-26, ui.permissions).

const FEATURES = {
  camera: "camera",
  microphone: "microphone",
  geolocation: "geolocation",
  clipboardWrite: "clipboard-write",
};

/** The value of a frame's `allow` for permissions {name: …}. */
export const allowOf = (permissions) =>
  Object.keys(FEATURES)
    .filter((name) => permissions?.[name])
    .map((name) => FEATURES[name])
    .join("; ");
