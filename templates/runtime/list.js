// list.js: rows below one another: lists with boxes where rows are done or not, cards, events along time, transcripts.

import { briefly, fieldWords, fitsInLine, scopesOf } from "./brief.js";
import { fieldsOf, isAlike, isSaid, toldColumnsOf } from "./columns.js";
import { belowHeading, components, ITEM } from "./components.js";
import { evaluate } from "./expressions.js";
import { mapped } from "./later.js";
import { anyOutline, note } from "./outline.js";
import { toneIn } from "./tones.js";
import { isDateText, isNumber, isText, isWords, pointer, present, readDate, Words } from "./values.js";
import { formatted, joined, words } from "./words.js";

components.list = (props, scope) => {
  const rows = scopesOf(evaluate(props.rows, scope), scope);
  if (!rows) return null;
  const bare = ["meta", "fields", "body", "done", "tone"].every((name) => !(name in props)) && JSON.stringify(props.title ?? ITEM) === JSON.stringify(ITEM);
  const values = rows.map(({ item }) => item);
  if (bare && fitsInLine(values)) return { type: "tags", component: "list", values };
  // What each row says stands once, below them.
  const { same = [], columns = [] } = Object.groupBy(toldColumnsOf(values, props.fields ?? [], scope), (column) => (isAlike(values, column) ? "same" : "columns"));
  const itemOf = (at) => ({
    title: evaluate(props.title ?? ITEM, at),
    href: evaluate(props.href, at),
    done: "done" in props ? Boolean(evaluate(props.done, at)) : undefined,
    tone: toneIn(props.tone, undefined, at),
    ...belowOf(props, columns, at),
  });
  const list = { type: "list", items: mapped(rows, itemOf) };
  return same[0] ? { type: "stack", parts: [list, note("small", joined(fieldsOf(values[0], same).map(fieldWords), " · "))] } : list;
};

components.cards = (props, scope, context) => {
  const rows = scopesOf(evaluate(props.rows, scope), scope);
  if (!rows) return null;
  const columns = toldColumnsOf(rows.map(({ item }) => item), props.fields ?? [], scope);
  const cardOf = (at) => {
    const { item: row } = at;
    const image = props.image && evaluate(props.image, at);
    return {
      title: briefly(evaluate(props.title, at)),
      subtitle: briefly(words(evaluate(props.subtitle, at))),
      image: image && components.image({ src: ITEM, alt: "" }, { ...at, item: image }, context),
      tone: toneIn(props.tone, undefined, at),
      fields: fieldsOf(row, columns, at).filter(({ value }) => present(value)),
      row,
    };
  };
  return { type: "cards", strip: Boolean(evaluate(props.strip, scope)), cards: mapped(rows, cardOf) };
};

components.timeline = ({ rows, at, until, title = ITEM, fields = [], tone, ...below }, scope, context) => {
  const list = scopesOf(evaluate(rows, scope), scope);
  const columns = list && toldColumnsOf(list.map(({ item }) => item), fields, scope);
  const eventAt = (row) => {
    const { meta: about, ...more } = belowOf(below, columns, row);
    return { when: evaluate(at, row), until: evaluate(until, row), title: evaluate(title, row), about, ...more, tone: toneIn(tone, undefined, row) };
  };
  return list?.[0] === undefined ? null : timelineOutline(list.map(eventAt), context);
};

/** The first figures of a hash and a name without its address say enough here; the table beside it has all. */
const shortened = (text) =>
  isText(text) ? text.replace(/\b[\da-f]{32,128}\b/gi, (hash) => hash.slice(0, 7)).replace(/ <\S+@[^\s>]+>/g, "") : isWords(text) ? new Words(text.parts.map(shortened)) : text;

/** Events {when, title, about}, newest first where they come in no order; bare times in seconds or milliseconds since 1970. */
function timelineOutline(given, { headingLevel }) {
  const timed = given.map(({ about, ...event }) => [Number(readDate(event.when).date), { ...event, title: words(event.title), about: about && shortened(about) }]);
  const ways = new Set(timed.map(([at], index) => Math.sign(at - timed[index - 1]?.[0])));
  if (ways.has(1) && ways.has(-1)) timed.sort(([a], [b]) => (b || 0) - (a || 0));
  // What happens within an hour is told to the second.
  const seconds = Math.abs(timed[0][0] - timed.at(-1)[0]) < 36e5;
  return { type: "timeline", level: headingLevel, seconds, events: timed.map(([, event]) => event) };
}

/** Seconds since 1970 as a text, as chats have them. */
const EPOCH = /^1\d{9}(\.\d+)?$/;

components["message-list"] = ({ role, text, at, rows }, scope, context) => {
  const messageOf = (row) => {
    const [who, said, moment] = [role, text, at].map((each) => evaluate(each, row));
    const when = EPOCH.test(moment) ? Number(moment) : moment;
    const dated = isDateText(when) || isNumber(when);
    const message = { who: words(who) || "–", when: dated ? formatted(when, "relative") : words(when) };
    return present(said) ? { ...message, part: anyOutline(said, belowHeading(context), ["auto"]) } : message;
  };
  const list = scopesOf(evaluate(rows, scope), scope);
  return list && { type: "message-list", messages: mapped(list, messageOf) };
};

/** {meta, fields, body} of a row: a text, the members that `columns` tell, each with the label that it was given, and a longer text. */
function belowOf({ meta, body }, columns, at) {
  const there = columns.filter(({ key }) => isSaid(pointer(at.item, key)));
  const named = there.map((column) => ({ ...column, label: column.told ? column.label : "" }));
  return { meta: briefly(evaluate(meta, at)), fields: fieldsOf(at.item, named, at), body: evaluate(body, at) };
}
