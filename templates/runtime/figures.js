// figures.js: the numbers, scales and lines that all charts are drawn from.

import { isNumber, isText, present, rounded } from "./values.js";

/** A number, or a text that is one, that can be reckoned with: sums and distances stay finite; else null. */
export function amountOf(value) {
  const amount = isText(value) && value && !/[^\d.eE+-]/.test(value) ? Number(value) : value;
  return isNumber(amount) && Math.abs(amount) < 1e300 ? amount : null;
}

export const rising = (a, b) => a - b;
export const sumOf = (amounts) => amounts.reduce((sum, each) => sum + each, 0);

/** [least, greatest] of numbers, nulls left out. */
export const extentOf = (values) =>
  values.reduce(
    (range, value) => (value === null ? range : [Math.min(range[0], value), Math.max(range[1], value)]),
    [Infinity, -Infinity],
  );

/** Where a value lies between two others, in percent. */
export const percentOf = (value, [low, high]) => (high > low ? Math.round(((value - low) / (high - low)) * 1e4) / 100 : 50);

/** A path through [x, y], broken where y is null; each part begins with a line of no length, so that a lone point is a round dot. */
export const linePath = (points) =>
  points.map(([x, y], i) => (present(y) ? (present(points[i - 1]?.[1]) ? `L${x} ${y}` : `M${x} ${y}h0`) : "")).join("");

/** Four or five round numbers that hold low and high; whole ones for whole data. */
export function ticksOf([low, high], whole) {
  if (!(low < high)) [low, high] = [Math.min(low, 0), Math.max(high, 0) || (low ? 0 : 1)];
  const rough = 10 ** Math.floor(Math.log10((high - low) / 4));
  for (const factor of [1, 2, 2.5, 5, 10, 20]) {
    const step = factor * rough;
    const first = Math.floor(low / step);
    const length = Math.ceil(high / step) - first + 1;
    if (length > 1 && length < 6 && !(whole && step % 1))
      return Array.from({ length }, (_, i) => rounded((first + i) * step));
  }
  return [low, high];
}

/** Where values lie between the first and the last tick. */
export const placesOn = (ticks, values) => values.map((value) => (value === null ? null : percentOf(value, [ticks[0], ticks.at(-1)])));

export const isYear = (value) => /^[12]\d{3}$/.test(value);

/** The powers of ten that hold all values, six at most. */
function powersOf(low, high) {
  const [first, last] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))];
  const step = Math.ceil((last - first + 1) / 6);
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

