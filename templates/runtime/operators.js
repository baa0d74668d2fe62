// operators.js: the operators of expressions that only a spec asks for, by name.

import { evaluate, OPERATORS, present } from "./expressions.js";
import { isNested, isNumber, readDate, textOf } from "./values.js";
import { formatted, words } from "./words.js";

function compare([a, b], scope, order) {
  const [x, y] = [evaluate(a, scope), evaluate(b, scope)];
  return typeof x === typeof y && /string|number/.test(typeof x) && order(x, y);
}

/** What two numbers make; nothing where either is no number, or the outcome is none. */
function calculate(pair, scope, make) {
  const [x, y] = evaluate(pair, scope);
  const value = isNumber(x) && isNumber(y) ? make(x, y) : undefined;
  // Binary fractions: 0.1 + 0.2 is 0.3 to a person.
  return Number.isFinite(value) ? Number(value.toPrecision(12)) : undefined;
}

const DAY_MS = 864e5;
const timeOf = (value) => Number(readDate(value)?.date ?? NaN);

const sameValue = (a, b) => a === b || (isNested(a) && isNested(b) && JSON.stringify(a) === JSON.stringify(b));

Object.assign(OPERATORS, {
  $index: (_, scope) => scope.index,
  $key: (_, scope) => scope.key,
  $concat: (list, scope) => words(...list.map((each) => evaluate(each, scope))),
  $if: (condition, scope, whole) => evaluate(evaluate(condition, scope) ? whole.then : whole.else, scope),
  $has: (of, scope) => present(evaluate(of, scope)),
  $eq: ([a, b], scope) => sameValue(evaluate(a, scope), evaluate(b, scope)),
  $gt: (pair, scope) => compare(pair, scope, (a, b) => a > b),
  $lt: (pair, scope) => compare(pair, scope, (a, b) => a < b),
  $not: (of, scope) => !evaluate(of, scope),
  $and: (list, scope) => list.every((each) => evaluate(each, scope)),
  $or: (list, scope) => list.some((each) => evaluate(each, scope)),
  $add: (pair, scope) => calculate(pair, scope, (a, b) => a + b),
  $sub: (pair, scope) => calculate(pair, scope, (a, b) => a - b),
  $mul: (pair, scope) => calculate(pair, scope, (a, b) => a * b),
  $div: (pair, scope) => calculate(pair, scope, (a, b) => a / b),
  $days: (pair, scope) => calculate(evaluate(pair, scope).map(timeOf), scope, (from, to) => (to - from) / DAY_MS),
  $switch: (of, scope, whole) => {
    const name = textOf(evaluate(of, scope));
    return evaluate(Object.hasOwn(whole.cases, name) ? whole.cases[name] : whole.else, scope);
  },
  $fmt: (format, scope, { of, $fmt, ...options }) => {
    const value = evaluate(of, scope);
    return present(value) ? formatted(value, { name: format, ...evaluate(options, scope) }) : undefined;
  },
});
