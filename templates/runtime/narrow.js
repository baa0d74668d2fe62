// narrow.js: what gives way where a table is wider than its place: space first, then texts, which go below the name, then the least important columns.

import { isEmpty } from "./data.js";
import { isBadge, isRare, nameOf, nameOfFormat, roleAt, valuesAt, wordsOf } from "./columns.js";

/** Texts that fit below a name in small print. */
const MOST_BELOW = 3;
/** More turns would let columns come and go without end. */
const MOST_TURNS = 4;
/** Roles from this rank on tell rows apart to programs, or are there to be opened. */
const LATE = 5;

/** Words; "Yes" below a name says little. */
const isText = ({ kind, format, shade, isFlag }) => /text|category/.test(kind) && !shade && !isFlag && /^(text|choice)$/.test(nameOfFormat(format) ?? "text");

/** The column of the name, below which others may stand. */
export const hostOf = (columns) => columns.find((each) => isText(each)) ?? columns[0];

/** What programs tell rows apart by, what is there to be opened, and what few rows have. */
function isLate({ key, kind, isLast, isBrief }, rows) {
  if (kind === "nested" || isLast || isRare(valuesAt(rows, key))) return true;
  return !isBrief && roleAt(key, /text|category/.test(kind) ? "text" : "number").rank >= LATE;
}

const RECORDED = /(created|updated|modified|listed|last)[^/]*$/i;
/** Numbers that people choose by. */
const DECISIVE = /\b(points|pts|score|total|amount|price|net( \w+)?|due|balance|gain|change|result|value)( pct| percent)?$/;

/** Is this a figure by which people choose, or in the order of which the rows come? */
function isDecisive({ key, kind }, rows) {
  if (kind !== "measure") return false;
  const falls = (value, at, all) => !at || value <= all[at - 1];
  const values = valuesAt(rows, key);
  return DECISIVE.test(wordsOf(nameOf(key))) || (2 * new Set(values).size > values.length && values.every(falls));
}

/** Columns in the order in which they give way, each with its new place, "below" the name or "away" in the opened row, and whether it may return. */
function givingWay(columns, rows) {
  const [host, last] = [hostOf(columns), columns.toReversed()];
  const rest = last.filter((each) => each !== host && !each.shade);
  const { late = [], texts = [], others = [] } = Object.groupBy(rest, (each) => (isLate(each, rows) ? "late" : isText(each) ? "texts" : "others"));
  const below = texts.map((column, at) => [column, at < texts.length - MOST_BELOW ? "away" : "below"]);
  const away = (all) => all.map((column) => [column, isBadge(column.format) ? "below" : "away", all === others]);
  // What rows are ranked and judged by stays longest, then money, what they begin with, known states and others; when a row was written says least.
  const worthOf = (each) => (isDecisive(each, rows) ? 5 : each.format?.name === "currency" ? 4 : each === columns[0] ? 3 : each.kind === "temporal" && RECORDED.test(each.key) ? 0 : isBadge(each.format) ? 1 + 2 * !isEmpty(each.tones) : 2);
  others.sort((a, b) => worthOf(a) - worthOf(b));
  return [...away(late), ...below, ...away(others)];
}

/** Has `fit` called once a box is shown, before it is painted, and whenever its width has changed. */
export function watchWidth(box, fit) {
  let width = 0;
  const look = () => width !== (width = box.clientWidth) && fit();
  queueMicrotask(look);
  // In a frame of its own: a change of what is observed would be a loop.
  new ResizeObserver(() => requestAnimationFrame(look)).observe(box);
}

/** Gives columns that show their places until the table fits into its box; `draw` is called after each change. */
export function giveWay(box, rows, shownOf, draw) {
  const table = box.firstChild;
  const gone = [];
  let turn = 0;
  for (let over; (over = box.scrollWidth - box.clientWidth) > 1; draw()) {
    if (!table.classList.contains("tight")) {
      table.classList.add("tight");
      continue;
    }
    const columns = shownOf();
    const [heads] = table.rows;
    const all = givingWay(columns, rows);
    if (!all[0]) return;
    for (const [column, place, returns] of all) {
      if (over <= 1) break;
      const width = heads.cells[columns.indexOf(column)].offsetWidth;
      column.place = place;
      over -= width;
      if (returns) gone.push([column, width]);
    }
    // Where a wide column has made room, narrow ones that went before it come back.
    for (const [column, width] of turn++ < MOST_TURNS ? gone.toReversed() : [])
      if (column.place && width <= -over) {
        column.place = undefined;
        over += width;
      }
  }
}
