// timeline.js: rows along time, grouped by day.
// needs: dom.js result.js format.js expressions.js value.js

const TIMELINE_STEP = 20;

components.timeline = (props, scope, context) => {
  const rows = listOf(evaluate(props.rows, scope));
  if (!rows) return null;
  const events = rows.map((row, index) => eventOf(props, row, { ...scope, item: row, index }, context));
  const ways = new Set(events.map(({ time }, index) => Math.sign(time - events[index - 1]?.time)));
  if (ways.has(1) && ways.has(-1)) events.sort((a, b) => (b.time || 0) - (a.time || 0));
  const body = h("div.stack");
  const draw = (query) => {
    const found = events.filter(({ words }) => words.toLowerCase().includes(query));
    body.replaceChildren(found.length ? eventDays(found, context) : h("p.dim", "Nothing matches."));
  };
  draw("");
  const find = rows.length >= 8 && h("div.bar", findField(`Search ${plural(rows.length, "entry", "entries")}`, draw));
  return h("div.stack", find, body);
};

/**
 * A row as {time, day, words, name(), node()}; `others` are columns that make the meta; bare times in seconds or
 * milliseconds since 1970.
 */
function eventOf({ at, title = ITEM, meta, others }, row, scope, { heading }) {
  const when = evaluate(at, scope);
  const { date, timeZone, day: whole } = readDate(when);
  const time = date.getTime();
  const known = isNumber(time);
  const words = textOf(evaluate(title, scope));
  const more = others?.map(({ key }) => valueText(pointer(row, key))).filter(Boolean);
  const about = more?.join(" · ") ?? textOf(evaluate(meta, scope));
  const day = known && calendarDay(date, timeZone);
  return {
    time,
    day,
    words: words + "\n" + about,
    name: () => (known ? dayName(day, date, timeZone) : "No date"),
    node() {
      const [, head, rest] = /(.*)\s*([^]*)/.exec(words);
      const top = say("h" + Math.min(6, heading + 1), head || "–");
      const clock = known && !whole;
      return h(
        "li",
        h("div", top, rest && say("p.small lines", rest), about && say("p.small dim", about)),
        clock && h("time.small dim", { datetime: date.toISOString(), title: when }, formatDate(when, "time")),
      );
    },
  };
}

/** "Today", "Yesterday", "Wed 18 Nov"; the year where it is not this one. */
function dayName(day, date, timeZone) {
  const today = calendarDay(new Date(), locality.timeZone);
  const year = day.slice(0, 4) === today.slice(0, 4) ? undefined : "numeric";
  const options = { timeZone, weekday: "short", day: "numeric", month: "short", year };
  const ago = (Date.parse(today) - Date.parse(day)) / 864e5;
  return ["Today", "Yesterday"][ago] ?? intlText("DateTimeFormat", options, date).replace(",", "");
}

/** Sections by day, 20 entries at a time. */
function eventDays(events, { heading }) {
  let last, list;
  const place = ({ day, name, node }) => {
    const opens = !list || day !== last;
    if (opens) list = h("ol.time");
    last = day;
    list.append(node());
    return opens ? h("section.near", say(`h${heading}.small dim`, name()), list) : "";
  };
  return inSteps(h("div.stack"), events, TIMELINE_STEP, place);
}
