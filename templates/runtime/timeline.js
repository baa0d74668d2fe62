// timeline.js: rows along time, grouped by day.
// needs: dom.js result.js format.js expressions.js value.js

const TIMELINE_STEP = 20;

components.timeline = (props, scope, context) => {
  const rows = listOf(evaluate(props.rows, scope));
  if (!rows) return null;
  const events = rows.map((row, index) => eventOf(props, { ...scope, item: row, index }, context));
  const ways = new Set(events.map(({ time }, index) => Math.sign(time - events[index - 1]?.time)));
  if (ways.has(1) && ways.has(-1)) events.sort((a, b) => (b.time || 0) - (a.time || 0));
  const body = h("div.stack");
  const draw = (query) => {
    const found = events.filter(({ words }) => words.toLowerCase().includes(query));
    body.replaceChildren(found.length ? eventDays(found, context) : h("p.dim", "Nothing matches."));
  };
  draw("");
  const find = rows.length >= 8 && findField(`Search ${plural(rows.length, "entry", "entries")}`, draw);
  return h("div.stack", h("div.bar", find), body);
};

/** A row as {time, words, day(), node()}; bare times in seconds or milliseconds since 1970. */
function eventOf({ at, title = ITEM, meta }, scope, { heading }) {
  const when = evaluate(at, scope);
  const read = readDate(when);
  const time = read.date.getTime();
  const known = isNumber(time);
  const words = textOf(evaluate(title, scope));
  const about = [evaluate(meta, scope)].flat().map(valueText).filter(Boolean).join(" · ");
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
  return inSteps(h("div.stack"), events, TIMELINE_STEP, place);
}
