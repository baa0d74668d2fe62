// columns.js: what the columns of some rows are, from their names and their values.
// needs: format.js labels.js expressions.js parts.js value.js literals.js

const ID_NAME =
  /\b(id|ids|code|zip|postcode|postal|phone|port|pid|uid|gid|sku|isbn|ean|number|no|year|pk|cid|build|run|line|version|hash|key|latitude|longitude|lat|lng|lon|issue|pr|ref)$/;
const STATUS_NAME = /\b(status|state|level|priority|severity|stage|conclusion|health|phase|outcome)$/;
const TIME_NAME = /\b(at|time|timestamp|date|created|updated|modified|expires|since|until)$/;
const HEAD_UNITS = new Set(
  "ms s sec seconds minutes hours days kg g km m cm mm mb gb kb kib mib gib usd eur gbp chf jpy c f celsius fahrenheit hz mhz ghz kwh kw px".split(
    " ",
  ),
);
const HEAD_UNIT_TEXT = {
  c: "°C",
  f: "°F",
  celsius: "°C",
  fahrenheit: "°F",
  usd: "USD",
  eur: "EUR",
  gbp: "GBP",
  chf: "CHF",
  jpy: "JPY",
  mb: "MB",
  gb: "GB",
  kb: "KB",
  seconds: "s",
  sec: "s",
  hz: "Hz",
  mhz: "MHz",
  ghz: "GHz",
  kwh: "kWh",
  kw: "kW",
};

/** Names made for programs become words; names that are data (files, addresses, sentences) stay. */
const memberLabel = (name) => (/^[\p{L}_]\w*$|^\p{L}[\p{L}-]*$/u.test(name) ? labelOf(name) : name);

/** "Duration ms" → "Duration, ms"; what the value says itself is left out. */
function labelWithUnit(name, format) {
  const label = memberLabel(name);
  if (format === "bytes" || format === "percent") return label.replace(/ (bytes|percent|percentage|pct)$/i, "");
  const numeric = format === "number" || format === "integer";
  const [, head, unit] = /^(.+) (\S+)$/.exec(label) ?? [];
  const known = numeric && unit && HEAD_UNITS.has(unit.toLowerCase());
  return known ? `${head}, ${HEAD_UNIT_TEXT[unit.toLowerCase()] ?? unit.toLowerCase()}` : label;
}

const decimalsOf = (value) =>
  Number.isInteger(value) || Math.abs(value) >= 1e15 ? 0 : (/\.(\d+)/.exec(String(value))?.[1].length ?? 9);

function numberFormat(words, values) {
  if (/\bbytes?$|\bfile size$/.test(words)) return { name: "bytes" };
  if (/\b(percent|percentage|pct)\b/.test(words)) return { name: "percent" };
  if (TIME_NAME.test(words) && values.every((value) => value > 1e9 && value < 2e13 && (value < 1e10 || value > 1e12)))
    return { name: "datetime" };
  if (values.every(Number.isInteger)) return { name: ID_NAME.test(words) ? "text" : "integer" };
  if (/\b(lat|lng|lon|latitude|longitude)$/.test(words)) return { name: "text" };
  const most = Math.max(...values.slice(0, 1000).map(decimalsOf));
  const small = values.every((value) => Math.abs(value) < 1);
  const digits = Math.min(most, small ? 4 : 2);
  return { name: "number", digits, least: digits };
}

/** {kind, format?, numeric} of a named list of values; kind: temporal, measure, category, key, text, flag or nested. */
function describeValues(name, values) {
  const words = labelOf(name).toLowerCase();
  const there = values.filter((value) => value !== null && value !== undefined && value !== "");
  const all = (test) => there.length > 0 && there.every(test);
  if (all((value) => typeof value === "number")) {
    const format = numberFormat(words, there);
    if (format.name === "datetime") return { kind: "temporal", format };
    return format.name === "text" ? { kind: "key", format } : { kind: "measure", format, numeric: true };
  }
  if (there.some(isNested)) return { kind: "nested" };
  if (all((value) => typeof value === "boolean")) return { kind: "flag", format: { name: "boolean" } };
  if (all(isDateText))
    return { kind: "temporal", format: { name: "datetime", year: !there.every(thisYear), seconds: sameMinute(there) } };
  const distinct = new Set(there.slice(0, 2000)).size;
  const short = all((value) => String(value).length <= INLINE);
  if (short && distinct <= 8 && STATUS_NAME.test(words) && there.some(toneOf))
    return { kind: "category", format: { name: "badge" } };
  if (short && distinct <= 20 && distinct < there.length / 2) return { kind: "category" };
  return {
    kind: short && distinct === there.length ? "key" : "text",
    opaque: all((value) => /^[\da-f-]{32,}$/i.test(value)),
  };
}

/** Do some of these moments differ by seconds only? */
const sameMinute = (values) =>
  values.length > 1 &&
  new Set(values.map((value) => value.slice(0, 16))).size < new Set(values.map((value) => value.slice(0, 19))).size;

const SAMPLE = 1000;
const valuesAt = (rows, key) => {
  const step = Math.max(1, Math.floor(rows.length / SAMPLE));
  const values = [];
  for (let index = 0; index < rows.length; index += step) values.push(pointer(rows[index], key));
  return values;
};

/** The members of an object column when spreading it into columns of its own tells more: few, plain, the same in most rows. */
function spreadable(rows, key) {
  const values = valuesAt(rows, key).filter(present);
  if (!values.length || !values.every(isPlain)) return null;
  const names = new Set(values.flatMap((value) => Object.keys(value)));
  return names.size <= 6 && values.every((value) => Object.values(value).every((each) => !isNested(each)))
    ? [...names]
    : null;
}

/** Every member that any row has, in order of appearance, as [pointer, name]. */
function memberKeys(rows) {
  const names = new Map();
  for (const row of rows)
    if (isNested(row)) for (const name of Object.keys(row)) if (!names.has(name)) names.set(name, escapePointer(name));
  if (!names.size) return [["", "Value"]];
  return [...names].flatMap(([name, key]) => {
    const inner = names.size <= 8 && spreadable(rows, key);
    return inner
      ? inner.map((each) => [key + escapePointer(each), inner.length > 1 ? each : name + " " + each])
      : [[key, name]];
  });
}

/** Typed columns of rows; `given` columns keep what they say and learn the rest. */
function columnsOf(rows, given) {
  const wanted = given ?? memberKeys(rows).map(([key, name]) => ({ key, name }));
  const columns = wanted.map(({ name, ...column }, index) => {
    const last = name ?? column.key.split("/").at(-1).replaceAll("~1", "/").replaceAll("~0", "~");
    const found = describeValues(last, valuesAt(rows, column.key));
    const label =
      column.label ??
      (/^\d+$/.test(last) && !name ? `Column ${Number(last) + 1}` : labelWithUnit(last, found.format?.name));
    return {
      ...found,
      hidden: index >= 40,
      ...column,
      label,
      numeric: column.align ? column.align === "right" : found.numeric,
    };
  });
  return given
    ? columns
    : [...columns.filter((column) => !column.opaque), ...columns.filter((column) => column.opaque)];
}
