// grid.js: a table of rows and typed columns; sorting, search and paging work on the array, only one page is in the document.

import { draws } from "./components.js";
import { fill, h, say } from "./dom.js";
import { pointer } from "./expressions.js";
import { isNested, isText, plural, written } from "./format.js";
import { labelOf } from "./labels.js";
import { sorted } from "./order.js";
import { foldButton, scrollBox } from "./parts.js";
import { SEARCH_FROM } from "./table.js";
import { groupRows } from "./table-groups.js";
import { columnPane, rowTests, rowWords } from "./tablefilter.js";
import {
  createFinder, downloadButtons, inLanguage, largeNote, MANY_ROWS, shownOf, tablePager, WHOLE_ROWS,
} from "./tableparts.js";
import { rowListeners, toggleRow } from "./tablerow.js";
import { findField, valueNode } from "./value.js";

/** `all`: indices of the rows that may show; `sort` as docs/components.md has it, `search` and `size` as table.js decides. */
draws.table = ({ rows: list, columns, heading, all = [...list.keys()], sort, group, size, search }, context) => {
  const { length } = list;
  const title = written(heading);
  const groups = group && groupRows(list, columns, group, context);
  const many = length >= SEARCH_FROM;
  let page = 0;
  let seen;
  let order = [];
  const name = title || labelOf(context.tool?.name ?? "rows");
  const head = h("thead");
  const body = h("tbody");
  const pager = tablePager((step) => {
    if (!step) size = WHOLE_ROWS;
    page = step && page + step;
    draw();
  });
  const find = createFinder((found, more) => {
    if (more && !found.length) return (pager.told.textContent = "Searching…");
    order = sorted(found, list, sort, inLanguage());
    order = groups?.together(order) ?? order;
    page = 0;
    draw();
  });
  let query = "";
  const wordsAt = rowWords(list, columns);
  const arrange = () => find(all, rowTests(list, columns, query, wordsAt));
  const sortBy = (key, at) => {
    const { key: old, descending } = sort ?? {};
    sort = old !== key ? { key } : descending ? null : { key, descending: true };
    arrange();
    head.querySelectorAll("button")[at].focus();
  };
  const lineOf = (index, at) => {
    const row = list[index];
    const open = () => toggleRow(line, row, columns, context);
    const line = h("tr", { "data-index": index, ...rowListeners(open, context.announce) });
    return fillRow(line, row, at, shownOf(columns), context);
  };
  const draw = () => {
    const shown = shownOf(columns);
    const from = page * size;
    const here = order.slice(from, from + size);
    const now = [...shown.map(({ key }) => key), here].join();
    head.replaceChildren(headRow(shown, sort, sortBy));
    pager.update(from, from + here.length, order.length, length);
    // Rows that stay are not drawn again.
    if (now === seen) return;
    seen = now;
    const lines = here.map(lineOf);
    body.replaceChildren(...lines);
    groups?.addHeads(lines);
  };
  const tools = h(
    "div.bar",
    title && say("h" + context.headingLevel, title),
    search &&
      findField(`Search ${plural(length, "row")}`, (text) => {
        query = text;
        arrange();
      }),
    (many || columns[8] || columns.some(({ hidden }) => hidden)) && columnPane(list, columns, many, draw, arrange),
    many && downloadButtons(() => order.map((index) => list[index]), columns, name, context),
  );
  const box = scrollBox(name, h("table", say("caption.sr", name), head, body));
  const large = length > MANY_ROWS && largeNote(size, length);
  arrange();
  // The words of many rows are ready when somebody begins to type.
  if (length > MANY_ROWS) setTimeout(() => createFinder(() => {})(all, [wordsAt]), 100);
  return h("div.stack", tools, box, pager.node, large);
};

const headRow = (columns, sort, sortBy) =>
  h(
    "tr",
    columns.map(({ key, label, end }, at) => {
      const way = sort?.key === key && (sort.descending ? "descending" : "ascending");
      const press = h("button", { type: "button", dir: "auto", onclick: () => sortBy(key, at) }, label);
      return h(end ? "th.num" : "th", { scope: "col", "aria-sort": way }, press);
    }),
  );

/** The cells of a row; one cell of all rows that show can be reached by Tab. */
function fillRow(line, row, down, columns, context) {
  const openBelow = (label, make) => {
    const below = h("tr.below");
    const fillIn = () => (line.after(below), h("td", { colspan: columns.length }, make()));
    const toggle = foldButton("badge tag", label, below, { make: fillIn });
    toggle.className = "badge tag";
    return toggle;
  };
  const inner = { ...context, openBelow };
  const cells = columns.map((column, at) => {
    const value = pointer(row, column.key);
    const wide = isNested(value) || (isText(value) && /^(?=.{29}).*\s/s.test(value));
    const look = column.end ? ".num" : wide ? ".text" : "";
    return h((at ? "td" : "th") + look, { scope: !at && "row", tabindex: at + down ? -1 : 0 }, valueNode(value, column, inner));
  });
  return fill(line, {}, cells);
}
