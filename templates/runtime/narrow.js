// narrow.js: what gives way where a table is wider than its place: space first, then texts, which go below the name, then the least important columns.

import { nameOf, wordsOf } from "./columns.js";
import { roleOf } from "./roles.js";

/** Texts that fit below a name in small print. */
const MOST_BELOW = 3;
/** Roles from this rank on tell rows apart to programs, or are there to be opened. */
const LATE = 5;

const isText = ({ kind, format, shade }) => /text|category/.test(kind) && !shade && (format?.name ?? format ?? "text") === "text";

const isBadge = ({ format }) => (format?.name ?? format) === "badge";

/** The column of the name, below which others may stand. */
export const hostOf = (columns) => columns.find((each) => isText(each)) ?? columns[0];

/** Columns in the order in which they give way, each with its new place: "below" the name or "away", in the opened row. */
function givingWay(columns) {
  const [host, last] = [hostOf(columns), columns.toReversed()];
  const rest = last.filter((each) => each !== host && each !== columns[0] && !each.shade);
  const { late = [], texts = [], others = [] } = Object.groupBy(rest, (each) =>
    each.kind === "nested" || roleOf(wordsOf(nameOf(each.key)), isText(each) ? "text" : "number").rank >= LATE ? "late" : isText(each) ? "texts" : "others",
  );
  const below = texts.map((column, at) => [column, at < texts.length - MOST_BELOW ? "away" : "below"]);
  const away = (all) => all.map((column) => [column, isBadge(column) ? "below" : "away"]);
  return [...away(late), ...below, ...away(others.slice(0, columns.some(({ shade }) => shade) ? undefined : -1))];
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
export function giveWay(box, shownOf, draw) {
  const table = box.firstChild;
  for (let over; (over = box.scrollWidth - box.clientWidth) > 1; draw()) {
    if (!table.classList.contains("tight")) {
      table.classList.add("tight");
      continue;
    }
    const columns = shownOf();
    const [heads] = table.rows;
    const all = givingWay(columns);
    if (!all[0]) return;
    for (const [column, place] of all) {
      if (over <= 1) break;
      column.place = place;
      over -= heads.cells[columns.indexOf(column)].offsetWidth;
    }
  }
}
