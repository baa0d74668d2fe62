// operators.js: the operators of expressions that only a spec asks for, by name.

import { evaluate, OPERATORS, present } from "./expressions.js";
import { formatValue, isNested, isNumber, isText, readDate, textOf, today } from "./format.js";

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

const SEPARATOR = /^[^\p{L}\p{N}]+$/u;

/** The texts of a list as one; what merely separates goes with the absent value that it stands before, or after as the first. */
function joined(list, scope) {
  const texts = list.map((each) => textOf(evaluate(each, scope)));
  const separates = (at) => isText(list[at]) && SEPARATOR.test(list[at]);
  const isAbsent = (at) => texts[at] === "" && !isText(list[at]);
  const isFirst = (end) => texts.slice(0, end).every((text, at) => text === "" || separates(at));
  const opens = (at) => separates(at) && /[([]$/.test(texts[at]);
  const isLoose = (at) => separates(at) && (isAbsent(at + 1) || (isAbsent(at - 1) && (isFirst(at) || opens(at - 2))));
  return texts.filter((_, at) => !isLoose(at)).join("");
}

Object.assign(OPERATORS, {
  $index: (_, scope) => scope.index,
  $key: (_, scope) => scope.key,
  $concat: joined,
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
  $today: (days) => today(days),
  $now: (days) => new Date(Date.now() + days * DAY_MS).toISOString(),
  $switch: (of, scope, whole) => {
    const name = textOf(evaluate(of, scope));
    return evaluate(Object.hasOwn(whole.cases, name) ? whole.cases[name] : whole.else, scope);
  },
  $fmt: (format, scope, { of, $fmt, ...options }) => {
    const value = evaluate(of, scope);
    return present(value) ? formatValue(value, format, evaluate(options, scope)) : undefined;
  },
});
