// index.js: the runtime of every page: its parts, what pages of other authors may use, and the start of a view.

// Pages are packed in this order: what is alike stands together, which makes them smaller.
import { NUMBER_FORMATS, TEXT_FORMATS } from "./format.js";
import { guardPage } from "./boundary.js";
import { components } from "./components.js";
import { draw } from "./draw.js";
import { EXT_APPS } from "./ext-apps.js";
import { startView } from "./main.js";
import { PLAIN_FORMATS } from "./words.js";

// Rules for values, kinds of form controls, outlines, how they are drawn, and formats. Tried orders: this one packs
// 0.4 KB smaller by gzip than that of their names.
import "./checks-left.js";
import "./checks-lists.js";
import "./checks-sizes.js";
import "./form-file.js";
import "./form-optional.js";
import "./form-slide.js";
import "./checks-logic.js";
import "./form-more.js";
import "./form-check.js";
import "./form-many.js";
import "./draw-media.js";
import "./checks-names.js";
import "./form-map.js";
import "./form-fold.js";
import "./form-variant.js";
import "./form-suggest.js";
import "./form-deep.js";
import "./form-group.js";
import "./form-number.js";
import "./form-null.js";
import "./form-when.js";
import "./combobox.js";
import "./draw-values.js";
import "./draw-tree.js";
import "./formats.js";
import "./form-color.js";
import "./checks-text.js";
import "./form-confirm.js";
import "./draw-messages.js";
import "./form-pills.js";
import "./form-fixed.js";
import "./draw-section.js";
import "./form-time.js";
import "./form-offers.js";
import "./draw-text.js";
import "./form-tuple.js";
import "./form-cards.js";
import "./form-list.js";
import "./grid.js";
import "./events.js";
import "./draw-dag.js";
import "./checks-step.js";
import "./form-kept.js";
import "./chart-shares.js";
import "./chart-tints.js";
import "./all-components.js";
import "./form-choice.js";
import "./draw-chart.js";

/**
 * What a project's own custom.js may change before the view starts: how a component or a format is drawn.
 * `draw(props, scope, context)` returns a node or null, `write(value, options)` a text; the last one wins.
 */
const REGISTER = Object.freeze({
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

globalThis.genuiExtApps = EXT_APPS;
globalThis.genui = REGISTER;

if (!view?.spec) {
  // A page of another author: what it throws, it throws before it is whole.
  if (view) guardPage(view);
} else if (document.readyState === "loading") {
  // A custom.js stands after this script.
  document.addEventListener("DOMContentLoaded", () => startView(view));
} else startView(view);
