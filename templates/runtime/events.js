// events.js: events along time, grouped by day.

import { draws } from "./components.js";
import { h, say } from "./dom.js";
import { formatDate, nearDay, plural, readDate, reflowed, written } from "./format.js";
import { findField, inSteps } from "./value.js";

const EVENTS_STEP = 20;

draws.timeline = ({ events: given, seconds }, context) => {
  const events = given.map(({ when, title, about }) => ({ when, phrased: written(title), about: written(about), ...readDate(when) }));
  const inner = { ...context, seconds };
  const body = h("div.stack");
  const draw = (query) => {
    const found = events.filter(({ phrased, about }) => (phrased + "\n" + about).toLowerCase().includes(query));
    body.replaceChildren(found[0] ? eventDays(found, inner) : h("p.dim", "Nothing matches"));
  };
  draw("");
  const find = events[7] && findField(`Search ${plural(events.length, "entry", "entries")}`, draw);
  return h("div.stack", h("div.bar", find), body);
};

const dayOf = (event) =>
  isNaN(event.date)
    ? "No date"
    : (nearDay(event) ?? formatDate(event.when, "date", { year: false, weekday: "short" }).replace(",", ""));

function eventNode({ when, phrased, about, date, day }, level, seconds) {
  const [, head, rest] = /(.*)\s*([^]*)/.exec(phrased);
  const top = say("h" + Math.min(6, level + 1) + ".label", head || "–");
  const clock = !day && !isNaN(date);
  return h(
    "li",
    h("div", top, rest && say("p.small lines", reflowed(rest)), about && say("p.small dim", about)),
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
