// columns.js: what the columns of some rows are, from their names and their values.

import CLAIMS from "./claims.json" with { type: "json" };
import { evaluate } from "./expressions.js";
import { labelOf } from "./labels.js";
import RATES from "./rates.json" with { type: "json" };
import { arranged, roleOf } from "./roles.js";
import { flagTone, toneIn, toneOf } from "./tones.js";
import {
  entriesOf, escapePointer, formatted, isDateText, isList, isMidnight, isMonth, isNested, isNumber, isPlain, isText, isUrl, isWords, joined, keys, pointer, pointerName, present, readDate, secondsIn, textOf, valuesOf,
} from "./values.js";

/** So many letters stand in a line beside others. */
export const INLINE = 60;

export const ID_NAME =
  /\b(ids?|code|zip|post(code|al)|phone|port|[cgpu]id|sku|isbn|ean|number|no|year|pk|build|run|line|version|hash|key|issue|pr|ref|rank|nr|imo|mmsi|bib|built|born|founded|vintage)$/;
export const STATUS_NAME = /\b(status|state|level|priority|severity|stage|conclusion|health|phase|outcome|flag|verdict)$/;
/** A state in words, or in a letter: "in_transit", "h"; one of a country begins with a capital. */
const STATE = /^[a-z]([a-z _-]{2,24})?$/;
/** One of a program's choices, told to people as words: a constant wherever it stands, others under a name of choices. */
const CHOICE = /^[a-z]+(_[a-z]+|[A-Z][a-z]+)*$/;
const CONSTANT = /^([A-Z]{4,}|[A-Z]+(_[A-Z]+)+)$/;
/** Numbers between 0 and 1 under such a name are parts of a whole. */
const SHARE_NAME = /\b((?<!exchange |fx |interest )(?<=\w )rate|ratio|share|fraction|probability|chance|humidity|progress|completion|completeness|coverage|utili[sz]ation|turnout|occupancy|level|health)$/;
/** What only files have: a size beside it is one of bytes. */
const FILE_NAME = /^(path|file ?name|modified( at| time)?|mtime|mime ?type|extension|encoding|is file)$/;
/** Money, wherever a currency is named beside it. */
const AMOUNT_NAME = /\b(price|subtotal|amount|cost|fee|tax|balance|revenue|salary|pay|shipping|budget|income|expenses?|profit|premium|deductible|insured|rent|fare|fines?|deposit|cash|payout|copay|duty|vat|charged)\b|^(planned|spent|budgeted)\b/;
/** Money too, where it has decimals: else a total may count rows. */
const SUM_NAME = /\b(total|due|paid|refunded|discount|net|gross|value)$/;
const CENTS_NAME = /. (cents|pence|minor)$/;
/** What one would call a thing by. */
export const TITLE = /\b(name|title|label|subject|summary)$/;
const TIME_NAME =
  /\b(at|t|ts|time|timestamp|epoch|date|when|x|created|updated|modified|expires|since|until|start|end|seen|iat|exp|nbf)( m?s)?$/;
/** Seconds or milliseconds since 1970, under a name that tells of time. */
export const isEpoch = (value, words) =>
  TIME_NAME.test(words) && /^[12]\d{9}(\d{3})?\b/.test(value);
/** Lengths of time, told in the unit that fits each. */
const LENGTH_NAME = /. ((?<!(spd|speed|wind|gst|gusts?) )ms|msec|millis|milliseconds|secs?|seconds|minutes|mins|(?<=\b(duration|elapsed|timeout|latency|time|took|uptime|delay|runtime|wait|prep|cook|sleep|departure|arrival|dwell|walk|travel|reading|target|remaining) )(s|min))$/;
/** Units at the end of a name, and how they are written; nothing where each value says it. */
const HEAD_UNITS = unitsOf(RATES.of + " ms=m/s s sec=s seconds=s minutes=min mins=min hours=h grams=g cm km2=km² m2=m² sqm=m² sqft=ft² KB MB GB KiB MiB GiB CHF JPY c=°C f=°F celsius=°C fahrenheit=°F Hz MHz GHz V px ha lb oz ft mi h bpm rpm ppm dB dBm kcal kJ kPa psi hPa kbps mph kph=km/h kmh=km/h bytes= percent= percentage= pct=");
/** A rate is one of the first in one of the second. */
const [RATE_OF, RATE_PER] = [unitsOf(RATES.of), unitsOf(RATES.per)];

/** Units {name in small letters: how it is written} of "km kph=km/h". */
function unitsOf(text) {
  const pairs = text.split(" ").map((each) => each.split("="));
  return new Map(pairs.map(([name, unit = name]) => [name.toLowerCase(), unit]));
}

/** Texts of so many letters at most, most of them, are no sentences. */
const BRIEF = 40;
/** What only programs call things by: a hash, a UUID, the number of an account, letters and figures behind a short word. */
const MADE_ID = /^([\da-f-]{32,}|-?\d{8,}|[A-Z]{2}\d\d\w{10,}|[a-z]{2,5}_(?=\w*\d)\w{12,})$/i;

export const wordsOf = (name) => labelOf(name).toLowerCase();
/** The last name of a JSON Pointer. */
export const nameOf = (key = "") => pointerName(key.split("/").at(-1));
/** What the member at a JSON Pointer is to people. */
export const roleAt = (key, kind = "text") => roleOf(wordsOf(nameOf(key)), kind);
/** Texts that need no labels: the parts of an address, and who is reached there. */
const TELLING = /\b(name|company|street|(address )?line ?\d?|address|city|state|region|country|zip|postcode|(postal|country) code|email|phone)$/;
export const isTelling = (value) => keys(value)[1] && isPlain(value) && entriesOf(value).every(([name, each]) => isText(each) && TELLING.test(wordsOf(name)));
/** Does a value say something? */
export const isSaid = (value) => present(value) && value !== "";
/** Do so many rows say the same, in a column that is no state, that it needs to be said only once? */
export function isAlike(rows, { key, format }) {
  const first = pointer(rows[0], key);
  return rows.length > 3 && isText(first) && first !== "" && !isBadge(format) && rows.every((row) => pointer(row, key) === first);
}
/** Do fewer than half of the rows say something here? */
export const isRare = (values) => 2 * values.filter(isSaid).length < values.length;
/** Names made for programs become words; names that are data (files, addresses, sentences) stay. */
export const memberLabel = (name) => (/^[\p{L}_]\w*$|^\p{L}[\p{L}-]*(_\w+)?$/u.test(name) ? labelOf(name) : name);

/** Words of a name that its values make needless, by their format: "Created at", "Pct used". */
const NEEDLESS = { __proto__: null, datetime: /(?<=\w{3}) (at|on|utc)$/i, date: /(?<=\w{3}) (at|on)$/, percent: /\bpct (?=\w)/i };

/** "Weight kg" → "Weight, kg", "Nitrogen kg ha" → "Nitrogen, kg/ha", "Duration ms" → "Duration", for values in this format; two units at the end are a rate. */
export function labelWithUnit(name, format) {
  const label = memberLabel(name).replace(NEEDLESS[format], "").replace(/^[a-z](?=\w\w)/, (first) => first.toUpperCase());
  const [, head, of, per] = /^(?:(.+?) )??(\S+)(?: per)? (\S+)$/.exec(label) ?? [];
  const rate = [RATE_OF.get(of?.toLowerCase()), RATE_PER.get(per?.toLowerCase())];
  if (rate.every(Boolean) && /^(integer|number)$/.test(format)) return [head, rate.join("/")].filter(Boolean).join(", ");
  return label.replace(/(?<=.)(?<! per) (\S+)$/, (all, last) => {
    if (format === "duration" || (format === "currency" && CENTS_NAME.test(wordsOf(label)))) return "";
    const unit = /^(integer|number|percent|bytes)$/.test(format) ? HEAD_UNITS.get(last.toLowerCase()) : undefined;
    return unit ? ", " + unit : (unit ?? all);
  });
}

/** Numbers one after the other that count rows (n: 1, 2, 3 …) or name things (loan: 7710, 7711 …), and are no steps of anything. */
const isSerial = (words, values) =>
  values.length > 2 &&
  values.every((each, i) => !i || each - values[i - 1] === 1) &&
  (/^(n|#|i|index|row)$/.test(words) ||
    (values[0] > 2200 && !/\b(step|day|m?jd|x)$/.test(words)));

/** Amounts that a program has written as text, so that none of their digits is lost: "128.40". */
const isDecimal = (value) => isText(value) && /^-?\d+(\.\d{2,})?$/.test(value);

export const isPlace = (words) => roleOf(words, "number").role === "coordinate";

const decimalsOf = (value) => String(value).split(".")[1]?.length ?? 0;

/** The decimals of a column: two, or up to four where less would make nothing, or others, of values. */
function digitsOf(values) {
  const most = Math.max(...values.map(decimalsOf)) || 4;
  // 0.075 mg is no 0.08 mg.
  const isNear = (digits) => values.every((value) => Math.abs(value - (+value).toFixed(digits)) * 99 <= Math.abs(value));
  return Math.min(most, [2, 3].find(isNear) ?? 4);
}

function numberFormat(words, values, isFile) {
  if (/\b(bytes?|file size)$/.test(words) || (isFile && words === "size")) return { name: "bytes" };
  if (values.every((value) => isEpoch(value, words))) return values.every(isMidnight) ? { name: "date", written: true } : { name: "datetime" };
  if (isPlace(words)) return { name: "text" };
  if (CENTS_NAME.test(words)) return { name: "currency", minor: true };
  const [, unit] = LENGTH_NAME.exec(words) ?? [];
  if (unit) return { name: "duration", unit: /^min/.test(unit) ? "min" : unit[0] === "m" ? "ms" : "s" };
  const isPercent = /\b(percent(age)?|pct)\b/.test(words);
  if (values.every(Number.isInteger)) return isPercent ? { name: "percent" } : { name: ID_NAME.test(words) || isSerial(words, values) || (/from|until/.test(words) && values.every((value) => /^20..$/.test(value))) ? "text" : "integer" };
  // One that is whole is 1 among parts.
  const small = values.every((value) => Math.abs(value) <= 1) && values.some((value) => Math.abs(value) < 1);
  if (small && SHARE_NAME.test(words.replace(/ pct$/, ""))) {
    const digits = Number(values.some((each) => (each * 100).toFixed(1) % 1));
    return { name: "percent", ratio: true, digits, least: digits };
  }
  const digits = AMOUNT_NAME.test(words) ? 2 : digitsOf(values);
  return { name: isPercent ? "percent" : "number", digits, least: digits > 2 ? 0 : digits };
}

/** The first and the last of some dates. */
function spanOf(dates) {
  const ranked = dates.map((each) => [readDate(each).date, each]).sort(([a], [b]) => a - b);
  return [ranked[0][1], ranked.at(-1)[1]];
}

/** {kind, format?, isLast?} of a named list of values, isLast: they tell rows apart to programs only, or are all the same; kind: temporal, measure, category, key (a number that counts nothing), text or nested. */
export function describeValues(name, values, isFile) {
  const words = wordsOf(name);
  const there = values.filter(isSaid);
  const all = (test) => there.length > 0 && there.every(test);
  if (all((value) => secondsIn(value) !== undefined)) return { kind: "measure", format: { name: "duration", unit: "s" } };
  const isDecimals = all(isDecimal) && there.some((value) => value.includes(".")) && !ID_NAME.test(words);
  if (isDecimals || all(isNumber)) {
    const format = numberFormat(words, there, isFile);
    return { kind: { datetime: "temporal", date: "temporal", text: "key" }[format.name] ?? "measure", format };
  }
  if (there.some(isNested)) return { kind: "nested" };
  if (there.some(isWords)) return { kind: "text" };
  const distinctBy = (part) => new Set(there.map(part)).size;
  const upTo = (length) => distinctBy((value) => value.slice(0, length));
  // A lone "2026-10" may be the name of a key or a release as well.
  const dated = all(isDateText) && (there[1] || !isMonth(there[0]) || TIME_NAME.test(words) || /\b(month|period|cohort)$/.test(words));
  if (dated && all(isMidnight)) return { kind: "temporal", format: { name: "date", written: true } };
  // Seconds are told where some of these moments differ by them alone.
  if (dated)
    return { kind: "temporal", format: { name: "datetime", between: spanOf(there), seconds: upTo(16) < upTo(19) } };
  const distinct = distinctBy((value) => value);
  const short = all((value) => String(value).length <= INLINE);
  // Lap times say as little without their head as yes and no.
  const isFlag = all((value) => typeof value === "boolean" || /^\d+(:\d\d)+(\.\d+)?$/.test(value));
  if (short && distinct <= 8 && STATUS_NAME.test(words) && (there.some(toneOf) || all((value) => STATE.test(/\bstate$/.test(words) ? value : String(value).toLowerCase()))))
    return { kind: "category", format: { name: "badge" } };
  const { role } = roleOf(words, "text");
  const isRepeated = short && distinct <= 20 && distinct < there.length / 2;
  const isChoice = all((value) => ((isRepeated || role === "choice") && CHOICE.test(value)) || (role !== "name" && CONSTANT.test(value))) && there.some((value) => /_|[a-z]{3}[A-Z]/.test(value) || (isRepeated && role === "choice" && CONSTANT.test(value)));
  const format = isChoice ? { name: "choice" } : undefined;
  if (isRepeated)
    return { kind: "category", format, isFlag, isLast: distinct < 2 && (isText(there[0]) || there.length > 3) };
  // Short ones tell rows apart, even where most that are so called are long.
  const isBrief = /subject|body/.test(role) && !isRare(values) && 2 * there.filter((value) => String(value).length <= BRIEF).length > there.length;
  const isAddress = there[2] && all(isUrl) && role !== "link";
  const isMade = (/\bid$/.test(words) ? /^\S{15,}$/ : MADE_ID).test(there[0]);
  return { kind: "text", format, isFlag, isBrief, isLast: !distinct || isAddress || isMade };
}

/** So many rows show whether a currency stands beside an amount. */
const FEW_ROWS = 20;
export const SAMPLE = 1000;
export const valuesAt = (rows, key) => {
  const step = Math.ceil(rows.length / SAMPLE);
  return rows.filter((_, index) => index % step === 0).map((row) => pointer(row, key));
};

/** The members of objects when columns of their own tell more: few and plain, or `least` and more; else none. */
function innerKeys(values, least) {
  const names = new Set(values.flatMap(keys));
  const few = names.size <= 6 && !values.some((each) => valuesOf(each).some(isNested));
  return names.size && values.every(isPlain) && (few || names.size >= least) ? memberKeys(values, Infinity) : [];
}

/** Every member that any row has, in order of appearance, as {key, name, hidden}; what rows merely wrap counts as theirs. */
export function memberKeys(rows, least) {
  const names = new Set(rows.flatMap((row) => (isNested(row) ? keys(row) : [])));
  if (!names.size) return [{ key: "", name: "Value" }];
  const found = [...names].flatMap((given) => {
    const [key, name, values] = unwrapped(escapePointer(given), given, valuesAt(rows, escapePointer(given)).filter(present));
    const isInner = key.includes("/", 1) || WRAPPED.test(key + "/");
    const [own, amount] = standIn(values);
    const inner = !amount && (names.size <= 8 || isInner) ? innerKeys(values, isInner ? 1 : (least ?? names.size)) : [];
    if (inner[0]) return inner.map((each) => within(key, name, each, values, inner[1]));
    if (!own) return { key, name };
    const details = keys(values[0])[amount ? 2 : 1] ? [{ key, name: name + "_details", hidden: true }] : [];
    return [{ key: key + escapePointer(own), name }, ...details];
  });
  // A short name that two members have says of neither what it is.
  const isOnly = (short) => short && !names.has(short) && found.filter((each) => each.short === short).length === 1;
  return found.map(({ short, ...each }) => (isOnly(short) ? { ...each, name: short } : each));
}

/** A member of the objects at a key; `short` is the name that it may have where it has none beside it that is so called. */
function within(key, name, { name: own, ...each }, values, isOneOfMore) {
  // What names a thing stands for it: the author, and not the author's name. A large object is no thing: it holds what the row is about.
  const isThing = values.every((each) => keys(each).length <= 6 && !valuesOf(each).some(isNested));
  const isCalled = isThing && CALLED.test(wordsOf(own));
  return { ...each, key: key + each.key, name: isCalled ? name : name + "_" + own, short: isOneOfMore && !isCalled && own };
}

/** Lists of one and objects of one member lead to what they hold: [key, name, values]. */
function unwrapped(key, name, values) {
  const [only, more] = keys(Object(values[0]));
  const isWrapper = (each) => isNested(each) && keys(each).join() === only;
  if (!values[1] || more || !values.every(isWrapper)) return [key, name, values];
  return unwrapped(key + escapePointer(only), isList(values[0]) ? name : only, values.map((each) => each[only]));
}

/** What people call a thing by; an amount, and what it is counted in. */
export const CALLED = /^(display ?name|full name|name|title|login|username)$/;
export const AMOUNT = /^(amount|value|total)$/;
export const COUNTED_IN = /^(currency( code)?|unit)$/;

/** [the member that stands for objects in a cell, the same where it is an amount]; the whole of them is in the opened row. */
function standIn(values) {
  const isTold = (name) => values.every((each) => isPlain(each) && present(each[name]) && !isNested(each[name]));
  const told = keys(Object(values[0])).filter(isTold);
  const by = (test) => told.find((each) => test.test(wordsOf(each)));
  const amount = by(COUNTED_IN) && by(AMOUNT);
  return [amount ?? by(CALLED), amount];
}

/** Rows of cells as objects. */
export const named = (names, rows) => rows.map((cells) => Object.fromEntries(names.map((name, at) => [name, cells[at]])));

/** The kind of a column's values as roles know it. */
const kindOf = (kind, values) =>
  kind === "temporal" ? "moment" : kind === "nested" ? kind : { number: "number", boolean: "boolean" }[typeof values.find(present)] ?? "text";

/** Members of rows that hold what the row is about: baseline/parts.py knows the same. */
const WRAPPED = /^\/_?(node|attributes|properties|fields|source|document|metadata)(?=\/)/;

/** Are figures below the name of a currency money: with cents, and of no other unit? */
const isCents = ({ digits, least }, label) => digits === 2 && least === 2 && !/, |\b(rate|rating|score|index|factor|weight|quantity|qty|hours|days|lat|lon|x)\b/i.test(label);

/** Typed columns of rows, for the members {key, name} that are `given`, else for all. */
export function columnsOf(rows, given, scope) {
  const above = currencyIn(scope);
  const all = given ?? memberKeys(rows);
  const isFile = all.some(({ key }) => FILE_NAME.test(wordsOf(nameOf(key))));
  const isPriced = (key) => above || all.some((each) => each.key === "/currency") || rows.slice(0, FEW_ROWS).some((row) => present(currencyBeside(row, key)));
  const claims = all.filter(({ key }) => Object.hasOwn(CLAIMS, nameOf(key)));
  const columns = all.map(({ key, name = nameOf(key), hidden }, index) => {
    const found = describeValues(name, valuesAt(rows, key), isFile);
    const place = isList(rows[0]) && /^\d+$/.test(name) && `Column ${Number(name) + 1}`;
    const label = place || (claims[1] && Object.hasOwn(CLAIMS, name) && CLAIMS[name]) || labelWithUnit(name, found.isFlag ? "boolean" : found.format?.name);
    const isCounted = AMOUNT_NAME.test(wordsOf(name)) || AMOUNT.test(nameOf(key)) || (found.format?.name === "number" && (SUM_NAME.test(wordsOf(name)) || (above && isCents(found.format, label))));
    const isMoney = isCounted && /^(integer|number)$/.test(found.format?.name) && isPriced(key);
    return { key, ...found, format: isMoney ? { name: "currency", ...(found.format.name === "integer" ? { whole: true } : { minor: false }) } : found.format, hidden: hidden || index >= 40, label, end: found.kind === "measure" };
  });
  for (const column of columns)
    if (columns.some((each) => each !== column && each.label === column.label)) column.label = memberLabel(nameOf(column.key));
  // Amounts that stand beside one another have all of them cents, or none.
  const money = columns.filter(({ format }) => nameOfFormat(format) === "currency");
  if (money.some(({ format }) => !format.whole)) for (const { format } of money) format.whole = undefined;
  if (given) return columns;
  // What another column says in every row needs no place.
  const said = new Set();
  const repeats = ({ key, kind }) => kind === "temporal" && rows[1] && said.size === said.add(JSON.stringify(valuesAt(rows, key))).size;
  for (const column of columns) column.hidden ||= isTold(column, columns) || repeats(column);
  const members = columns.map(({ key, kind, isLast, isBrief }) => {
    const words = wordsOf(nameOf(key));
    const values = valuesAt(rows, key);
    // A sentence describes a row and does not name it, nor does what many rows say, or few.
    const isSentence = /description$/.test(key) && values.some((each) => each?.length > INLINE);
    const long = isRare(values) || (kind === "category" ? roleOf(words, "text").role === "subject" : kind === "text" && isSentence);
    return { words, kind: kindOf(kind, values), inner: key.replace(WRAPPED, "").split("/").length > 2, last: isLast, long, brief: isBrief, apart: values[1] && new Set(values).size === values.length, few: kind === "category" || !values.every((value) => isSaid(value) && !isUrl(value)) };
  });
  return arranged(members, scope?.about).map((at) => columns[at]);
}

const CURRENCY_NAME = /currency( code)?$/;
const CODE = /^[a-z]{3}$/i;
/** Members among which an answer names its currency, where it does. */
const MOST_LOOKED = 40;

/** The one currency that an answer, the objects in it and what was asked name. */
export function currencyIn({ result, input } = {}) {
  const inner = isPlain(result) ? valuesOf(result).slice(0, MOST_LOOKED) : [];
  const named = [result, ...inner, input].filter(isPlain).flatMap(entriesOf).filter(([name, code]) => CURRENCY_NAME.test(wordsOf(name)) && CODE.test(code));
  const codes = new Set(named.map(([, code]) => code));
  return codes.size === 1 ? named[0][1] : undefined;
}

/** The currency that stands beside a member, under whatever name such codes have. */
function currencyBeside(row, key) {
  const beside = (name) => pointer(row, key.replace(/[^/]*$/, name));
  return beside("currency") ?? ["currency_code", "currencyCode", "unit", "Unit"].map(beside).find((code) => /^[A-Z]{3}$/.test(code));
}

/** Numbers behind which the unit beside them is written. */
const COUNTED = /^(value|quantity|qty|amount|result|reading)$/i;

/** Does a column name the currency, or the unit, in which others are written? */
export const isTold = ({ key }, columns) =>
  (/\/(currency|ccy)$/.test(key) && columns.some(({ format }) => nameOfFormat(format) === "currency")) ||
  (/\/unit$/.test(key) && columns.some((each) => COUNTED.test(nameOf(each.key)) && each.end));

/** The format that a plan gives, with what only values tell: whether moments are days, amounts whole, numbers money. */
function toldFormat(told, { kind, format: found }) {
  const [name, learnt] = [nameOfFormat(told), nameOfFormat(found)];
  if (told === undefined || (told === "datetime" && kind === "temporal")) return found;
  if (told === "date" && kind === "temporal") return { ...found, name: told };
  // Two decimals are what a plan gives to money of which no schema names the currency.
  if (name === "number" && told.least) return learnt === "currency" ? found : learnt === "integer" ? { ...told, least: 0 } : told;
  return learnt === name && /^(currency|percent)$/.test(name) ? { ...found, ...(!isText(told) && told) } : told;
}

/** The same for columns that keep what they say and learn the rest. */
export function toldColumnsOf(rows, told, scope) {
  const found = columnsOf(rows, told, scope);
  return told.map(({ name, align, ...column }, at) => ({
    ...found[at],
    ...column,
    format: toldFormat(column.format, found[at]),
    told: column.label !== undefined,
    stays: column.hidden === false,
    // What a program made of the name says less than what is made of the name and its values.
    label: column.label && column.label !== memberLabel(nameOf(column.key)) ? column.label : found[at].label,
    end: align ? align === "end" : found[at].end,
  }));
}

/** Rows with their columns; rows of arrays take their names from a first row of texts. */
export function asRows(list, scope) {
  const [first, ...rest] = list;
  const headed =
    list.every((row) => isList(row) && row.length <= first.length) &&
    first.every((each) => isText(each) && /^[\p{L}#]/u.test(each)) &&
    new Set(first).size === first.length &&
    (rest.length > 2 || rest.flat().some((each) => /^-?\d/.test(each)));
  const rows = headed ? named(first, rest) : list;
  return { list: rows, columns: columnsOf(rows, undefined, scope) };
}

/** A format of money without a currency takes that beside the value or above it: in cents where payment services write whole numbers of "eur". */
export function moneyIn(format, value, row, scope, key = "") {
  if (nameOfFormat(format) !== "currency" || format.currency) return format;
  const currency = currencyBeside(row, key) ?? row?.currency ?? currencyIn(scope);
  return CODE.test(currency) ? { minor: Number.isInteger(value) && /[a-z]/.test(currency), ...Object(format), name: "currency", currency: currency.toUpperCase() } : format.minor ? format : "number";
}

export const isBadge = (format) => nameOfFormat(format) === "badge";
export const nameOfFormat = (format) => format?.name ?? format;

/** The members of a value that columns name, as fields {label, value, format, tone}. */
export const fieldsOf = (row, columns, scope) => columns.map((column) => fieldOf(row, column, scope));

export function fieldOf(row, { key, label, format, tone, href }, scope) {
  const given = pointer(row, key);
  const unit = isNumber(given) && COUNTED.test(nameOf(key)) && pointer(row, key.replace(/[^/]*$/, "unit"));
  const value = isText(unit) && nameOfFormat(format) !== "currency" ? joined([formatted(given, "number"), unit], " ") : given;
  const found = isBadge(format) ? toneOf(value) : flagTone(wordsOf(nameOf(key)), value) === "bad" ? "bad" : undefined;
  const at = { ...scope, item: row };
  return { label, value, format: moneyIn(format, value, row, scope, key), tone: toneIn(tone, value, at) ?? found, href: href && evaluate(href, at) };
}

/** The tones of the values of a column of badges, by their texts; values without one stay neutral. */
export function tonesOf(rows, { key, format }) {
  const texts = isBadge(format) ? [...new Set(valuesAt(rows, key).map(textOf))] : [];
  return texts[0] === undefined ? undefined : Object.fromEntries(texts.map((text) => [text, toneOf(text)]).filter(([, tone]) => tone));
}
