// units.js: numbers taken from one unit to another.

/** By kind of measure: how many of one of them each unit is. */
const KINDS = [
  { celsius: 9, fahrenheit: 5 },
  { millimeter: 1, centimeter: 10, meter: 1e3, kilometer: 1e6, inch: 25.4, foot: 304.8, mile: 1609344 },
  { gram: 1, kilogram: 1e3, ounce: 28.349523125, pound: 453.59237 },
  { milliliter: 1, liter: 1e3, gallon: 3785.411784 },
  { "meter-per-second": 3.6, "kilometer-per-hour": 1, "mile-per-hour": 1.609344 },
];
const ZEROS = { __proto__: null, fahrenheit: 32 };

/** A number of one unit as one of another; undefined where they measure different things. */
export function converted(value, from, to) {
  const sizes = KINDS.find((each) => Object.hasOwn(each, from) && Object.hasOwn(each, to));
  return sizes && ((value - (ZEROS[from] ?? 0)) * sizes[from]) / sizes[to] + (ZEROS[to] ?? 0);
}
