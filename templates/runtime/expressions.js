// expressions.js: the closed expression language of a view spec; no string is ever evaluated as code.

import { isList, isNested, isText, keptIn } from "./values.js";

export const pointerName = (raw) => raw.replaceAll("~1", "/").replaceAll("~0", "~");
export const escapePointer = (name) => "/" + String(name).replaceAll("~", "~0").replaceAll("/", "~1");

/** The names that a path is made of: the same few are asked for in each of many rows. */
const paths = new Map();

/** The value at a JSON Pointer, through own members only; undefined when there is none. */
export function pointer(value, path) {
  if (path === "") return value;
  if (!isText(path) || path[0] !== "/") return undefined;
  for (const name of keptIn(paths, path, () => path.slice(1).split("/").map(pointerName))) {
    // What a list has of its own besides its entries is no data.
    if (!isNested(value) || !Object.hasOwn(value, name) || (name === "length" && isList(value))) return undefined;
    value = value[name];
  }
  return value;
}

export const present = (value) => value !== undefined && value !== null;

/** What each operator makes of its operand, the scope and the whole expression; operators.js and first.js enter more. */
export const OPERATORS = {
  __proto__: null,
  $path: (path, scope) => (path ? pointer(scope, path) : undefined),
  $item: (path, scope) => pointer(scope.item, path),
};

/** The value of an expression in a scope {result, content, input, host, state, item?, index?, key?}; undefined when missing. */
export function evaluate(expression, scope) {
  if (!isNested(expression)) return expression;
  if (isList(expression)) return expression.map((each) => evaluate(each, scope));
  const operator = Object.keys(expression).find((key) => key[0] === "$");
  if (!operator)
    return Object.fromEntries(Object.entries(expression).map(([key, value]) => [key, evaluate(value, scope)]));
  return OPERATORS[operator](expression[operator], scope, expression);
}
