// index.js: the runtime of every page: its parts, and the start of a view.

// Pages are packed in this order: what is alike, first tables of names, stands together, which makes them smaller.
import "./roles.js";
import "./rowkinds.js";
import { NUMBER_FORMATS, PLAIN_FORMATS, TEXT_FORMATS } from "./format.js";

// What outlines are made with.
import "./all-components.js";

// Kinds of form controls.
import "./form-groups.js";
import "./form-choice.js";

import { startView } from "./main.js";

// How outlines are drawn.
import "./draw-values.js";
import "./grid.js";
import "./draw-tree.js";
import "./draw-text.js";
import "./draw-chart.js";

import { draw } from "./draw.js";
import { components } from "./outline.js";

/**
 * What a project's own custom.js may change before the view starts: how a component or a format is drawn.
 * `draw(props, scope, context)` returns a node or null, `write(value, options)` a text; the last one wins.
 */
globalThis.genui = Object.freeze({
  component(type, make) {
    components[type] = (props, scope, context) => {
      const render = (...asked) => draw(context.render(...asked), context);
      const node = make(props, scope, { ...context, render });
      return node && { type, opaque: true, make: () => node };
    };
  },
  format(name, write) {
    delete NUMBER_FORMATS[name];
    delete PLAIN_FORMATS[name];
    TEXT_FORMATS[name] = write;
  },
});

const data = document.getElementById("view-data");
const view = data && JSON.parse(data.textContent);

if (view?.spec) {
  // A custom.js stands after this script.
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", () => startView(view));
  else startView(view);
}
