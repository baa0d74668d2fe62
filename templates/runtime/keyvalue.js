// keyvalue.js: the members of one object, name beside value.

import { fieldWords } from "./brief.js";
import { fieldsOf, nameOf, toldColumnsOf, wordsOf } from "./columns.js";
import { components } from "./components.js";
import { escapePointer, evaluate, pointer } from "./expressions.js";
import { note } from "./outline.js";
import { leftOut } from "./planned.js";
import { saysNothing } from "./roles.js";
import { isNested } from "./values.js";
import { joined } from "./words.js";

components["key-value"] = ({ of, fields, inline }, scope, context) => {
  const value = evaluate(of, scope);
  if (!isNested(value)) return null;
  // Not one member of those that were planned: this is other data, which another component may show.
  if (fields?.length && fields.every(({ key }) => pointer(value, key) === undefined)) return null;
  const all = fields
    ? [...fields, ...leftOut([value], fields, context).filter(({ hidden }) => !hidden)]
    : Object.keys(value).map((name) => ({ key: escapePointer(name), name }));
  const columns = toldColumnsOf([value], all).filter(({ key, hidden }) => !hidden || pointer(value, key) !== undefined);
  const worth = columns.filter(({ key }) => !saysNothing(wordsOf(nameOf(key)), pointer(value, key)));
  if (!worth[0] && fields) return null;
  const told = fieldsOf(value, worth, scope);
  return inline ? note("small", joined(told.map(fieldWords), " · ")) : { type: "key-value", fields: withoutBlanks(told) };
};

/** More members without a value are named in one line. */
const MOST_BLANK = 2;
function withoutBlanks(fields) {
  const { blank = [], there = [] } = Object.groupBy(fields, ({ value }) => ((value ?? "") === "" ? "blank" : "there"));
  return there[0] && blank.length > MOST_BLANK ? [...there, { label: "Not given", value: blank.map(({ label }) => label).join(", ") }] : fields;
}
