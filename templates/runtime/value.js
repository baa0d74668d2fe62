// value.js: one value drawn in place, in a cell or after its name.
// needs: dom.js format.js labels.js parts.js columns.js

const isNested = (value) => value !== null && typeof value === "object";
const isPlain = (value) => isNested(value) && !Array.isArray(value);
const INLINE = 60;

/** `column`: {format, kind} as columns.js finds them; `year: false` leaves out this year in dates. */
function valueNode(value, column = {}, context = {}) {
  if (value === null || value === undefined) return h("span.dim", { title: value === null && "None (null)" }, "–");
  if (value === "") return h("span", { class: "dim mono" }, '""');
  if (isNested(value) && !column.format) return nestedNode(value, context);
  const name = column.format?.name ?? column.format;
  if (name === "badge") return badge(value);
  if (isUrl(value)) return externalLink(value, formatValue(value, "url"), context);
  const told = name ? formatValue(value, column.format) : plainText(value);
  if (/^[^\s@]+@[^\s@.]+\.[^\s@]+$/.test(told)) return externalLink("mailto:" + told, told, context);
  if (typeof value === "string" && /^#([\da-f]{3}){1,2}$/i.test(value)) return swatch(value);
  // What is written another way than it came says on demand what exactly came.
  if (told !== String(value) && !isNested(value))
    return isDateText(value) ? h("time", { datetime: value, title: value }, told) : h("span", { title: String(value) }, told);
  return typeof value === "string" ? longText(told) : told;
}

const plainText = (value) => {
  if (typeof value === "number") return plainNumber(value);
  return isDateText(value) ? formatValue(value, "datetime") : textOf(value);
};

const swatch = (colour) => {
  const mark = h("i", { class: "swatch" });
  mark.style.background = colour;
  return h("span", {}, mark, colour);
};

/** Text cut at three lines, with the rest behind "more". */
function longText(text) {
  if (text.length <= 240 && text.split("\n", 4).length < 4)
    return h("span", { dir: "auto", class: text.includes("\n") ? "lines" : null }, text);
  const body = h("span", { class: "lines clip", dir: "auto" }, cut(text, 1e5));
  const more = h(
    "button",
    {
      type: "button",
      class: "link small",
      "aria-expanded": "false",
      onclick: () => {
        const open = body.classList.toggle("clip");
        more.textContent = open ? "more" : "less";
        more.setAttribute("aria-expanded", String(!open));
      },
    },
    "more",
  );
  return h("span", {}, body, more);
}

const memberText = ([key, each]) => {
  const { format } = describeValues(key, [each]);
  return `${labelWithUnit(key, format?.name)} ${each === "" ? '""' : format ? formatValue(each, format) : plainText(each) || "–"}`;
};

const sizeOf = (value) =>
  Array.isArray(value) ? plural(value.length, "item") : plural(Object.keys(value).length, "member");

/** Small nested values are told in one line; larger ones become a button that opens them below. */
function nestedNode(value, context) {
  const list = Array.isArray(value);
  const members = list ? value : Object.values(value);
  const told = members.some(isNested)
    ? ""
    : list
      ? members.map(plainText).join(" · ")
      : Object.entries(value).map(memberText).join(" · ");
  if (!members.length) return h("span", { class: "dim" }, list ? "none" : "{}");
  if (told && (told.length <= (list ? 160 : 80) || !context.render))
    return list && told.length <= INLINE ? tagRow(members) : h("span", { dir: "auto", title: JSON.stringify(value) }, told);
  if (context.openBelow) return context.openBelow(value);
  const pane = h("div", { class: "near" });
  const draw = () =>
    context.render({ type: "tree", props: { of: { $item: "" }, open: 2 } }, { ...context.scope, item: value });
  return h("div", {}, foldButton("sm", sizeOf(value), pane, { make: draw }), pane);
}

const tagRow = (members) =>
  h(
    "span",
    { class: "row tags" },
    members.map((each) => [h("span", { class: "badge tag", dir: "auto" }, plainText(each) || '""'), " "]),
  );

/** Any value as words in running text: dates and numbers as people write them. */
const valueText = (value) =>
  value === null || value === undefined ? "" : isNested(value) ? cut(JSON.stringify(value), 160) : plainText(value);

/** A list as it is, the values of a map, or null. */
const listOf = (value) => (Array.isArray(value) ? value : isPlain(value) ? Object.values(value) : null);

/** Fill `node` with the first `step` entries; a button below brings as many again, so that all come in a few clicks. */
function inSteps(node, rows, step, draw) {
  let shown = 0;
  const add = () => {
    node.append(...rows.slice(shown, shown + step).map((row, index) => draw(row, shown + index)));
    shown += step;
  };
  add();
  if (shown >= rows.length) return node;
  const more = button(
    "sm",
    "",
    () => {
      step = shown;
      add();
      label();
    },
    { "data-more": "" },
  );
  const label = () => {
    more.textContent = `Show ${numberText(Math.min(shown, rows.length - shown))} more`;
    told.textContent = `${numberText(Math.min(shown, rows.length))} of ${numberText(rows.length)}`;
    more.hidden = shown >= rows.length;
  };
  const told = h("span", { class: "small dim", role: "status" });
  label();
  return h("div", { class: "stack" }, node, h("div", { class: "row" }, more, told));
}
