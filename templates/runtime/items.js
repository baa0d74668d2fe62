// items.js: texts and figures that a spec names, and rows below one another: lists with boxes where rows are done or not, cards, events along time, transcripts.

import { asWords, briefly, fieldWords, fitsInLine, scopesOf } from "./brief.js";
import { columnsOf, fieldsOf, isAlike, isSaid, moneyIn, toldColumnsOf, wordsOf } from "./columns.js";
import { evaluate } from "./expressions.js";
import { anyOutline, belowHeading, components, ITEM, note } from "./outline.js";
import { toneIn, toneOf } from "./tones.js";
import {
  formatted, isDateText, isList, isNested, isNumber, isText, isWords, joined, pointer, present, pretty, readDate, words, Words,
} from "./values.js";

components.text = (props, scope, context) => {
  const value = evaluate(props.of, scope);
  if (!present(value)) return null;
  return isNested(value) ? anyOutline(value, context) : { type: "text", text: words(value) };
};

components.markdown = (props, scope) => {
  const text = words(evaluate(props.of, scope));
  return String(text).trim() ? { type: "markdown", text } : null;
};

/** A language that people speak, and no programs are written in. */
export const SPOKEN = /^(?!(cs|go|hs|js|kt|md|ml|pl|py|rb|rs|sh|tf|ts|vb)$)[a-z]{2}([-_][A-Z]{2})?$/;

components["code-block"] = (props, scope, context) => {
  const value = evaluate(props.of, scope);
  const language = words(evaluate(props.language, scope));
  if (isText(value) && SPOKEN.test(language)) return anyOutline(value, context);
  return present(value) ? { type: "code-block", text: isWords(value) ? value : pretty(value), language } : null;
};

components.diff = (props, scope) => {
  const text = words(evaluate(props.of, scope));
  return text ? { type: "diff", text } : null;
};

components["stat-cards"] = (props, scope) => {
  const stats = isList(props.stats) ? props.stats.map((stat) => evaluate(stat, scope)) : [];
  const there = stats.filter(({ value }) => present(value));
  return there[0] ? { type: "stat-cards", stats: there.map((stat) => ({ ...stat, tone: toneIn(stat.tone, stat.value, scope), format: stat.format ? moneyIn(stat.format, stat.value, {}, scope) : foundFormat(stat, scope) })) } : null;
};

/** A share of a whole is told in percent, money with its currency. */
function foundFormat({ label, value }, scope) {
  const row = { [wordsOf(label)]: value };
  const [{ key, format }] = columnsOf([row], undefined, scope);
  const told = isNumber(value) && moneyIn(format, value, row, scope, key);
  return told?.ratio || told?.currency ? told : undefined;
}

components.badges = (props, scope) => {
  const values = [evaluate(props.of, scope)].flat().filter(present);
  const badgeOf = (item) => ({ text: words(item), tone: toneIn(props.tone, item, { ...scope, item }) ?? toneOf(words(item)) });
  return values.length ? { type: "badges", badges: values.map(badgeOf) } : null;
};

components["progress-bar"] = (props, scope) => {
  const [value, max] = [evaluate(props.value, scope), evaluate(props.max, scope) ?? 100];
  if (!isNumber(value) || !(max > 0)) return null;
  const told = max === 100 ? formatted(value, "percent") : words(asWords(value), " of ", asWords(max));
  return { type: "progress-bar", label: words(evaluate(props.label, scope)) || "Progress", value, max, told };
};

/** What rows become, made of those that somebody asks for; of all of them in JSON. */
const mapped = (rows, make) => ({
  length: rows.length,
  slice: (from, to) => rows.slice(from, to).map((row, at) => make(row, from + at)),
  toJSON: () => rows.map((row, at) => make(row, at)),
});

/** A component of rows: `make` gets the scope of each of them, the rows themselves and the columns of their `fields`; null where no rows are. */
const ofRows = (make) => (props, scope, context) => {
  const scopes = scopesOf(evaluate(props.rows, scope), scope);
  const rows = scopes?.map(({ item }) => item);
  return scopes && make({ scopes, rows, columns: toldColumnsOf(rows, props.fields ?? [], scope) }, props, context);
};

components.list = ofRows(({ scopes, rows, columns: all }, props) => {
  const bare = ["meta", "fields", "body", "done", "tone"].every((name) => !(name in props)) && JSON.stringify(props.title ?? ITEM) === JSON.stringify(ITEM);
  if (bare && fitsInLine(rows)) return { type: "tags", component: "list", values: rows };
  // What each row says stands once, below them.
  const { same = [], columns = [] } = Object.groupBy(all, (column) => (isAlike(rows, column) ? "same" : "columns"));
  const itemOf = (at) => ({
    title: evaluate(props.title ?? ITEM, at),
    href: evaluate(props.href, at),
    done: "done" in props ? Boolean(evaluate(props.done, at)) : undefined,
    tone: toneIn(props.tone, undefined, at),
    ...belowOf(props, columns, at),
  });
  const list = { type: "list", items: mapped(scopes, itemOf) };
  return same[0] ? { type: "stack", parts: [list, note("small", joined(fieldsOf(rows[0], same).map(fieldWords), " · "))] } : list;
});

components.cards = ofRows(({ scopes, columns }, props, context) => {
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
  return { type: "cards", strip: Boolean(props.strip), cards: mapped(scopes, cardOf) };
});

components.timeline = ofRows(({ scopes, columns }, { at, until, title = ITEM, tone, ...below }, context) => {
  const eventAt = (row) => {
    const { meta: about, ...more } = belowOf(below, columns, row);
    return { when: evaluate(at, row), until: evaluate(until, row), title: evaluate(title, row), about, ...more, tone: toneIn(tone, undefined, row) };
  };
  return scopes[0] ? timelineOutline(scopes.map(eventAt), context) : null;
});

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

components["message-list"] = ofRows(({ scopes }, { role, text, at }, context) => {
  const messageOf = (row) => {
    const [who, said, moment] = [role, text, at].map((each) => evaluate(each, row));
    const when = EPOCH.test(moment) ? Number(moment) : moment;
    const dated = isDateText(when) || isNumber(when);
    const message = { who: words(who) || "–", when: dated ? formatted(when, "relative") : words(when) };
    return present(said) ? { ...message, part: anyOutline(said, belowHeading(context), ["auto"]) } : message;
  };
  return { type: "message-list", messages: mapped(scopes, messageOf) };
});

/** {meta, fields, body} of a row: a text, the members that `columns` tell, each with the label that it was given, and a longer text. */
function belowOf({ meta, body }, columns, at) {
  const there = columns.filter(({ key }) => isSaid(pointer(at.item, key)));
  const named = there.map((column) => ({ ...column, label: column.told ? column.label : "" }));
  return { meta: briefly(evaluate(meta, at)), fields: fieldsOf(at.item, named, at), body: evaluate(body, at) };
}
