// events.js: events along time, grouped by day.
// needs: dom.js format.js value.js

const EVENTS_STEP = 20;

/** Events {when, title, about}, newest first where they come in no order; bare times in seconds or milliseconds since 1970. */
function timelineNode(given, context) {
  const events = given.map((event) => eventOf(event, context));
  const ways = new Set(events.map(({ time }, index) => Math.sign(time - events[index - 1]?.time)));
  if (ways.has(1) && ways.has(-1)) events.sort((a, b) => (b.time || 0) - (a.time || 0));
  const body = h("div.stack");
  const draw = (query) => {
    const found = events.filter(({ words }) => words.toLowerCase().includes(query));
    body.replaceChildren(found.length ? eventDays(found, context) : h("p.dim", "Nothing matches."));
  };
  draw("");
  const find = events.length >= 8 && findField(`Search ${plural(events.length, "entry", "entries")}`, draw);
  return h("div.stack", { "data-component": "timeline" }, h("div.bar", find), body);
}

/** An event as {time, words, day(), node()}. */
function eventOf({ when, title, about }, { heading }) {
  const read = readDate(when);
  const time = read.date.getTime();
  const known = isNumber(time);
  const words = textOf(title);
  return {
    time,
    words: words + "\n" + about,
    day: () =>
      known
        ? (nearDay(read) ?? formatDate(when, "date", { year: false, weekday: "short" }).replace(",", ""))
        : "No date",
    node() {
      const [, head, rest] = /(.*)\s*([^]*)/.exec(words);
      const top = say("h" + Math.min(6, heading + 1), head || "–");
      const clock = known && !read.day;
      return h(
        "li",
        h("div", top, rest && say("p.small lines", rest), about && say("p.small dim", about)),
        clock && h("time.small dim", { datetime: read.date.toISOString(), title: when }, formatDate(when, "time")),
      );
    },
  };
}

/** Sections by day, 20 entries at a time. */
function eventDays(events, { heading }) {
  let last, list;
  const place = ({ day, node }) => {
    const now = day();
    const opens = now !== last;
    if (opens) list = h("ol.time");
    last = now;
    list.append(node());
    return opens ? h("section.near", say(`h${heading}.small dim`, now), list) : "";
  };
  return inSteps(h("div.stack"), events, EVENTS_STEP, place);
}
