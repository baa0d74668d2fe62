// icons.js: the few signs of buttons.
// needs: dom.js

const ICONS = {
  up: "M8 12.5v-9m-4 4l4-4 4 4",
  down: "M8 3.5v9m-4-4l4 4 4-4",
};
const icon = (name) => s("svg", { class: "i", viewBox: "0 0 16 16", "aria-hidden": "true" }, s("path", { d: ICONS[name] }));
