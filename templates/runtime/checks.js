// checks.js: a value held against the rows of compiled rules (src/genui/schema_rules).

import { attempt, has, isList, isText, keys, same } from "./values.js";

const kindOf = (v) => (v === null ? "null" : isList(v) ? "array" : typeof v);
export const isType = (v, t) => (t === "integer" ? Number.isInteger(v) : kindOf(v) === t);

/**
 * The faults of a value: [{path: [keys], say, about: [members], label}]. context: rows, path, choose(path) → the branch
 * of a variant meant.
 */
export function check(v, row, c) {
  if (v === undefined) return [{ path: c.path, say: "{@} is needed." }];
  return rulesFor(v, row, c).flatMap((rule) => {
    const [name, limit, say, about] = rule;
    const held = RULES[name](v, limit, c, rule);
    return held === true ? [] : held || [{ path: c.path, say, about }];
  });
}

function rulesFor(v, row, { rows }) {
  const { any = [], [kindOf(v)]: own = [] } = rows[row];
  return [...any, ...own];
}

const isValid = (v, row, c) => !check(v, row, c).length;
/** The faults of a member by its own row. */
const inner = (v, row, c, key) => check(v, row, { ...c, path: [...c.path, key] });
/** Those of a member that no other rule names; row 1 allows none. */
const strayed = (v, row, c, key, say) => (row > 1 ? inner(v, row, c, key) : [{ path: [...c.path, key], say: say.replace("{@}", key) }]);
const apart = (c) => ({ ...c, choose: undefined });

/** The faults of the same value by another row; what branches into branches is left to the server after so many. */
function also(v, row, c) {
  c.steps ??= { left: 2e5 };
  return --c.steps.left < 0 ? [] : check(v, row, c);
}

/** Does a size fit? Else what to do, with how many there are or should not be. */
const sized = (fits) => (v, limit, { path }, [, , say, about]) => {
  const size = (isText(v) ? [...v] : keys(v)).length;
  const count = isText(v) ? size : Math.abs(size - limit);
  return fits(size, limit) || [{ path, say: say.replace("{n}", count).replace("{s}", count === 1 ? "" : "s"), about }];
};

/** name: (value, parameter, context, rule) → does it hold? or the faults of the parts */
const RULES = {
  __proto__: null,
  no: () => false,
  type: (v, all) => all.some((t) => isType(v, t)),
  in: (v, all) => all.some((x) => same(x, v)),
  min: (v, n) => v >= n,
  max: (v, n) => v <= n,
  over: (v, n) => v > n,
  under: (v, n) => v < n,
  step: isMultiple,
  least: sized((size, least) => size >= least),
  most: sized((size, most) => size <= most),
  regex: (v) => !!regex(v),
  text: fitsPattern,

  // Members by their names.
  need: (v, labels, c, [, , say]) =>
    keys(labels).flatMap((k) => (has(v, k) && v[k] !== undefined ? [] : [{ path: [...c.path, k], say, label: labels[k] }])),
  props: (v, rows, c) => keys(rows).flatMap((k) => (has(v, k) ? inner(v[k], rows[k], c, k) : [])),
  rest: (v, [names, row], c, [, , say]) => keys(v).flatMap((k) => (names.includes(k) ? [] : strayed(v[k], row, c, k, say))),
  patterns: (v, rows, c) =>
    rows.flatMap(([pattern, row]) => keys(v).flatMap((k) => (fitsPattern(k, pattern) ? inner(v[k], row, c, k) : []))),
  others: (v, [names, row, patterns], c, rule) => {
    const fitting = keys(v).filter((k) => patterns.some((p) => fitsPattern(k, p)));
    return RULES.rest(v, [names.concat(fitting), row], c, rule);
  },
  names: (v, row, c, [, , say]) =>
    keys(v).flatMap((k) =>
      check(k, row, apart(c))
        .slice(0, 1)
        .map((e) => ({ path: [...c.path, k], say: say + e.say.charAt(0).toLowerCase() + e.say.slice(1), name: true })),
    ),

  // Items of lists.
  items: (v, [places, rest], c) => v.flatMap((x, i) => inner(x, places[i] ?? rest, c, i)),
  unique: (v, _, c, [, , say]) =>
    v.flatMap((x, i) => (v.slice(0, i).some((y) => same(x, y)) ? [{ path: [...c.path, i], say }] : [])),
  has: (v, [row, least, most], c) => {
    const n = v.filter((x) => isValid(x, row, c)).length;
    return n >= least && n <= (most ?? n);
  },

  // Choices of schemas, conditions.
  all: (v, rows, c) => rows.flatMap((row) => also(v, row, c)),
  /** Where no branch holds, the faults of the chosen one. */
  some: (v, rows, c, rule) => {
    const faults = rows.map((row) => also(v, row, c));
    const hits = faults.filter((f) => !f.length).length;
    return (rule[4] ? hits === 1 : hits > 0) || (!hits && faults[c.choose?.(c.path)]) || false;
  },
  not: (v, row, c) => also(v, row, apart(c)).length > 0,
  if: (v, [test, then, other], c) => also(v, also(v, test, apart(c)).length ? other : then, c),
  when: (v, [needs, rows], c) => [
    ...keys(needs).flatMap((k) => (has(v, k) ? RULES.need(v, needs[k][0], c, [0, 0, needs[k][1]]) : [])),
    ...keys(rows).flatMap((k) => (has(v, k) ? check(v, rows[k], c) : [])),
  ],

  // The parts of a value that no other rule speaks of.
  left: (v, [row, own], c, [, , say]) => {
    const known = spoken(v, own, apart(c));
    const left = keys(v).filter((k) => !known.includes(k));
    return left.flatMap((k) => strayed(v[k], row, c, isList(v) ? +k : k, say));
  },
};

/** name: (value, parameter, context, own row) → the rows for the same value that hold, or the keys it speaks of as [key] */
const SPEAKS = {
  __proto__: null,
  all: (v, rows, c) => rows.filter((row) => isValid(v, row, c)),
  some: (v, rows, c) => rows.filter((row) => isValid(v, row, c)),
  if: (v, [test, then, other], c) => (isValid(v, test, c) ? [test, then] : [other]),
  when: (v, [, rows]) => keys(rows).flatMap((k) => (has(v, k) ? rows[k] : [])),
  props: (v, rows) => keys(rows).map((k) => [k]),
  rest: (v) => keys(v).map((k) => [k]),
  others: (v) => keys(v).map((k) => [k]),
  patterns: (v, rows) => rows.flatMap(([p]) => keys(v).flatMap((k) => (fitsPattern(k, p) ? [[k]] : []))),
  items: (v, [places, rest]) => keys(v).flatMap((i) => (rest || !places.length || i < places.length ? [[i]] : [])),
  has: (v, [row], c) => keys(v).flatMap((i) => (isValid(v[i], row, c) ? [[i]] : [])),
  left: (v, [, own], c, row) => (own === row ? [] : keys(v).map((k) => [k])),
};
/** The keys of a value that the rules of a row speak of. */
const spoken = (v, row, c, first = row) =>
  rulesFor(v, row, c)
    .flatMap(([name, limit]) => SPEAKS[name]?.(v, limit, c, first) ?? [])
    .flatMap((found) => (isList(found) ? found[0] : spoken(v, found, c, first)));

/** [digits, exponent] of a number. */
function decimal(number) {
  const [, sign, a, b = "", e = 0] = /^(-?)(\d*)(?:\.(\d*))?(?:e([-+]?\d+))?$/.exec(number);
  return [BigInt(sign + a + b), e - b.length];
}
/** Is one number a multiple of another, to the last decimal? */
function isMultiple(value, of) {
  const [a, i] = decimal(value);
  const [b, j] = decimal(of);
  const k = Math.min(i, j);
  return !((a * 10n ** BigInt(i - k)) % (b * 10n ** BigInt(j - k)));
}

/** A pattern as Unicode, else as it is, else undefined: then it is not checked. */
const regex = (p, flags) => attempt(() => new RegExp(p, flags ?? "u")) ?? attempt(() => new RegExp(p));

const slow = new Set();
/** Whether a text fits a pattern; true where that cannot be told in time, as the server has the last word. */
export function fitsPattern(v, [pattern, flags]) {
  const re = v.length < 5e4 && pattern.length < 5e3 && !slow.has(pattern) && regex(pattern, flags);
  if (!re) return true;
  // Any pattern can run for ever on the right text: it is tried on growing beginnings, and given up when it turns slow.
  for (let n = 0, late = 0; n < v.length; n = late ? n : Math.ceil((n + 1) * 1.1)) {
    const start = performance.now();
    // A pattern too large to compile throws only now.
    if (attempt(() => re.test(v.slice(0, n) + "\0")) === undefined) return true;
    // Late once may be the machine.
    late = performance.now() - start > 8 ? late + 1 : 0;
    if (late > 2) return !!slow.add(pattern);
  }
  return attempt(() => re.test(v)) ?? true;
}
