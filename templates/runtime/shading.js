// shading.js: cells tinted by their numbers, and the legend of the tints.

import { h } from "./dom.js";
import { pointer } from "./expressions.js";
import { percentOf } from "./figures.js";
import { formatValue, keptIn } from "./format.js";
import { shadeScale } from "./shades.js";

const strength = (share) => Math.round(45 * Math.abs(share)) + "%";

/** The style of a cell by its share of the full tint: blue above the middle, orange below. */
export const shadeStyle = (share) => `--s:var(${share < 0 ? "--c2" : "--c1"});--wd:${strength(share)}`;

/** The tints from the least to the greatest number. */
export const shadeLegend = ({ low, high, middle, shareOf }, tell, label) =>
  h(
    "p.row small dim",
    label && h("span", label),
    h("span", tell(low)),
    " ",
    h("span.ramp", { style: `--from:${strength(shareOf(low))};--mid:${percentOf(middle, [low, high])}%;--to:${strength(shareOf(high))}` }),
    " ",
    h("span", tell(high)),
  );

/** The scale of each column that is shaded, the same for those that share what they say of it, and their legends. */
export function shadesOf(columns, list) {
  const scales = new Map();
  // Columns that are told the same domain have one scale.
  const told = (shade) => (shade?.domain ? JSON.stringify(shade) : shade);
  const alike = (shade) => columns.filter((column) => told(column.shade) === told(shade));
  const scaleOf = ({ shade }) =>
    keptIn(scales, told(shade), () => shadeScale(shade, alike(shade).flatMap(({ key }) => list.map((row) => pointer(row, key)))));
  const shaded = columns.filter(({ shade }) => shade);
  for (const column of shaded) column.scale = scaleOf(column);
  return [...scales.values()].map((scale) => {
    const [{ format, label }, more] = shaded.filter((column) => column.scale === scale);
    return scale.low < scale.high && shadeLegend(scale, (value) => formatValue(value, format ?? "number"), !more && label);
  });
}
