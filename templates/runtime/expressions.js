// expressions.js: the closed expression language of a view spec; no string is ever evaluated as code.

import { DAY_MS, entriesOf, formatted, has, isList, isNested, isNumber, isText, keys, objectOf, pointer, present, readDate, rounded, same, textOf, today, words } from "./values.js";

/** What each operator makes of its operand, the scope and the whole expression. */
const OPERATORS = {
  __proto__: null,
  $path: (path, scope) => (path ? pointer(scope, path) : undefined),
  $item: (path, scope) => pointer(scope.item, path),
  $first: (list, scope) => list.map((each) => evaluate(each, scope)).find(present),
  $index: (_, scope) => scope.index,
  $key: (_, scope) => scope.key,
  $concat: concatenated,
  $if: (condition, scope, whole) => evaluate(evaluate(condition, scope) ? whole.then : whole.else, scope),
  $has: (of, scope) => present(evaluate(of, scope)),
  $eq: ([a, b], scope) => same(evaluate(a, scope), evaluate(b, scope)),
  $gt: (pair, scope) => compare(pair, scope, (a, b) => a > b),
  $lt: (pair, scope) => compare(pair, scope, (a, b) => a < b),
  $not: (of, scope) => !evaluate(of, scope),
  $and: (list, scope) => list.every((each) => evaluate(each, scope)),
  $or: (list, scope) => list.some((each) => evaluate(each, scope)),
  $add: (pair, scope) => calculate(pair, scope, (a, b) => a + b),
  $sub: (pair, scope) => calculate(pair, scope, (a, b) => a - b),
  $mul: (pair, scope) => calculate(pair, scope, (a, b) => a * b),
  $div: (pair, scope) => calculate(pair, scope, (a, b) => a / b),
  $days: (pair, scope) => calculate(evaluate(pair, scope).map((value) => Number(readDate(value).date)), scope, (from, to) => (to - from) / DAY_MS),
  $today: (days) => today(days),
  $now: (days) => new Date(Date.now() + days * DAY_MS).toISOString(),
  $switch: (of, scope, whole) => {
    const name = textOf(evaluate(of, scope));
    return evaluate(has(whole.cases, name) ? whole.cases[name] : whole.else, scope);
  },
  $fmt: (format, scope, { of, $fmt, ...options }) => {
    const value = evaluate(of, scope);
    return present(value) ? formatted(value, { name: format, ...evaluate(options, scope) }) : undefined;
  },
};

/** The value of an expression in a scope {result, content, input, host, state, item?, index?, key?}; undefined when missing. */
export function evaluate(expression, scope) {
  if (!isNested(expression)) return expression;
  if (isList(expression)) return expression.map((each) => evaluate(each, scope));
  const operator = keys(expression).find((key) => key[0] === "$");
  if (!operator)
    return objectOf(entriesOf(expression).map(([key, value]) => [key, evaluate(value, scope)]));
  return OPERATORS[operator](expression[operator], scope, expression);
}

function compare([a, b], scope, order) {
  const [x, y] = [evaluate(a, scope), evaluate(b, scope)];
  return typeof x === typeof y && /string|number/.test(typeof x) && order(x, y);
}

/** What two numbers make; nothing where either is no number, or the outcome is none. */
function calculate(pair, scope, make) {
  const [x, y] = evaluate(pair, scope);
  const value = isNumber(x) && isNumber(y) ? make(x, y) : undefined;
  return isNumber(value) ? rounded(value) : undefined;
}

/** What only parts two values, or leads to one: " · ", "Reply: ". */
const SEPARATOR = /^[^\p{L}\p{N}]+$|: ?$/u;

/** The texts of a list as one; what merely separates goes with the absent value that it stands before, or after as the first. */
function concatenated(list, scope) {
  const texts = list.map((each) => words(evaluate(each, scope)));
  const separates = (at) => isText(list[at]) && SEPARATOR.test(list[at]);
  list.forEach((each, at) => {
    if (texts[at] !== "" || isText(each)) return;
    const first = texts.slice(0, at).every((text, before) => text === "" || separates(before));
    const opens = separates(at - 1) && /[([]$/.test(texts[at - 1]);
    if (separates(at - 1)) texts[at - 1] = "";
    if ((first || opens) && separates(at + 1)) texts[at + 1] = "";
  });
  return words(...texts);
}
