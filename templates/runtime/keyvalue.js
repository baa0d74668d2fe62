// keyvalue.js: the members of one object, name beside value.

import { asWords, fieldWords, withUnit } from "./brief.js";
import { fieldsOf, INLINE, isBadge, isSaid, isTold, nameOf, toldColumnsOf, wordsOf } from "./columns.js";
import { evaluate } from "./expressions.js";
import { components, note } from "./outline.js";
import { leftOut } from "./table.js";
import { besideRows, roleOf, saysNothing } from "./roles.js";
import { flagTone } from "./tones.js";
import { escapePointer, isDateText, isList, isNested, isNumber, isText, isUrl, joined, pointer, present } from "./values.js";

components["key-value"] = ({ of, fields, inline, lead }, scope, context) => {
  const value = evaluate(of, scope);
  if (!isNested(value)) return null;
  // Not one member of those that were planned: this is other data, which another component may show.
  if (fields?.length && fields.every(({ key }) => pointer(value, key) === undefined)) return null;
  const all = fields
    ? [...fields, ...leftOut([value], fields, context).filter(({ hidden }) => !hidden)]
    : Object.keys(value).map((name) => ({ key: escapePointer(name), name }));
  const columns = toldColumnsOf([value], all, scope).filter(({ key, hidden }) => !hidden || pointer(value, key) !== undefined);
  const isAbove = lead && /"(table|chart|timeline|tabs)"/.test(JSON.stringify(context.spec.result));
  const near = inline || isAbove ? besideRows(value, context.input) : undefined;
  const worth = columns.filter(({ key }) => !saysNothing(wordsOf(nameOf(key)), pointer(value, key), near));
  if (!worth[0] && fields) return null;
  return inline ? lineOutline(fieldsOf(value, worth, scope)) : factsOutline(value, worth, scope, lead, isAbove);
};

/** Fields in one line of small print; amounts tell the currency. */
const lineOutline = (fields) => note("small", joined(fields.filter(({ label }) => !/currency( code)?$/i.test(label)).map(fieldWords), " · "));

/** Amounts that people look for first, best first. */
const DUE = ["remaining", "due", "balance", "total", "price", "amount", "result", "answer", "hand", "stock"];
/** Where there are none, the moment that is waited for. */
const EXPECTED = /\b(eta|est|estimated|expected|due|deadline|next)\b/;
const MOST_STATES = 3;
/** An object of fewer members is told in lines alone, but where all of them are states. */
const LEAST = 2;

/** Facts that stand above rows, each in its place, and those for which a line is enough: what comes first is to be seen with the rows. */
const MOST_ABOVE = 6;
const MOST_IN_LINE = 3;
/** Amounts that fit into a row of cards. */
const MOST_SUMS = 4;

/**
 * Members of an object as label and value; `lead`: its states and what is to be paid stand large above them, beside its name. Above rows
 * a few facts have a place; links, what programs tell things apart by and what is not given are small print.
 */
export function factsOutline(value, columns, scope, lead, isAbove) {
  const all = fieldsOf(value, columns, scope).map((field, at) => ({ ...field, ...columns[at], ...field, words: wordsOf(nameOf(columns[at].key)) }));
  const found = lead ? leadOf(all.filter((each) => !isTold(each, all))) : { rest: all };
  const told = (list) => list.map(({ as, label, value, format, tone }) => ({ as, ...(lead ? withUnit(label, value, format) : { label, value, format }), tone }));
  // Sums of which none is the one to be paid stand beside one another.
  const sums = lead && !found.first?.some(({ as, value }) => as === "figure" && isNumber(value)) ? found.rest.filter(({ format, value }) => isNumber(value) && format?.currency) : [];
  const figures = sums[1] && !sums[MOST_SUMS] ? sums : [];
  const { late = [], rest = [] } = Object.groupBy(found.rest.filter((each) => !figures.includes(each)), (each) => (isAbove && (!isSaid(each.value) || isUrl(each.value) || roleOf(each.words, isNumber(each.value) ? "number" : "text").rank > 4) ? "late" : "rest"));
  const placed = rest.splice(0, !isAbove ? rest.length : rest.length <= MOST_IN_LINE ? 0 : MOST_ABOVE);
  // Amounts tell the currency.
  const more = told([...rest, ...late].filter(({ value, words }) => isSaid(value) && !/currency( code)?$/.test(words)).map(inWords));
  const isThere = found.first?.[0] || figures[0] || placed[0] || more[0];
  return isThere && { type: "key-value", lead: found.first?.[0] && told(found.first), figures: figures[0] && told(figures), fields: withoutBlanks(told(placed)), more: more[0] && more, isAbove: isAbove || undefined };
}

/** In small print lists are words. */
const inWords = (field) => (isList(field.value) ? { ...field, value: joined(field.value.map(asWords), ", ") } : field);

/** What stands first of some fields, and the rest of them. */
function leadOf(all) {
  const stateOf = ({ format, tone, words, value }) => (present(value) && isBadge(format) ? tone ?? "" : flagTone(words, value));
  // "Status: running" says the same as "Running: yes".
  const isTwice = ({ words, value }) => value === true && all.some((other) => isBadge(other.format) && String(other.value).toLowerCase() === words.split(" ").at(-1));
  const states = all.filter((field) => present(stateOf(field)) && !isTwice(field)).sort((a, b) => (stateOf(b) === "bad") - (stateOf(a) === "bad"));
  const amounts = all.filter(({ format, value, words }) => isNumber(value) && (format?.name === "currency" || /^(result|answer)$|\b(balance|due|on hand|in stock)$/.test(words)));
  const due = DUE.map((word) => amounts.findLast(({ words }) => words.split(" ").at(-1) === word)).find(Boolean) ?? all.find(({ words, value }) => EXPECTED.test(words) && isDateText(value));
  const named = (role) => all.filter(({ words, value }) => isText(value) && value.length <= INLINE && roleOf(words, "text").role === role);
  const names = named("name");
  const own = names.find(({ key }) => !key.includes("/", 1));
  const name = own ?? (due || states[0] ? names[0] ?? named("subject")[0] : names[1] ? undefined : names[0]);
  if (!(states[0] || due || name) || all.length < Math.min(LEAST, states.length || LEAST)) return { rest: all };
  const chosen = new Map([[name, "name"], ...states.slice(0, MOST_STATES).map((field) => [field, "state"]), [due, "figure"]]);
  chosen.delete(undefined);
  return { first: [...chosen].map(([field, as]) => ({ ...field, as, tone: as === "state" ? stateOf(field) : field.tone })), rest: all.filter((field) => !chosen.has(field)) };
}

/** More members that have no value, or do not hold, are named in one line. */
const MOST_BLANK = 2;
const blankOf = ({ value }) => (!isSaid(value) ? "Not given" : value === false ? "No" : "there");

function withoutBlanks(fields) {
  const groups = Object.groupBy(fields, blankOf);
  const many = groups.there ? ["No", "Not given"].filter((label) => groups[label]?.length > MOST_BLANK) : [];
  const lines = many.map((label) => ({ label, value: groups[label].map((each) => each.label).join(", ") }));
  return [...fields.filter((field) => !many.includes(blankOf(field))), ...lines];
}
