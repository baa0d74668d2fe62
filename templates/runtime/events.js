// events.js: events along time, grouped by day.

import { h, say } from "./dom.js";
import { formatDate, nearDay, plural, readDate, reflowed, textOf } from "./format.js";
import { signOf } from "./parts.js";
import { findField, inSteps } from "./value.js";

const EVENTS_STEP = 20;

/** The first figures of a hash say enough here; the table beside it has all of them. */
const shortened = (text) => text.replace(/\b[\da-f]{32,128}\b/gi, (hash) => hash.slice(0, 7));

/**
 * Events {when, title, about, tone, more: what is drawn in place of `about`}, newest first where they come in no order; bare
 * times in seconds or milliseconds since 1970.
 */
export function timelineNode(given, context) {
  const events = given.map(({ title, about, ...event }) => ({ ...event, phrased: textOf(title), about: about && shortened(about), ...readDate(event.when) }));
  const ways = new Set(events.map(({ date }, index) => Math.sign(date - events[index - 1]?.date)));
  if (ways.has(1) && ways.has(-1)) events.sort((a, b) => (+b.date || 0) - (+a.date || 0));
  // What happens within an hour is told to the second.
  const inner = { ...context, seconds: Math.abs(events[0].date - events.at(-1).date) < 36e5 };
  const body = h("div.stack");
  const draw = (query) => {
    const found = events.filter(({ phrased, about }) => (phrased + "\n" + about).toLowerCase().includes(query));
    body.replaceChildren(found[0] ? eventDays(found, inner) : h("p.dim", "Nothing matches"));
  };
  draw("");
  const find = events[7] && findField(`Search ${plural(events.length, "entry", "entries")}`, draw);
  return h("div.stack", { "data-component": "timeline" }, h("div.bar", find), body);
}

const dayOf = (event) =>
  isNaN(event.date)
    ? "No date"
    : (nearDay(event) ?? formatDate(event.when, "date", { year: false, weekday: "short" }).replace(",", ""));

function eventNode({ when, phrased, about, date, day, more, tone }, level, seconds) {
  const [, head, rest] = /(.*)\s*([^]*)/.exec(phrased);
  const top = say("h" + Math.min(6, level + 1) + ".label", signOf(tone), head || "–");
  const clock = !day && !isNaN(date);
  return h(
    "li",
    { "data-tone": tone },
    h("div", top, rest && say("p.small lines", reflowed(rest)), more ? more() : about && say("p.small dim", about)),
    clock && h("time.small dim", { datetime: date.toISOString(), title: when }, formatDate(when, "time", { seconds })),
  );
}

/** Sections by day, 20 entries at a time. */
function eventDays(events, { headingLevel, seconds }) {
  let last, list;
  const place = (event) => {
    const now = dayOf(event);
    const opens = now !== last;
    if (opens) list = h("ol.time");
    last = now;
    list.append(eventNode(event, headingLevel, seconds));
    return opens ? h("section.near", say("h" + headingLevel + ".small dim", now), list) : "";
  };
  return inSteps(h("div.stack"), events, EVENTS_STEP, place);
}
