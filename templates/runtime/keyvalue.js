// keyvalue.js: the members of one object, name beside value.

import { nameOf, toldColumnsOf, wordsOf } from "./columns.js";
import { components } from "./components.js";
import { escapePointer, evaluate, pointer } from "./expressions.js";
import { isNested } from "./format.js";
import { leftOut } from "./planned.js";
import { saysNothing } from "./roles.js";
import { keyValue } from "./value.js";

components["key-value"] = ({ of, fields }, scope, context) => {
  const value = evaluate(of, scope);
  if (!isNested(value)) return null;
  // Not one member of those that were planned: this is other data, which another component may show.
  if (fields?.length && fields.every(({ key }) => pointer(value, key) === undefined)) return null;
  const told = fields
    ? [...fields, ...leftOut([value], fields, context).filter(({ hidden }) => !hidden)]
    : Object.keys(value).map((name) => ({ key: escapePointer(name), name }));
  const columns = toldColumnsOf([value], told).filter(({ key, hidden }) => !hidden || pointer(value, key) !== undefined);
  const worth = columns.filter(({ key }) => !saysNothing(wordsOf(nameOf(key)), pointer(value, key)));
  return worth[0] || !fields ? keyValue(value, worth, context) : null;
};
