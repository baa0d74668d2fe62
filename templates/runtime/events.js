// events.js: events along time, grouped by day.

import { draws } from "./components.js";
import { h, say } from "./dom.js";
import { dayText, formatDate, nearDay, plural, readDate, reflowed, textOf, written } from "./format.js";
import { signOf } from "./parts.js";
import { belowNode, findField, inSteps } from "./value.js";

const EVENTS_STEP = 20;

draws.timeline = ({ events: given, seconds }, context) => {
  const events = given.map(({ title, ...event }) => ({ ...event, phrased: written(title), ...readDate(event.when) }));
  // Of what has an end one looks for the time first.
  const inner = { ...context, seconds, spans: events.some(({ until }) => until) };
  const body = h("div.stack");
  const draw = (query) => {
    const found = events.filter((event) => wordsIn(event).includes(query));
    body.replaceChildren(found[0] ? eventDays(found, inner) : h("p.dim", "Nothing matches"));
  };
  draw("");
  const find = events[7] && findField(`Search ${plural(events.length, "entry", "entries")}`, draw);
  return h("div.stack", h("div.bar", find), body);
};

const wordsIn = ({ phrased, about, body }) => [phrased, written(about), body].map(textOf).join("\n").toLowerCase();

const dayOf = (event) =>
  isNaN(event.date)
    ? "No date"
    : (nearDay(event) ?? formatDate(event.when, "date", { year: false, weekday: "short" }).replace(",", ""));

function eventNode(event, level, context) {
  const { when, until, phrased, about: meta, date, day, tone } = event;
  const [, head, rest] = /(.*)\s*([^]*)/.exec(phrased);
  const top = say("h" + Math.min(6, level + 1) + ".label", signOf(tone), head || "–");
  const clock = !day && !isNaN(date);
  const ends = until && until !== when && (clock && dayText(when) === dayText(until) ? formatDate(until, "time") : day && "until " + formatDate(until, "date", { year: false }));
  const told = [clock && formatDate(when, "time", { seconds: context.seconds && !ends }), ends].filter(Boolean).join(clock ? "–" : "");
  return h(
    context.spans ? "li.span" : "li",
    { "data-tone": tone },
    h("div", top, rest && say("p.small lines", reflowed(rest)), belowNode({ ...event, meta }, context)),
    told && h("time.small dim", { datetime: date.toISOString(), title: when }, told),
  );
}

/** Sections by day, 20 entries at a time. */
function eventDays(events, context) {
  const { headingLevel } = context;
  let last, list;
  const place = (event) => {
    const now = dayOf(event);
    const opens = now !== last;
    if (opens) list = h("ol.time");
    last = now;
    list.append(eventNode(event, headingLevel, context));
    return opens ? h("section.near", say("h" + headingLevel + ".small dim", now), list) : "";
  };
  return inSteps(h("div.stack"), events, EVENTS_STEP, place);
}
