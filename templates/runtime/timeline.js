// timeline.js: events along time.

import { scopesOf } from "./brief.js";
import { toldColumnsOf } from "./columns.js";
import { components, ITEM } from "./components.js";
import { evaluate } from "./expressions.js";
import { belowOf } from "./meta.js";
import { toneIn } from "./tones.js";
import { isText, isWords, readDate, Words } from "./values.js";
import { words } from "./words.js";

components.timeline = ({ rows, at, until, title = ITEM, fields = [], tone, ...below }, scope, context) => {
  const list = scopesOf(evaluate(rows, scope), scope);
  const columns = list && toldColumnsOf(list.map(({ item }) => item), fields);
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
export function timelineOutline(given, { headingLevel }) {
  const timed = given.map(({ about, ...event }) => [Number(readDate(event.when).date), { ...event, title: words(event.title), about: about && shortened(about) }]);
  const ways = new Set(timed.map(([at], index) => Math.sign(at - timed[index - 1]?.[0])));
  if (ways.has(1) && ways.has(-1)) timed.sort(([a], [b]) => (b || 0) - (a || 0));
  // What happens within an hour is told to the second.
  const seconds = Math.abs(timed[0][0] - timed.at(-1)[0]) < 36e5;
  return { type: "timeline", level: headingLevel, seconds, events: timed.map(([, event]) => event) };
}
