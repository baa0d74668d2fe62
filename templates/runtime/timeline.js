// timeline.js: rows along time, grouped by day.
// needs: dom.js result.js format.js expressions.js value.js

const TIMELINE_STEP = 20;

components.timeline = (props, scope, context) => {
  const rows = listOf(evaluate(props.rows, scope));
  if (!rows) return null;
  const events = rows.map((row, index) => eventOf(props, row, { ...scope, item: row, index }));
  const times = events.map(({ time }) => time).filter(Boolean);
  const [up, down] = [1, -1].map((way) => times.some((time, index) => (time - times[index - 1]) * way > 0));
  if (up && down) events.sort((a, b) => (b.time || 0) - (a.time || 0));
  const body = h("div.stack");
  const draw = (query) => {
    const found = events.filter(({ title, meta }) => (title + "\n" + meta).toLowerCase().includes(query));
    body.replaceChildren(found.length ? eventDays(found, context) : h("p.dim", "Nothing matches."));
  };
  draw("");
  const find = rows.length >= 8 && h("div.bar", findField(`Search ${plural(rows.length, "entry", "entries")}`, draw));
  return h("div.stack", find, body);
};

const dayText = (date, timeZone, options = { year: "numeric", month: "numeric" }) =>
  intlText("DateTimeFormat", { timeZone, day: "numeric", ...options }, date);

/** A row as {at, time, date, timeZone, day, title, meta}; `others` are columns that make the meta; bare times in seconds or milliseconds since 1970. */
function eventOf({ at, title = { $item: "" }, meta, others }, row, scope) {
  const when = evaluate(at, scope);
  const { date, timeZone } = isDateText(when) || isNumber(when) ? readDate(when) : {};
  const time = date?.getTime() || undefined;
  const more = others?.map(({ key }) => valueText(pointer(row, key))).filter(Boolean);
  return {
    at: when,
    time,
    date,
    timeZone,
    day: time && dayText(date, timeZone),
    title: textOf(evaluate(title, scope)),
    meta: more?.join(" · ") ?? textOf(evaluate(meta, scope)),
  };
}

/** "Today", "Yesterday", "Wed 18 Nov"; the year where it is not this one. */
function dayName({ at, day, date, timeZone }) {
  if (!day) return "No date";
  const isAgo = (days) => day === dayText(Date.now() - days * 864e5, locality.timeZone);
  const options = { weekday: "short", month: "short", ...(!thisYear(at) && { year: "numeric" }) };
  return isAgo(0) ? "Today" : isAgo(1) ? "Yesterday" : dayText(date, timeZone, options).replace(",", "");
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

function eventNode({ at, date, time, title, meta }, { heading }) {
  const [head, ...words] = title.split("\n");
  const more = words.join("\n").trim();
  return h(
    "li",
    h(
      "div",
      say("h" + Math.min(6, heading + 1), head || "–"),
      more && say("p.small lines", more),
      meta && say("p.small dim", meta),
    ),
    time && !isDay(at) && !isMonth(at) && h("time.small dim", { datetime: date.toISOString(), title: at }, formatDate(at, "time")),
  );
}
