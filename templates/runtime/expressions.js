// expressions.js: the closed expression language of a view spec; no string is ever evaluated as code.
// needs: format.js

/** The value at a JSON Pointer, through own members only; undefined when there is none. */
function pointer(value, path) {
  if (path === "") return value;
  if (typeof path !== "string" || path[0] !== "/") return undefined;
  for (const raw of path.slice(1).split("/")) {
    const name = raw.replaceAll("~1", "/").replaceAll("~0", "~");
    if (value === null || typeof value !== "object" || !Object.hasOwn(value, name)) return undefined;
    if (Array.isArray(value) && !/^(0|[1-9]\d*)$/.test(name)) return undefined;
    value = value[name];
  }
  return value;
}

const escapePointer = (name) => "/" + String(name).replaceAll("~", "~0").replaceAll("/", "~1");
const ROOTS = new Set(["result", "content", "input", "host", "state"]);
const present = (value) => value !== undefined && value !== null;

function rooted(path, scope) {
  const [, root, rest] = /^\/(\w+)(\/.*)?$/s.exec(path) ?? [];
  return ROOTS.has(root) ? pointer(scope[root], rest ?? "") : undefined;
}

function compare([a, b], scope, order) {
  const [x, y] = [evaluate(a, scope), evaluate(b, scope)];
  return typeof x === typeof y && (typeof x === "number" || typeof x === "string") && order(x, y);
}

const sameValue = (a, b) => a === b || (a && b && typeof a === "object" && JSON.stringify(a) === JSON.stringify(b));

const OPERATORS = {
  $path: (path, scope) => rooted(path, scope),
  $item: (path, scope) => pointer(scope.item, path),
  $index: (_, scope) => scope.index,
  $key: (_, scope) => scope.key,
  $first: (list, scope) => list.map((each) => evaluate(each, scope)).find(present),
  $concat: (list, scope) => list.map((each) => textOf(evaluate(each, scope))).join(""),
  $if: (condition, scope, whole) => evaluate(evaluate(condition, scope) ? whole.then : whole.else, scope),
  $has: (of, scope) => present(evaluate(of, scope)),
  $eq: ([a, b], scope) => Boolean(sameValue(evaluate(a, scope), evaluate(b, scope))),
  $gt: (pair, scope) => compare(pair, scope, (a, b) => a > b),
  $lt: (pair, scope) => compare(pair, scope, (a, b) => a < b),
  $not: (of, scope) => !evaluate(of, scope),
  $and: (list, scope) => list.every((each) => evaluate(each, scope)),
  $or: (list, scope) => list.some((each) => evaluate(each, scope)),
  $fmt: (format, scope, { of, $fmt, ...options }) => {
    const value = evaluate(of, scope);
    return present(value) ? formatValue(value, format, evaluate(options, scope)) : undefined;
  },
};

/** The value of an expression in a scope {result, content, input, host, state, item?, index?, key?}; undefined when missing. */
function evaluate(expression, scope) {
  if (expression === null || typeof expression !== "object") return expression;
  if (Array.isArray(expression)) return expression.map((each) => evaluate(each, scope));
  const operator = Object.keys(expression).find((key) => key[0] === "$");
  if (!operator)
    return Object.fromEntries(Object.entries(expression).map(([key, value]) => [key, evaluate(value, scope)]));
  if (!Object.hasOwn(OPERATORS, operator)) throw new TypeError("unknown expression " + operator);
  return OPERATORS[operator](expression[operator], scope, expression);
}
