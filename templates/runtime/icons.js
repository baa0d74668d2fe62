// icons.js: the few signs of buttons.
// needs: dom.js

const ICONS = {
  up: "M8 12.5v-9m-4 4l4-4 4 4",
  down: "M8 3.5v9m-4-4l4 4 4-4",
  remove: "M4.5 4.5l7 7m0-7l-7 7",
  add: "M8 3.5v9M3.5 8h9",
};
const icon = (name) => s("svg", { class: "i", viewBox: "0 0 16 16", "aria-hidden": "true" }, s("path", { d: ICONS[name] }));
