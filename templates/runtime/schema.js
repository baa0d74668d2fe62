// schema.js: JSON Schema of any draft: references, merging, checks. Knows nothing of pages; schema-fold.js, schema-rules.js and schema-text.js add the rarer keywords.

const isMap = (v) => v !== null && typeof v === "object" && !Array.isArray(v);
const isNumber = (v) => typeof v === "number";
const has = (o, k) => Object.hasOwn(Object(o), k);
const list = (v) => (Array.isArray(v) ? v : []);
const keys = (o) => Object.keys(Object(o));
const join = (a, b) => [...new Set([...list(a), ...list(b)])];
const attempt = (make) => {
  try {
    return make();
  } catch {} // the answer is undefined
};

const same = (a, b) =>
  a === b ||
  (!!a &&
    !!b &&
    typeof a === "object" &&
    typeof b === "object" &&
    Array.isArray(a) === Array.isArray(b) &&
    keys(a).length === keys(b).length &&
    keys(a).every((k) => has(b, k) && same(a[k], b[k])));

const types = (s) => (s.type === undefined ? [] : [s.type].flat());
/** What a form is drawn from: a schema with its references and conditions folded in, which schema-fold.js does where there are any. */
const shape = (s, root) => (RULES.fold ? RULES.fold(s, root, []) : isMap(s) ? s : s === false ? { not: {} } : {});

/** [digits, exponent] of a decimal text, digits without zeros at the end. */
function decimal(text) {
  const [, sign, a, b = "", e = 0] = /^([-+]?)0*(\d*)\.?(\d*)(?:e([-+]?\d+))?$/i.exec(text);
  const digits = (a + b).replace(/0+$/, "");
  return [
    BigInt((sign === "-" ? "-" : "") + (digits || 0)),
    digits ? e - b.length + (a + b).length - digits.length : 0
  ];
}
/** Does JavaScript keep every digit of this number? */
const exact = (text) => isFinite(text) && String(decimal(text)) === String(decimal(String(+text)));
function isMultiple(value, of) {
  const [a, i] = decimal(String(value));
  const [b, j] = decimal(String(of));
  const k = Math.min(i, j);
  return !b || !((a * 10n ** BigInt(i - k)) % (b * 10n ** BigInt(j - k)));
}

const TYPES = ["null", "boolean", "integer", "number", "string", "array", "object"];
const kindOf = (v) => (v === null ? "null" : Array.isArray(v) ? "array" : typeof v);
const isType = (v, t) => (t === "integer" ? Number.isInteger(v) : kindOf(v) === t);
const size = (text) => [...text].length;

// keyword: (value, parameter, schema, context) → does it hold? or the faults of the parts
const RULES = {
  any: {
    type: (v, t) => !t?.length || [t].flat().some((n) => isType(v, n) || !TYPES.includes(n)),
    enum: (v, all) => !Array.isArray(all) || all.some((x) => same(x, v)),
    const: same
  },
  number: {
    minimum: (v, n, s) => !isNumber(n) || v > n || (v === n && s.exclusiveMinimum !== true),
    maximum: (v, n, s) => !isNumber(n) || v < n || (v === n && s.exclusiveMaximum !== true),
    exclusiveMinimum: (v, n) => !isNumber(n) || v > n,
    exclusiveMaximum: (v, n) => !isNumber(n) || v < n,
    multipleOf: (v, n) => !isNumber(n) || isMultiple(v, n)
  },
  string: { minLength: (v, n) => size(v) >= n, maxLength: (v, n) => size(v) <= n },
  array: {
    minItems: (v, n) => v.length >= n,
    maxItems: (v, n) => v.length <= n,
    items: (v, x, s, c) =>
      v.flatMap((y, i) =>
        Array.isArray(x)
          ? inner(y, i < x.length ? x[i] : (s.additionalItems ?? true), c, i)
          : i < list(s.prefixItems).length
            ? []
            : inner(y, x, c, i)
      )
  },
  object: {
    required: (v, names, s, c) => needed(v, names, c),
    properties: (v, map, s, c) => keys(map).flatMap((k) => (has(v, k) ? inner(v[k], map[k], c, k) : [])),
    additionalProperties: (v, x, s, c) =>
      keys(v).flatMap((k) =>
        has(s.properties, k) || keys(s.patternProperties).some((p) => RULES.matches(p, k))
          ? []
          : x === false
            ? [{ path: [...c.path, k], keyword: "additionalProperties" }]
            : inner(v[k], x, c, k)
      )
  }
};
const needed = (v, names, c, because) =>
  list(names).flatMap((k) =>
    has(v, k) && v[k] !== undefined ? [] : [{ path: [...c.path, k], keyword: "required", because }]
  );
const inner = (v, s, c, key) => check(v, s, { ...c, path: [...c.path, key], trail: [] });

const MOST_CHECKS = 2e5;
let checks = 0;
let checking = false;
/** As below, but for at most so many steps: what branches into branches is then left to the server. */
function check(v, s, context) {
  if (checking) return ++checks > MOST_CHECKS ? [] : faultsOf(v, s, context);
  checks = 0;
  checking = true;
  try {
    return faultsOf(v, s, context);
  } finally {
    checking = false;
  }
}

/** The faults of a value: [{path: [keys], keyword, param, schema}]. context: root, choose(path) → the branch of a variant meant. */
function faultsOf(v, s, context) {
  const c = { path: [], trail: [], ...context };
  if (s === false || v === undefined) return [{ path: c.path, keyword: s === false ? "false" : "required" }];
  if (!isMap(s)) return [];
  const kind = RULES[kindOf(v)];
  return keys(s).flatMap((keyword) => {
    const rule = has(RULES.any, keyword) ? RULES.any[keyword] : has(kind, keyword) && kind[keyword];
    const held = rule ? rule(v, s[keyword], s, c) : true;
    return held === true ? [] : held || [{ path: c.path, keyword, param: s[keyword], schema: s }];
  });
}
