// order.js: rows in the order of a member, missing values last.

import { isNested, isNumber, isText, isWords, keys, pointer, readDate } from "./values.js";

/** Words in lower case, without the marks on letters. */
export const plainWords = (text) => text.toLowerCase().trim().normalize("NFD").replace(/\p{M}/gu, "");

export const compared = (a, b) => (a > b) - (a < b);

/** The order of texts that is the same for everybody: without case and marks, numbers in them by their size. */
const PLAIN = {
  keyOf: (text) => plainWords(text).replace(/\d+/g, (digits) => digits.padStart(16, "0")),
  compare: compared,
};

/** A size as servers write it: "35.39 KB". */
const SIZE = /^([\d.]+) ?([kmgtp]?)i?b(?:ytes)?$/i;

/** Indices in the order of a column; missing values last, whichever way. */
export function sorted(order, list, sort, { keyOf, compare } = PLAIN) {
  if (!sort) return order;
  const way = sort.descending ? -1 : 1;
  const keyAt = (index) => {
    const key = sortKey(pointer(list[index], sort.key));
    return [key, key === null || isNumber(key) ? key : keyOf(String(key)), index];
  };
  const ranked = ([a, x], [b, y]) => (isNumber(a) && isNumber(b) ? a - b : compare(String(x), String(y)));
  return order
    .map(keyAt)
    .sort((one, other) => (one[0] === null) - (other[0] === null) || way * ranked(one, other))
    .map(([, , index]) => index);
}

function sortKey(value) {
  if (isWords(value)) return sortKey(value.parts[1] === undefined ? value.parts[0].value : String(value));
  if (isNested(value)) return keys(value).length;
  const [, size, prefix] = (isText(value) && SIZE.exec(value)) || [];
  if (size) return size * 1024 ** (" kmgtp".indexOf(prefix.toLowerCase() || " "));
  // Most texts are no dates, and reading one costs more than comparing it.
  const time = isText(value) && /^(.{4}-|\w{3},)/.test(value) ? Number(readDate(value).date) : NaN;
  return value === "" ? null : isNaN(time) ? (value ?? null) : time;
}
