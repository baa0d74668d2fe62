// words.js: texts that genui makes of texts and values; how a value in them is written is named, and done by the page.

import { labelOf } from "./labels.js";
import { cut, isList, isText, isWords, pretty, shortUrl, textOf, Words } from "./values.js";

/** Ways to write a value that are the same everywhere, or come down to other ways. */
export const PLAIN_FORMATS = {
  __proto__: null,
  text: textOf,
  badge: (value) =>
    /^[A-Z]{4,}$|_|^[a-z][a-z -]*$/.test(value) ? labelOf(String(value).toLowerCase()) : textOf(value),
  choice: (value) => PLAIN_FORMATS.badge(value),
  truncate: (value, { length = 80 }) => cut(textOf(value), length),
  length: (value) => formatted(value?.length ?? Object.keys(Object(value)).length, "integer"),
  join: (value, { separator = ", " }) => (isList(value) ? value.map(textOf).join(separator) : textOf(value)),
  json: pretty,
  url: shortUrl,
};

/** One text of several parts: a text where no part has a value that is yet to be written. */
export function words(...parts) {
  const all = parts.flatMap((part) => (isWords(part) ? part.parts : [textOf(part)])).filter((part) => part !== "");
  return all.every(isText) ? all.join("") : new Words(all);
}

export const joined = (parts, mark) => words(...parts.flatMap((part, at) => (at ? [mark, part] : [part])));

/** A value in a format: a name, or {name, …options}. */
export function formatted(value, format) {
  const { name, ...options } = isText(format) ? { name: format } : format;
  const write = PLAIN_FORMATS[name];
  return write ? write(value, options) : new Words([{ value, format: { name, ...options } }]);
}

/** "3 rows". */
export const counted = (count, one, many = one + "s") => words(formatted(count, "integer"), ` ${count === 1 ? one : many}`);
