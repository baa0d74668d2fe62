// timeline.js: rows along time, grouped by day.
// needs: dom.js result.js format.js expressions.js value.js

const TIMELINE_STEP = 20;

components.timeline = (props, scope, context) => {
  const rows = listOf(evaluate(props.rows, scope));
  if (!rows) return null;
  const events = rows.map((row, index) => eventOf(props, row, { ...scope, item: row, index }));
  const ways = new Set(events.map(({ time }, index) => Math.sign(time - events[index - 1]?.time)));
  if (ways.has(1) && ways.has(-1)) events.sort((a, b) => (b.time || 0) - (a.time || 0));
  const body = h("div.stack");
  const draw = (query) => {
    const found = events.filter(({ title, meta }) => (title + "\n" + meta).toLowerCase().includes(query));
    body.replaceChildren(found.length ? eventDays(found, context) : h("p.dim", "Nothing matches."));
  };
  draw("");
  const find = rows.length >= 8 && h("div.bar", findField(`Search ${plural(rows.length, "entry", "entries")}`, draw));
  return h("div.stack", find, body);
};

/**
 * A row as {at, time, date, timeZone, day, clock, title, meta}; `others` are columns that make the meta; bare times in
 * seconds or milliseconds since 1970.
 */
function eventOf({ at, title = { $item: "" }, meta, others }, row, scope) {
  const when = evaluate(at, scope);
  const { date, timeZone, day } = readDate(when);
  const time = date.getTime();
  const known = isNumber(time);
  const more = others?.map(({ key }) => valueText(pointer(row, key))).filter(Boolean);
  return {
    at: when,
    time,
    date,
    timeZone,
    day: known && calendarDay(date, timeZone),
    clock: known && !day,
    title: textOf(evaluate(title, scope)),
    meta: more?.join(" · ") ?? textOf(evaluate(meta, scope)),
  };
}

/** "Today", "Yesterday", "Wed 18 Nov"; the year where it is not this one. */
function dayName({ day, date, timeZone }) {
  if (!day) return "No date";
  const today = calendarDay(new Date(), locality.timeZone);
  const year = day.slice(0, 4) === today.slice(0, 4) ? undefined : "numeric";
  const options = { timeZone, weekday: "short", day: "numeric", month: "short", year };
  const ago = (Date.parse(today) - Date.parse(day)) / 864e5;
  return ["Today", "Yesterday"][ago] ?? intlText("DateTimeFormat", options, date).replace(",", "");
}

/** Sections by day, 20 entries at a time. */
function eventDays(events, context) {
  let day, list;
  const place = (event) => {
    const opens = !list || event.day !== day;
    if (opens) list = h("ol.time");
    day = event.day;
    list.append(eventNode(event, context));
    return opens ? h("section.near", say(`h${context.heading}.small dim`, dayName(event)), list) : "";
  };
  return inSteps(h("div.stack"), events, TIMELINE_STEP, place);
}

function eventNode({ at, date, clock, title, meta }, { heading }) {
  const [, head, more] = /(.*)\s*([^]*)/.exec(title);
  return h(
    "li",
    h(
      "div",
      say("h" + Math.min(6, heading + 1), head || "–"),
      more && say("p.small lines", more),
      meta && say("p.small dim", meta),
    ),
    clock && h("time.small dim", { datetime: date.toISOString(), title: at }, formatDate(at, "time")),
  );
}
