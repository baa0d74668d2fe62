// operators.js: the operators of expressions that only a spec asks for, by name.

import { evaluate, OPERATORS, present } from "./expressions.js";
import { formatValue, isNested, textOf } from "./format.js";

function compare([a, b], scope, order) {
  const [x, y] = [evaluate(a, scope), evaluate(b, scope)];
  return typeof x === typeof y && /string|number/.test(typeof x) && order(x, y);
}

const sameValue = (a, b) => a === b || (isNested(a) && isNested(b) && JSON.stringify(a) === JSON.stringify(b));

Object.assign(OPERATORS, {
  $index: (_, scope) => scope.index,
  $key: (_, scope) => scope.key,
  $concat: (list, scope) => list.map((each) => textOf(evaluate(each, scope))).join(""),
  $if: (condition, scope, whole) => evaluate(evaluate(condition, scope) ? whole.then : whole.else, scope),
  $has: (of, scope) => present(evaluate(of, scope)),
  $eq: ([a, b], scope) => sameValue(evaluate(a, scope), evaluate(b, scope)),
  $gt: (pair, scope) => compare(pair, scope, (a, b) => a > b),
  $lt: (pair, scope) => compare(pair, scope, (a, b) => a < b),
  $not: (of, scope) => !evaluate(of, scope),
  $and: (list, scope) => list.every((each) => evaluate(each, scope)),
  $or: (list, scope) => list.some((each) => evaluate(each, scope)),
  $fmt: (format, scope, { of, $fmt, ...options }) => {
    const value = evaluate(of, scope);
    return present(value) ? formatValue(value, format, evaluate(options, scope)) : undefined;
  },
});
