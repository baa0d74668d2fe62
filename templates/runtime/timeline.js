// timeline.js: rows along time, grouped by day.
// needs: dom.js result.js format.js expressions.js value.js

const TIMELINE_STEP = 20;

components.timeline = (props, scope, context) => {
  const rows = listOf(evaluate(props.rows, scope));
  if (!rows) return null;
  const events = rows.map((row, index) => eventOf(props, row, { ...scope, item: row, index }));
  const times = events.map(({ time }) => time).filter((time) => !Number.isNaN(time));
  if (times.some((time, index) => time < times[index - 1]) && times.some((time, index) => time > times[index - 1]))
    events.sort((a, b) => (b.time || 0) - (a.time || 0));
  const body = h("div", { class: "stack" });
  const draw = (list) =>
    body.replaceChildren(list.length ? eventDays(list, context) : h("p", { class: "dim" }, "Nothing matches."));
  draw(events);
  const label = `Search ${plural(rows.length, "entry", "entries")}`;
  const oninput = ({ target }) =>
    draw(
      events.filter(({ title, meta }) =>
        (title + "\n" + meta).toLowerCase().includes(target.value.trim().toLowerCase()),
      ),
    );
  const find =
    rows.length >= 8 &&
    h(
      "div",
      { class: "bar" },
      h("input", { class: "find", type: "search", "aria-label": label, placeholder: label, oninput }),
    );
  return h("div", { class: "stack" }, find, body);
};

/** A row as {at, time, day, title, meta}; `others` are columns that make the meta; bare times in seconds or milliseconds since 1970. */
function eventOf({ at, title, meta, others }, row, scope) {
  const when = evaluate(at, scope);
  const { date, timeZone } = isDateText(when) || Number.isFinite(when) ? readDate(when) : {};
  const time = date?.getTime() ?? NaN;
  const day = Number.isNaN(time)
    ? ""
    : intlText("DateTimeFormat", { timeZone, year: "numeric", month: "numeric", day: "numeric" }, date);
  return {
    at: when,
    time,
    day,
    date,
    timeZone,
    title: textOf(evaluate(title ?? { $item: "" }, scope)),
    meta: others
      ? others.map(({ key }) => valueText(pointer(row, key))).filter(Boolean).join(" · ")
      : textOf(evaluate(meta, scope)),
  };
}

/** "Today", "Yesterday", "Wed 18 Nov"; the year where it is not this one. */
function dayName({ at, day, date, timeZone }) {
  if (!day) return "No date";
  const told = formatValue(at, "relative").split(",")[0];
  const recent = intlText(
    "DateTimeFormat",
    { timeZone: locality.timeZone, year: "numeric", month: "numeric", day: "numeric" },
    Date.now() - 864e5,
  );
  const options = {
    timeZone,
    weekday: "short",
    day: "numeric",
    month: "short",
    ...(thisYear(at) ? {} : { year: "numeric" }),
  };
  return /^[A-Z][a-z]+$/.test(told) && (day === recent || told === "Today")
    ? told
    : intlText("DateTimeFormat", options, date).replace(",", "");
}

/** Sections by day, 20 entries at a time. */
function eventDays(events, context) {
  let day;
  let list;
  const place = (event) => {
    const old = event.day === day && list;
    if (!old) list = h("ol", { class: "time" });
    day = event.day;
    list.append(eventNode(event, context));
    return old
      ? ""
      : h(
          "section",
          { class: "near" },
          h("h" + context.heading, { class: "small dim", dir: "auto" }, dayName(event)),
          list,
        );
  };
  return inSteps(h("div", { class: "stack" }), events, TIMELINE_STEP, place);
}

function eventNode({ at, time, title, meta }, context) {
  const [head, ...more] = title.split("\n");
  const words = more.join("\n").trim();
  const clock = Number.isNaN(time) || isDay(at) || isMonth(at) ? "" : formatValue(at, "time");
  return h(
    "li",
    {},
    h(
      "div",
      {},
      h("h" + Math.min(6, context.heading + 1), { dir: "auto" }, head || "–"),
      words ? h("p", { class: "small lines", dir: "auto" }, words) : null,
      meta ? h("p", { class: "small dim", dir: "auto" }, meta) : null,
    ),
    clock ? h("time", { class: "small dim", datetime: new Date(time).toISOString(), title: at }, clock) : null,
  );
}
