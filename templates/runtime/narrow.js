// narrow.js: what gives way where a table is wider than its place: space first, then texts, which go below the name, then the least important columns.

import { isEmpty } from "./data.js";
import { isBadge, isRare, nameOf, nameOfFormat, roleAt, valuesAt, wordsOf } from "./columns.js";
import { isAsked } from "./roles.js";

/** Texts that fit below a name in small print, and figures where no more than these are left. */
const MOST_BELOW = 3;
const MOST_FIGURES = 2;
/** Pixels below which a state stands below the name rather than that a figure goes. */
const SMALL = 440;
/** Pixels that a column takes on average where it can be read without effort. */
const ROOM = 88;
/** Columns that are tried again once others have gone. */
const MOST_BACK = 4;
/** Roles from this rank on tell rows apart to programs, or are there to be opened. */
const LATE = 5;

/** Words; "Yes" below a name says little. */
const isText = ({ kind, format, shade, isFlag }) => /text|category/.test(kind) && !shade && !isFlag && /^(text|choice)$/.test(nameOfFormat(format) ?? "text");

/** The column of the name, below which others may stand: no kind or code where there is something else. */
export const hostOf = (columns) => {
  const texts = columns.filter(isText);
  return texts.find(({ key, kind }) => kind === "text" && !/(code|type|kind)$/i.test(key)) ?? texts[0] ?? columns[0];
};

/** What programs tell rows apart by, what is there to be opened, and what few rows have. */
function isLate({ key, kind, isLast, isBrief }, rows) {
  const values = valuesAt(rows, key);
  // Nobody reads an address of forty letters without a gap.
  if (kind === "nested" || isLast || isRare(values) || values.every((value) => /^\S{30}/.test(value))) return true;
  // What is mostly zero tells little, but for what people look for.
  if (kind === "measure" && rows.length > 3 && isRare(values.map((each) => each || ""))) return !DECISIVE.test(wordsOf(nameOf(key)));
  return !isBrief && roleAt(key, /text|category/.test(kind) ? "text" : "number").rank >= LATE;
}

const RECORDED = /(created|updated|modified|changed|listed|last)[^/]*$/i;
const DUE = /(due|deadline|expires|promised)[^/]*$/i;
const BEGINS = /(depart|kickoff)[^/]*$|\/starts?(_?at)?$/i;
/** Numbers that people choose by. */
const DECISIVE = /\b(points|pts|score|total|amount|price( per \w+)?|net( \w+)?|gross|due|balance|gain|change|value|majority|delay|overdue|rating|available|on hand|in stock|remaining|free|left)( pct| percent| min)?$/;

const isDecisive = ({ key, kind }) => kind === "measure" && DECISIVE.test(wordsOf(nameOf(key)));

/** Do the rows come in the order of this figure? */
function isRanking({ key, kind }, rows) {
  const values = kind === "measure" ? valuesAt(rows, key) : [];
  return 2 * new Set(values).size > values.length && values.every((value, at) => !at || value <= values[at - 1]);
}

/** How well the texts of a column tell rows apart to people: where more than which kind and how to reach whom. */
function tellingOf({ key }, rows, asked) {
  const { role } = roleAt(key);
  return new Set(valuesAt(rows, key)).size * (isAsked(wordsOf(nameOf(key)), asked) ? 4 : 1) * ({ place: 2, way: 3, contact: 0.2, choice: 0.5 }[role] ?? 1);
}

/** Known states stay longest, then when something begins, what rows are judged and ranked by, and money; when a row was written says least. */
function worthOf(column, rows, asked) {
  const { key, format, kind, tones } = column;
  if (isBadge(format) && !isEmpty(tones)) return 8;
  if (kind === "temporal" && BEGINS.test(key)) return 7;
  if (isDecisive(column) || isAsked(wordsOf(nameOf(key)), asked)) return 6;
  if (isRanking(column, rows)) return 5;
  if (nameOfFormat(format) === "currency" || DUE.test(key)) return 4;
  if (nameOfFormat(format) === "percent") return 3;
  if (kind === "temporal") return RECORDED.test(key) ? 0 : 3;
  return isBadge(format) ? 1 : 2;
}

/** Where there is little room, are states and moments told below the name as well? */
const canWait = ({ key, format, kind }) => isBadge(format) || (kind === "temporal" && !BEGINS.test(key));

/** Columns in the order in which they give way, each with its new place: "below" the name or "away" in the opened row. */
function givingWay(columns, rows, asked, isSmall) {
  const [host, last] = [hostOf(columns), columns.toReversed()];
  const rest = last.filter((each) => each !== host && !each.shade && !each.stays);
  for (const column of rest) column.worth = tellingOf(column, rows, asked);
  const { late = [], texts = [], others = [] } = Object.groupBy(rest, (each) => (isLate(each, rows) ? "late" : isText(each) ? "texts" : "others"));
  texts.sort((a, b) => a.worth - b.worth);
  const below = texts.map((column, at) => [column, at < texts.length - MOST_BELOW ? "away" : "below"]);
  const away = (all, left = []) => all.map((column) => [column, isBadge(column.format) || left.includes(column) ? "below" : "away"]);
  // What rows are measured by first is more than what is measured besides.
  const first = columns.find(({ kind }) => kind === "measure");
  const worth = (each) => (each === columns[0] || each.orders ? 9 : isSmall && canWait(each) ? 1 : worthOf(each, rows, asked) + (each === first) / 2);
  others.sort((a, b) => worth(a) - worth(b));
  return [...away(late), ...below, ...away(others, others.filter((each) => worthOf(each, rows, asked) > 0).slice(-MOST_FIGURES))];
}

/** Has `fit` called once a box is shown, before it is painted, and whenever its width has changed. */
export function watchWidth(box, fit) {
  let width = 0;
  const look = () => width !== (width = box.clientWidth) && fit();
  queueMicrotask(look);
  // In a frame of its own: a change of what is observed would be a loop.
  new ResizeObserver(() => requestAnimationFrame(look)).observe(box);
}

/** Gives columns that show their places, one after the other, until the table fits into its box; `draw` is called after each change. */
export function giveWay(box, rows, shownOf, draw, asked) {
  const { classList } = box.firstChild;
  const roomOf = ({ end, label }) => Math.min(ROOM, end ? 24 + 8 * Math.max(...label.split(" ").map(({ length }) => length)) : ROOM);
  /** Are there more columns than could all be seen whole? Those of a matrix are read as one. */
  const isCrowded = (columns) => columns[3] && columns.reduce((sum, each) => sum + roomOf(each), 0) > box.clientWidth && !columns.some(({ shade }) => shade);
  const isFull = () => box.scrollWidth > box.clientWidth + 1 || isCrowded(shownOf());
  const isSmall = box.clientWidth < SMALL;
  // Where there is little room only what is told below the name may come back: others would crowd it out.
  const back = isSmall ? "below" : "away";
  const gone = [];
  for (; isFull(); draw()) {
    const [next] = classList.contains("tight") ? givingWay(shownOf(), rows, asked, isSmall) : [[{}]];
    if (!next) return;
    classList.add("tight");
    next[0].place = next[1];
    if (next[1] === back && !(isSmall && (isText(next[0]) || canWait(next[0])))) gone.unshift(next[0]);
  }
  // One that was wide may have left room for others.
  for (const column of gone.slice(isSmall ? 0 : 1, 1 + MOST_BACK)) {
    column.place = undefined;
    draw();
    if (!isFull()) continue;
    column.place = back;
    draw();
  }
}
