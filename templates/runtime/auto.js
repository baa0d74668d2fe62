// auto.js: looks at a value and outlines it the way a thoughtful person would.

import { asWords, briefly, CODE, fieldWords, fitsInLine, memberWords, nameIn } from "./brief.js";
import { chartOutline } from "./chart-kinds.js";
import { chartFor, chartProps } from "./chart-rules.js";
import {
  AMOUNT, asRows, CALLED, columnsOf, COUNTED_IN, describeValues, fieldsOf, isEpoch, isTelling, labelWithUnit, memberLabel, nameOf, roleAt, TITLE, valuesAt, wordsOf,
} from "./columns.js";
import { isEmpty, readText } from "./data.js";
import { ASIDE, isAbout, isMeta, isOk, leavesOf, seeThrough, sideBySide, withNames, WRAPPER } from "./envelopes.js";
import { evaluate } from "./expressions.js";
import { factsOutline } from "./keyvalue.js";
import { isFile, resourceOutline } from "./media.js";
import { anyOutline, belowHeading, blockOutline, components, ITEM, later, note, titledAs } from "./outline.js";
import { besideRows, saysNothing } from "./roles.js";
import { isEdge, isNode } from "./tree.js";
import { NAMES, rowKind } from "./rowkinds.js";
import { shapeOfText } from "./shapes.js";
import { PROGRAM_RANK, tableOutline } from "./table.js";
import {
  entriesOf, escapePointer, formatted, isDateText, isList, isNested, isNumber, isPlain, isText, joined, keys, objectOf, pointer, present, textOf, valuesOf, words,
} from "./values.js";
import { SPOKEN } from "./items.js";

components.auto = (props, scope, context) => {
  const value = evaluate(props.of ?? { $path: "/result" }, scope);
  const { data, source } = context.read ?? {};
  return withSource(autoOutline(value, context), value === data && source);
};

const AUTO_DEPTH = 4;
const deeper = (context) => ({ ...context, depth: (context.depth ?? 0) + 1 });
const isDeep = ({ depth = 0 }) => depth >= AUTO_DEPTH;

/** Nothing for nothing there; otherwise always an outline. */
export function autoOutline(value, context) {
  if (!present(value)) return null;
  if (isText(value)) return autoText(value, context);
  if (!isNested(value)) return { type: "value", value };
  return isList(value) ? autoList(value, context) : autoObject(value, context);
}

export const stacked = (...outlines) => {
  const parts = outlines.flat().filter(Boolean);
  return parts.length > 1 ? { type: "stack", parts } : (parts[0] ?? null);
};

function autoText(text, context) {
  if (!text.trim()) return null;
  if (isFile(text)) return resourceOutline({ blob: text }, context);
  const read = isDeep(context) ? { data: text } : readText(text);
  const { as, data, lead, trail, language, source } = isNested(read.data) ? read : { source: text, ...shapeOfText(read.data) };
  const node =
    isNested(data)
      ? withSource(autoOutline(data, deeper(context)) ?? NONE(), source)
      : as === "code"
        ? { type: "code-block", text: data, language }
        : as === "diff"
          ? { type: "diff", text: data }
          : anyOutline(data, context, [as]);
  return stacked(aside(lead, context), node, aside(trail, context));
}

/** Data that was read out of a text, and the text as it came one click below it, where it is more than a few words. */
const withSource = (outline, text) =>
  outline && text?.length >= 300
    ? stacked(outline, { type: "fold", label: "The text it was read from", part: { type: "code-block", text } })
    : outline;

const NONE = () => note("aside", "None.");

/** Words around data. */
const aside = (text, context) =>
  text && (shapeOfText(text).as === "markdown" ? anyOutline(text, context, ["markdown"]) : note("aside", text));

function autoList(given, context) {
  const list = timed(given);
  if (!list.length) return null;
  if (list.every(isContent))
    return stacked(list.map((item) => (item.type === "text" ? autoText(textOf(item.text), context) : blockOutline(item, context))));
  if (!list.some(isNested)) return scalarList(list, context);
  const objects = list.every(isPlain);
  if (objects && list.length === 1) return autoObject(list[0], context);
  if (objects && isRecursive(list)) return hierarchy(list);
  if (objects || list.every(isList)) return autoTable(list, context);
  return anyOutline(list, context, ["tree"]);
}

const isContent = (item) =>
  isPlain(item) &&
  /^(text|image|audio|video|resource(_link)?)$/.test(item.type) &&
  present(item.text ?? item.data ?? item.resource ?? item.uri);

/** Rows whose members hold rows of the same kind: a tree, not a table. */
function isRecursive(list) {
  const alike = (row) => keys(row).length > 1 && keys(row).every((name) => name in list[0]);
  const holds = ([name, each]) =>
    isList(each) && each[0] && each.every(isPlain) && (each.every(alike) || each.some((row) => isList(row[name])));
  const within = (row) => valuesOf(row).filter((each) => isPlain(each) && alike(each));
  return list.some((row) => entriesOf(row).some(holds) || within(row).some((each) => within(each)[0]));
}

function scalarList(list, context) {
  if (list.some((item) => isText(item) && (item.length > 200 || item.includes("\n"))))
    return stacked(list.map((item) => autoOutline(item, deeper(context))));
  const figures = list.length > FEW && list.every(isNumber) && list.map((value, entry) => ({ entry, value }));
  return (figures && ruledChart(figures, context, chartFor(figures))) || ({ type: fitsInLine(list) ? "tags" : "list", component: "list", values: list });
}

/** A chart of rows by the props that a rule found, with its table one click away. */
const ruledChart = (rows, context, props, table = () => tableOutline(asRows(rows), context)) =>
  props && chartOutline({ ...props, rows, table, tableFirst: table && !props.lead }, context);

/** So few rows that a chart and its table both fit, and that need no chart which tells less than they do. */
const FEW = 12;

/** The table, and a chart one click away where the rows have one; the chart first where it tells more. */
function autoTable(rows, context) {
  const [held, group] = heldRows(rows);
  const read = asRows(held, context.scope);
  const { list } = read;
  const columns = read.columns.map((column) => (group === column.key ? { ...column, hidden: true, isSame: true } : column));
  const table = () => tableOutline({ list, columns, group }, context);
  if (group) return table();
  // What steps say must not lie behind a line of their lengths.
  const chart = isOneUnit(list, columns) && !columns.some((each) => isProse(list, each)) && chartFor(list, columns);
  const [type, props] = (!chart?.lead && !chart?.beside && rowKind(list, columns)) || [];
  const told = type && components[type]({ ...props, rows: ITEM }, { ...context.scope, item: list }, context);
  if (told) return type === "list" ? told : { type: "switch", views: later({ [type === "timeline" ? type : "messages"]: told }, "table", table) };
  if (chart?.beside || (list.length <= FEW && chart?.lead)) return stacked(ruledChart(list, context, chart, false), table());
  return (list.length > FEW && ruledChart(list, context, chart, table)) || table();
}

/** Pairs of a time and a number, as monitors and markets answer, as rows; else the list as it is. */
function timed(list) {
  const isTime = (value) => isDateText(value) || isEpoch(value, "time");
  const isPair = (each) => isList(each) && each.length === 2 && isTime(each[0]) && isNumber(Number(each[1]));
  return list[2] && list.every(isPair) ? list.map(([time, value]) => ({ time, value: value && Number(value) })) : list;
}

/**
 * Of rows that do little more than hold rows, [each of those with what stands beside it, the key of its group]: costs by
 * service of each month; where they have a name, under that: dishes of a section. Of other rows nothing.
 */
function heldRows(rows) {
  if (!rows.every(isPlain)) return [rows];
  const isRows = (each) => isList(each) && each[0] && timed(each).every(isPlain);
  const name = keys(rows[0]).find((each) => rows.every((row) => isRows(row[each])));
  if (!name || !isMostOf(rows.map((row) => row[name]), rows)) return [rows];
  const isNamed = rows.every((row) => nameIn(row) && keys(row).length <= MOST_OF_GROUP && !entriesOf(row).some(([key, each]) => key !== name && isNested(each)));
  if (!isNamed && rows.some(nameIn)) return [rows];
  const besides = ({ [name]: _, ...beside }) => (isNamed ? { Group: groupName(beside) } : beside);
  return [rows.flatMap((row) => timed(row[name]).map((each) => (isNamed ? { ...each, ...besides(row) } : { ...besides(row), ...each }))), isNamed ? "/Group" : undefined];
}

/** Members of a group of rows, these among them. */
const MOST_OF_GROUP = 4;

/** What some rows are called that stand together, and what else is known of them. */
function groupName(row) {
  const called = nameIn(row);
  return joined([asWords(called), ...entriesOf(row).filter(([, each]) => each !== called).map(memberWords)], " · ");
}
/** The part of an answer from which on it is about the rows in its rows. */
const MOST_HELD = 0.6;
const isMostOf = (part, whole) => JSON.stringify(part).length >= MOST_HELD * JSON.stringify(whole).length;

/** Are numbers of these rows of one unit, as far as a column says? */
const isOneUnit = (rows, columns) =>
  columns.every(({ key, kind }) => kind === "measure" || roleAt(key).role !== "unit" || new Set(valuesAt(rows, key)).size < 2);
const isProse = (rows, { key, kind }) => kind === "text" && valuesAt(rows, key).filter((value) => isText(value) && value.length > 20 && value.includes(" ")).length * 2 > rows.length;

function autoObject(given, context) {
  const whole = sideBySide(withNames(given));
  const { value, told, states } = seeThrough(whole, context.input);
  const { language } = whole;
  const main = () => (isText(value) && isText(language) && !SPOKEN.test(language) ? { type: "code-block", text: value, language } : autoOutline(value, deeper(context)));
  if (value !== whole) return stacked(states[0] && { type: "badges", badges: states }, isEmpty(value) ? NONE() : main(), told && note("small", told));
  const graph = graphOutline(value, context);
  if (graph) return graph;
  const entries = entriesOf(value);
  const count = entries.length;
  if (!count) return null;
  const nested = entries.filter(([, each]) => isNested(each));
  if ((nested.length === 1 || nested.every(([, each]) => isPlain(each))) && isRecursive([value])) return hierarchy([value]);
  if (count > 1 && isPeers(value)) return autoTable(entries.map(([Name, each]) => ({ Name, ...each })), context);
  const stats = count > 1 && valuesOf(value).every(isNumber) ? entries.map(figureOf) : [];
  if (stats.some(({ format }) => format?.name !== "text")) {
    const named = count > 8 || entries.some(([name]) => memberLabel(name) === name);
    const bars = named && count <= 30 && ruledChart(entries.map(([name, value]) => ({ name, value })), context, BARS_BY_NAME);
    if (bars) return bars;
    if (count <= 8)
      return { type: "stat-cards", level: context.headingLevel, stats };
  }
  return membersOutline(value, context);
}

/** A graph where one list has the ends of edges between the rows, or words, of another; what it does not tell stands below. */
function graphOutline(value, context) {
  const lists = entriesOf(value).filter(([, each]) => isList(each) && each[0]);
  const [edges] = lists.filter(([name, each]) => NAMES.edges.includes(wordsOf(name)) && each.every(isEdge));
  const [nodes] = lists.filter(([name, each]) => name !== edges?.[0] && (NAMES.nodes.includes(wordsOf(name)) || edges?.[0] === "edges") && each.every(isNode));
  if (!edges || !nodes) return null;
  const dag = components.dag({ nodes: nodes[1], edges: edges[1] }, context.scope, context);
  const rest = membersOutline(objectOf(entriesOf(value).filter(([name]) => name !== edges[0])), context);
  return stacked({ ...dag, type: "dag" }, rest && { type: "fold", label: memberLabel(nodes[0]), part: rest });
}

const BARS_BY_NAME = chartProps("bar", { key: "/name" }, [{ key: "/value", label: "Value" }], true);

const figureOf = ([name, value]) => {
  const { format } = describeValues(name, [value]);
  return { label: labelWithUnit(name, format.name), value, format: /^(integer|number)$/.test(format.name) ? undefined : format };
};

/** A map of peers: objects that share most of their members. */
export function isPeers(value) {
  const each = valuesOf(value).map((item) => (isPlain(item) ? keys(item) : []));
  const all = new Set(each.flat());
  return all.size <= 12 && each.every((names) => names.length && names.length >= all.size * 0.6);
}

/** Hours by weekday, or an address, say together what they say. */
const isOneFact = (value) => isTelling(value) || (keys(value)[2] && valuesOf(value).every((each) => isText(each) && !isDateText(each)));

/** Members of a small object that stand among those of the one that holds it. */
const MOST_INLINE = 4;

/** Is this told beside its name, or below under a heading? */
function isInline(value) {
  if (!isNested(value)) return !isText(value) || (value.length <= 300 && value.split("\n", 6).length <= 5);
  const members = valuesOf(value);
  if (isPlain(value)) return members.length <= MOST_INLINE && !members.some(isNested);
  const few = isList(value);
  return !members.length || (few && !members.some(isNested) && JSON.stringify(value).length <= 120);
}

const isCarried = (name, value) => WRAPPER.test(name) && isList(value) && value.some(isPlain);

const weightOf = (name, value) => (isCarried(name, value) ? 2 : isList(value) && /(items|lines)$/i.test(name) ? 1.5 : Number(!isList(value) || value.length > 1));

/** Plain members as a key-value, the others below it under their names. */
export function membersOutline(value, context) {
  const entries = entriesOf(value);
  const { fields: all = [], rest: parts = [] } = Object.groupBy(entries, ([, each]) => (isInline(each) ? "fields" : "rest"));
  const about = parts[1] ? entries.filter(([name, each]) => isNested(each) && !isEmpty(each) && isAbout([name, each])) : [];
  const rest = parts.filter((entry) => !about.includes(entry));
  // The rows that an answer carries come first, and what it says about itself last; that there is none of something adds nothing.
  rest.sort(([a, x], [b, y]) => weightOf(b, y) - weightOf(a, x));
  const fields = rest[0] ? all.filter((entry) => !isOk(entry) && !about.includes(entry) && !(isNested(entry[1]) && isEmpty(entry[1]))) : all;
  const rows = rest.find(([, each]) => isList(each) && each[1]);
  const within = ([name, each]) => {
    const key = escapePointer(name);
    // Counts say of what they are: "critical", not "summary critical".
    const bare = (valuesOf(Object(each)).every(Number.isInteger) || /^(summary|totals|stats|metrics|details)$/.test(name)) && !keys(each).some((inner) => inner in value || inner in Object(rows?.[1][0]));
    const isOuter = (inner) => CALLED.test(wordsOf(inner)) || (AMOUNT.test(inner) && keys(each).some((other) => COUNTED_IN.test(wordsOf(other))));
    const nameOfInner = (inner) => (isOuter(inner) ? name : (bare && keys(each)[1]) || inner.startsWith(name) ? inner : `${name.replace(/(?<![isu])s$/i, "")}_${inner}`);
    return isPlain(each) && keys(each)[0] && !isOneFact(each) ? keys(each).map((inner) => ({ key: key + escapePointer(inner), name: nameOfInner(inner) })) : { key };
  };
  // Its name comes first, links last, and what tells programs more than people after them.
  const asked = valuesOf(Object(context.input)).map(textOf);
  const lateness = ({ key, kind }) => {
    const { role, rank } = roleAt(key, kind === "measure" || kind === "key" ? "number" : "text");
    return role === "name" && !key.includes("/", 1) ? -1 : rank > 7 || (rest[0] && (role === "coordinate" || ASIDE.test(key) || asked.includes(textOf(pointer(value, key))))) ? 2 : Number(role === "link");
  };
  const isLate = (column) => lateness(column) > 1;
  const columns = columnsOf([value], fields.flatMap(within), context.scope).sort((a, b) => lateness(a) - lateness(b));
  const { measure = [], others = [], late = [] } = Object.groupBy(columns, (each) => (rest[0] && isLate(each) ? "late" : each.kind === "measure" ? "measure" : "others"));
  const isMostly = measure[1] && !measure[8] && (!others[0] || (measure[2] && !others[2]));
  const factsOf = (list) => list[0] && factsOutline(value, list, context.scope, true, Boolean(rows || context.isAbove));
  const cards = isMostly && { type: "stat-cards", level: context.headingLevel, stats: fieldsOf(value, measure, context.scope) };
  const facts = factsOf(isMostly ? others : columns.filter((each) => !late.includes(each)));
  const list = facts?.lead ? stacked(facts, cards) : stacked(cards, facts);
  const near = besideRows(value, context.input);
  const isSaying = (words, each) => !saysNothing(words, each, near);
  const minor = [
    ...fieldsOf(value, late.filter(({ key }) => isSaying(wordsOf(nameOf(key)), pointer(value, key))), context.scope).map(fieldWords),
    ...about.flatMap(leavesOf).filter(([name, each]) => isSaying(wordsOf(name), each)).map(memberWords),
  ];
  const small = minor[0] && note("small", joined(minor, " · "));
  if (isDeep(context) && rest.length) return stacked(list, anyOutline(objectOf(rest), context, ["tree"]));
  const sections = rest.map(([name, each], at) => {
    const isAbove = Boolean(rows && isPlain(each));
    const part = autoOutline(each, { ...deeper(belowHeading(context)), isAbove });
    // "Data" above the rows says nothing.
    return !part || (!at && isCarried(name, each)) ? part : titledAs(context.headingLevel, memberLabel(name), part);
  });
  // What takes more than a line stands below the rows that are most of the answer.
  const isLong = (each) => /key-value|stack/.test(each?.part?.type);
  if (rows && isMostOf(rows, value)) sections.sort((a, b) => isLong(a) - isLong(b));
  // What small objects say comes below the rows beside them.
  const isAside = !isMostly && (fields.every(([name, each]) => isPlain(each) || isMeta(name)) || isCarried(...(rest[0] ?? []))) && rest.some(([, each]) => isList(each));
  if (isAside) return stacked(sections, list, small);
  // What is measured is asked for more than what is written about it.
  const { figures = [], others: told = [] } = Object.groupBy(sections.filter(Boolean), ({ part }) => (list && part?.type === "stat-cards" ? "figures" : "others"));
  const lead = figures[0] && facts?.lead && { ...facts, fields: [], more: undefined };
  return stacked(lead, figures, lead ? { ...facts, lead: undefined } : list, told, small);
}

const hierarchy = (list) => ({ type: "hierarchy", component: "list", lines: kinLines(unnamed(list), 0) });
const unnamed = (list) => list.map((row) => ["", row]);

/** A hierarchy of [name, row] by its names: title, what else is known in small print; below it a list, or single kin such as father. */
function kinLines(kin, depth) {
  const lineOf = ([name, row]) => {
    const entries = entriesOf(row);
    const list = entries.find(([, each]) => isList(each) && each.some(isPlain));
    const inner = list ? [list] : entries.filter(([, each]) => isPlain(each) && keys(each)[1] in row);
    const [title, ...others] = entries
      // Small print of braces helps nobody: the raw result has them. Nor does what is not so, or none.
      .filter((entry) => !inner.includes(entry) && entry[1] && !isEmpty(entry[1]) && !isPlain(entry[1]))
      .sort(([a], [b]) => TITLE.test(wordsOf(b)) - TITLE.test(wordsOf(a)));
    const known = others.filter(([name]) => roleAt("/" + name).rank < PROGRAM_RANK).map((each) => kinWords(each, row));
    const line = { title: words(name && memberLabel(name) + ": ", title ? briefly(title[1]) : "–"), about: joined(known, " · ") };
    return inner[0] ? { ...line, open: depth < 4, lines: kinLines(list ? unnamed(list[1]) : inner, depth + 1) } : line;
  };
  return kin.map(lineOf);
}

/** A member of a line: words and what holds need no value or name beside them. The size of a file is one of bytes. */
function kinWords([name, value], { type }) {
  if (name === "size" && /file/i.test(type)) return formatted(value, "bytes");
  if (value === true) return memberLabel(name);
  return isText(value) && !CODE.test(value) ? briefly(value) : memberWords([name, value]);
}
