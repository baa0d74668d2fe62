// rowkinds.js: rows that are more than a table: search hits, tasks, an agenda, events. src/genui/baseline/rowkinds.py plans the same.

import { nameOf, roleAt, wordsOf } from "./columns.js";
import KINDS from "./rowkinds.json" with { type: "json" };
import { entriesOf, escapePointer, isMoment, isText, objectOf, pointer, present } from "./values.js";

/** The names that tell of each part of such rows, best first. */
export const NAMES = objectOf(entriesOf(KINDS).map(([part, names]) => [part, names.split(" ")]));

/** Members of a search hit or a task that fit below its title; rows of more are a table. */
const MOST_OF_HIT = 7;
/** Members beside a moment and words about it that an event may have; numbers among them, where somebody caused it or it has a text. */
const MOST_BESIDE = 4;
const MOST_FIGURES = 3;

const item = ({ key }) => ({ $item: key });
const wordOf = (key) => wordsOf(nameOf(key)).replaceAll(" ", "_");

/** [type, props] of the component that such rows want, nothing where they are a table; `columns` as columnsOf finds them. */
export function rowKind(rows, columns) {
  const first = (names, fits, but) => names.map((name) => columns.find((each) => each !== but && wordOf(each.key) === name && fits(each))).find(Boolean);
  const all = (test) => ({ key }) => rows.every((row) => !present(pointer(row, key)) || test(pointer(row, key)));
  const text = all(isText);
  return hits(columns, (names) => first(names, text)) ?? tasks(columns, first, text, all) ?? agenda(columns, first, text) ?? events(rows, columns, first, text) ?? conversation(columns, first, text);
}

const isFlat = (columns) => columns.length <= MOST_OF_HIT && columns.every(({ kind }) => kind !== "nested");
const fieldsBut = (columns, ...told) => columns.filter((each) => !told.includes(each)).map(({ key, label, format }) => ({ key, label, format }));

function hits(columns, first) {
  const [title, body, link] = [NAMES.titles, NAMES.snippets, NAMES.addresses].map(first);
  if (!title || !body || !link || !isFlat(columns)) return undefined;
  const fields = [{ key: link.key, format: "url" }, ...fieldsBut(columns, title, body, link)];
  return ["list", { title: item(title), href: item(link), body: item(body), fields }];
}

function tasks(columns, first, text, all) {
  const done = first(NAMES.done, all((value) => typeof value === "boolean"));
  const title = first(NAMES.tasks, text);
  return done && title && isFlat(columns) ? ["list", { title: item(title), done: item(done), fields: fieldsBut(columns, done, title) }] : undefined;
}

const isTime = ({ kind }) => kind === "temporal";

function agenda(columns, first, text) {
  const [start, end, title] = [first(NAMES.starts, isTime), first(NAMES.stops, isTime), first(NAMES.happenings, text)];
  const aside = columns.filter((each) => text(each) && each.kind !== "temporal" && /^(place|person)$/.test(roleAt(each.key).role));
  return start && end && title ? ["timeline", { at: item(start), until: item(end), title: item(title), meta: beside(aside.map(item)) }] : undefined;
}

function conversation(columns, first, text) {
  const [named, said, title] = [NAMES.people, NAMES.sayings, ["subject", ...NAMES.titles]].map((names) => first(names, text));
  const who = named ?? columns.find((each) => roleAt(each.key).role === "person" && text(each));
  const at = columns.find(isTime) ?? first(["ts"], text);
  return who && said && at && !title ? ["message-list", { role: item(who), text: item(said), at: item(at) }] : undefined;
}

/** The small print of an event; what is absent takes the point before it along. */
const beside = (items) => ({ $concat: items.flatMap((each, at) => (at ? [" · ", each] : [each])) });

function events(rows, columns, first, text) {
  const times = columns.filter(isTime);
  const title = first(NAMES.happenings, text) ?? columns.find(({ key }) => /\b(message|title|subject|summary|event|description|action|text)$/.test(wordsOf(nameOf(key))));
  if (rows.length < 2 || !times[0] || !title || !rows.some((row) => isMoment(pointer(row, times[0].key)))) return undefined;
  const body = first(NAMES.bodies, text, title);
  const nameIn = ({ key, kind }) => kind === "nested" && NAMES.people.includes(wordOf(key)) && NAMES.names.map((name) => key + escapePointer(name)).find((path) => rows.every((row) => isText(pointer(row, path))));
  const people = columns.map(nameIn).filter(Boolean);
  const isAside = (each) => each !== title && each !== times[0] && each !== body && !nameIn(each);
  const { measure = [], nested = [], others = [] } = Object.groupBy(columns.filter(isAside), ({ kind }) => (/^(measure|nested)$/.test(kind) ? kind : "others"));
  const isGraded = others.some(({ format, key }) => format?.name === "badge" && /(level|severity|priority)$/.test(key));
  if (nested[0] || isGraded || others.length > MOST_BESIDE || measure.length > (people[0] || body ? MOST_FIGURES : 0)) return undefined;
  const isLong = ({ key }) => columns.some((each) => wordOf(each.key) === "short_" + wordOf(key));
  const { words = [], more = [] } = Object.groupBy(others.filter((each) => !isLong(each)), (each) => (text(each) && !isTime(each) && !each.format ? "words" : "more"));
  const meta = beside([...people.map((key) => ({ $item: key })), ...words.map(item)]);
  return ["timeline", { at: item(times[0]), title: body ? { $concat: [item(title), "\n", item(body)] } : item(title), meta, fields: fieldsBut(more) }];
}
