// scales.js: where numbers lie along an axis, by even distances or by powers of ten, and the order of places.

import { extentOf, percentOf, ticksOf } from "./figures.js";

/** So many powers of ten are told at most. */
const POWERS = 6;

function powersOf(low, high) {
  const [first, last] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))];
  const step = Math.ceil((last - first + 1) / POWERS) || 1;
  return Array.from({ length: Math.max(2, Math.ceil((last - first) / step) + 1) }, (_, i) => Number(`1e${first + i * step}`));
}

/** {ticks, at}: round numbers that hold all values, and value → its place in percent; by powers of ten no place is below the first. */
export function scaleOf(values, { log, integral }) {
  const above = values.filter((value) => value > 0);
  const byPower = log && above[0] !== undefined;
  const ticks = byPower ? powersOf(...extentOf(above)) : ticksOf(extentOf(values), integral);
  const along = (value) => (byPower ? Math.log10(Math.max(value, ticks[0])) : value);
  const ends = [ticks[0], ticks.at(-1)].map(along);
  return { ticks, at: (value) => (value === null ? null : percentOf(along(value), ends)) };
}

const ORDERS = {
  __proto__: null,
  x: (a, b) => (a.value > b.value) - (a.value < b.value),
  y: (a, b) => a.total - b.total,
};

/** Places {value, total} in an order: "x", "y", with "-" the greatest first; any other leaves them. */
export function placesIn(order, places) {
  const compare = ORDERS[order.replace("-", "")];
  return compare ? places.toSorted((a, b) => (order[0] === "-" ? compare(b, a) : compare(a, b))) : places;
}
