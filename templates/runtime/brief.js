// brief.js: values told in few words, in running text and beside others.

import { describeValues, INLINE, labelWithUnit, wordsOf } from "./columns.js";
import { arranged } from "./roles.js";
import {
  counted, cut, entriesOf, formatted, isDateText, isList, isMonth, isNested, isNumber, isPlain, isText, keyOf, keys, present, textOf, valuesOf, words,
} from "./values.js";

/** A value as words: dates and numbers as people write them. */
export const asWords = (value) =>
  isNumber(value) ? formatted(value, "number") : isDateText(value) && !isMonth(value) ? formatted(value, "datetime") : words(value);

/** Any value as words in running text. */
export const briefly = (value) => (isNested(value) ? cut(JSON.stringify(value), 160) : asWords(value));

/** A member as its label and its value. */
export const memberWords = ([key, value]) => {
  const { format } = describeValues(key, [value]);
  return fieldWords({ label: labelWithUnit(key, format?.name), value, format });
};

/** Figures that say nothing without their name: "12d", "L2040", but no version, street or "PO-4471". */
export const CODE = /^(?!v\d)\p{L}?\d(?!.* \p{L}{2})/u;

/** A number whose label ends in its unit has that behind it where it stands alone: "Elapsed, min" 38 is "Elapsed" 38 min. */
export function withUnit(label, value, format) {
  const [head, unit] = label.split(/, (?=\S+$)/);
  return unit && isNumber(value) ? { label: head, value: words(formatted(value, format ?? "number"), " ", unit) } : { label, value, format };
}

/** A field {label, value, format} in a line of others. */
export function fieldWords(field) {
  const { label, value, format } = withUnit(field.label, field.value, field.format);
  const told = format && present(value) ? formatted(value, format) : briefly(value) || "–";
  return words(label, " ", told);
}

export const sizeOf = (value) =>
  isList(value) ? counted(value.length, "item") : counted(keys(value).length, "member");

/** What rows are called, the first three of them; how many there are where they have no names. */
export function gistOf(value) {
  const names = isList(value) ? value.map(nameIn) : [];
  if (!names[0] || !names.every(Boolean)) return sizeOf(value);
  const first = cut(names.slice(0, 3).join(", "), INLINE);
  return names[3] ? words(first, " and ", formatted(names.length - 3, "integer"), " more") : first;
}

const kindIn = (value) => (isText(value) && !isDateText(value) ? "text" : isNested(value) ? "nested" : "number");

/** What an object is called, "" where none of its members says. */
export function nameIn(row) {
  const entries = isPlain(row) ? entriesOf(row) : [];
  const [lead = 0] = arranged(entries.map(([name, each]) => ({ words: wordsOf(name), kind: kindIn(each) })));
  return isText(entries[lead]?.[1]) ? entries[lead][1] : "";
}

/** A list as it is, the values of a map, or null. */
export const listOf = (value) => (isNested(value) ? valuesOf(value) : null);

/** Up to 12 bare values, each short enough to stand beside others in one line. */
export const fitsInLine = (list) => list.length <= 12 && list.every((item) => !isNested(item) && !/\n/.test(item) && textOf(item).length <= 30);

/** A scope for each entry of a list or map, with its place and, of a map, its name; else null. */
export const scopesOf = (value, scope) =>
  isNested(value) ? entriesOf(value).map(([name, item], index) => ({ ...scope, item, index, key: isList(value) ? keyOf(item) : name })) : null;
