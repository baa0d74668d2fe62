// cells.js: values that are drawn rather than written: code, progress, a line of numbers, boxes.

import { h, say } from "./dom.js";
import { checksOf, formatValue, isNumber, textOf } from "./format.js";
import { sparkline } from "./spark.js";

/** A box that tells and takes no click. */
export const doneBox = (done, label) => h("input", { type: "checkbox", disabled: true, checked: done, "aria-label": label });

/** Ways to draw a value by the name of its format: (value, options) → node, or nothing where it does not fit. */
export const CELLS = {
  __proto__: null,
  code: (value) => say("code", textOf(value)),
  progress: (value, options) => {
    const told = formatValue(value, options);
    return isNumber(value) && h("span.gauge", h("progress", { max: options.max ?? 100, value, "aria-label": told }), told);
  },
  sparkline: (value) => h("span", { role: "img", "aria-label": formatValue(value, "sparkline") }, sparkline(value)),
  checklist: (value) => h("ul", checksOf(value).map(({ done, label }) => h("li.check", doneBox(done, label), say("span", label)))),
};
