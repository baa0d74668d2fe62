// shading.js: cells tinted by their numbers, and the legend of the tints.

import { h } from "./dom.js";
import { extentOf, percentOf } from "./figures.js";
import { formatValue, isNumber, keptIn, pointer } from "./format.js";

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

/**
 * {low, high, shareOf}: the ends of the scale, and number → share of the full tint, from −1 (all of what lies below the
 * middle) to 1; null for what is no number, or where all are the same.
 */
export function shadeScale({ domain, domainMid } = {}, values) {
  const [low, high] = domain ?? extentOf(values.filter(isNumber));
  const middle = domainMid ?? (low < 0 ? Math.min(0, high) : low);
  const within = (share) => Math.max(0, Math.min(1, share));
  const shareOf = (value) => {
    if (!isNumber(value) || !(low < high)) return null;
    const below = value < middle && middle > low;
    return below ? -within((middle - value) / (middle - low)) : within((value - middle) / (high - middle));
  };
  return { low, high, middle, shareOf };
}
