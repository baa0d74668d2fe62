// grid.js: a table of rows and typed columns; sorting, search and paging work on the array, only one page is in the document. Rows open below themselves, stand
// in groups, and are summed up.

import { rowActions } from "./actions.js";
import { CODE, withUnit } from "./brief.js";
import { fieldOf, fieldsOf, isBadge, isSaid, isTold, moneyIn, nameOfFormat, valuesAt } from "./columns.js";
import { button, copied, copyText, fill, foldButton, h, say, scrollBox, signOf } from "./dom.js";
import { drawAll } from "./draw.js";
import { dayText, formatDate, formatValue, isNested, isNumber, isText, keyOf, offsetOf, plural, pointer, present, pretty, readDate, textOf, written } from "./format.js";
import { labelOf } from "./labels.js";
import { giveWay, hostOf, watchWidth } from "./narrow.js";
import { sorted } from "./order.js";
import { belowHeading, draws } from "./outline.js";
import { plainly } from "./roles.js";
import { shadesOf, shadeStyle } from "./shading.js";
import { isBlank, SEARCH_FROM } from "./table.js";
import { toneIn } from "./tones.js";
import { aggregate } from "./transforms.js";
import { belowNode, fieldNode, findField, keyValue, valueNode } from "./value.js";
import {
  columnPane, createFinder, downloadButtons, filterBar, filterOf, inLanguage, largeNote, MANY_ROWS, rowTests, rowWords, shownOf, tablePager, WHOLE_ROWS,
} from "./tabletools.js";

/** More filters would push the rows out of sight: a button shows them. */
const FEW_FILTERS = 2;

/** `all`: indices of the rows that may show; `sort` as docs/components.md has it, `search` and `size` as table.js decides. */
draws.table = (table, context) => {
  const { rows: list, columns, heading, all = [...list.keys()], group, search, summary, detail, tone } = table;
  let { sort, size } = table;
  const { length } = list;
  const title = written(heading);
  const groups = group && groupRows(list, columns, group, context);
  const many = length >= SEARCH_FROM && !table.plain;
  let page = 0;
  let seen;
  let order = [];
  const name = title || labelOf(context.tool?.name ?? "rows");
  const head = h("thead");
  const body = h("tbody");
  const foot = h("tfoot");
  const sums = h("p.small dim");
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
  const asked = plainly(JSON.stringify([context.tool?.name, context.tool?.title, context.input, context.scope.about]));
  let query = "";
  let box;
  const wordsAt = rowWords(list, columns);
  for (const column of columns) [column.day, column.zone, column.orders] = [oneDay(column), oneZone(list, column), column.key === sort?.key];
  const isAway = (column) => column.place === "away" || (column.hidden && !column.isSame && !isTold(column, columns) && !isBlank(list, column));
  const columnAt = (key) => columns.find((column) => column.key === key) ?? { label: key.slice(1) };
  const chosen = (table.filters ?? []).map((told) => filterOf(columnAt(told.key), all.map((index) => list[index]), told));
  const arrange = () => find(all, rowTests(list, chosen, query, wordsAt));
  const bar = chosen[0] && filterBar(chosen, arrange);
  const pane = chosen[FEW_FILTERS] && h("div.pane");
  const sortBy = (key, at) => {
    const { key: old, descending } = sort ?? {};
    sort = old !== key ? { key } : descending ? null : { key, descending: true };
    arrange();
    head.querySelectorAll("button")[at].focus();
  };
  const lineOf = (index, at) => {
    const row = list[index];
    const scope = { ...context.scope, item: row, index, key: keyOf(row) };
    const open = () => toggleRow(line, row, columns, { ...context, scope }, detail);
    const line = h("tr", { "data-index": index, "data-tone": toneIn(tone, undefined, scope), ...rowListeners(open, context.announce) });
    // States first: they are never cut off with the end of the line.
    const below = columns.filter(({ place }) => place === "below").sort((a, b) => isBadge(b.format) - isBadge(a.format) || b.worth - a.worth);
    // The rows of a matrix have no name to put an arrow before.
    const opens = detail || (columns.some((column) => isAway(column) || column.place === "below") && !columns.some(({ shade }) => shade));
    return fillRow(line, row, at, seenOf(), below, { ...context, scope }, opens && open);
  };
  /** The columns that show and have not given way. */
  const seenOf = () => shownOf(columns).filter(({ place }) => !place);
  let isChosen;
  const draw = () => {
    const shown = seenOf();
    const from = page * size;
    const here = order.slice(from, from + size);
    const now = [...shown.map(({ key }) => key), here].join();
    head.replaceChildren(headRow(shown, sort, sortBy));
    pager.update(from, from + here.length, order.length, length);
    if (summary || shown.some(({ aggregate }) => aggregate)) tellSums(order.map((index) => list[index]), shown);
    // Rows that stay are not drawn again.
    if (now === seen) return;
    seen = now;
    const lines = here.map(lineOf);
    body.replaceChildren(...lines);
    groups?.addHeads(lines);
    if (box?.isConnected) fit();
  };
  let isFitting;
  const fit = () => {
    // What gives way is drawn anew, and fits then.
    if (isChosen || isFitting) return;
    isFitting = true;
    giveWay(box, list, seenOf, draw, asked);
    isFitting = false;
  };
  const fitAnew = () => {
    box.firstChild.classList.remove("tight");
    for (const column of columns) column.place = undefined;
    draw();
    fit();
  };
  /** Who chooses columns sees them, however far they reach. */
  const drawChosen = () => ((isChosen = true), fitAnew());
  const tellSums = (rows, shown) => {
    sums.textContent = figuresOf(rows, summary ?? [], context.scope).map(({ value, format, label }) => `${formatValue(value, format ?? "number")} ${label}`).join(" · ");
    const totals = totalsOf(rows, shown, context.scope);
    foot.replaceChildren(...(totals.some(Boolean) ? [totalsRow(totals, shown)] : []));
  };
  const legends = shadesOf(columns, list);
  // Who planned columns left some out that a reader may want; what nobody planned stands in the opened row.
  const isPlanned = columns.some(({ told }) => told !== undefined) && (columns[8] || columns.some(({ hidden }) => hidden));
  const tools = [
    search &&
      findField(`Search ${plural(length, "row")}`, (text) => {
        query = text;
        arrange();
      }),
    pane && [foldButton("sm", "Filters", pane, { make: () => bar }), pane],
    (many || isPlanned) && columnPane(list, columns, many ? chosen : null, drawChosen, arrange),
    many && downloadButtons(() => order.map((index) => list[index]), columns, name, context),
  ];
  const top = h("div.bar", title && say("h" + context.headingLevel, title), tools);
  box = scrollBox(name, h("table" + (table.compact ? ".compact" : ""), say("caption.sr", name), head, body, foot));
  const large = length > MANY_ROWS && largeNote(size, length);
  arrange();
  watchWidth(box, fitAnew);
  // The words of many rows are ready when somebody begins to type.
  if (length > MANY_ROWS) setTimeout(() => createFinder(() => {})(all, [wordsAt]), 100);
  const isLone = !title && !search && !pane;
  return h("div.stack", !isLone && top, table.same && say("p.small dim", written(table.same)), !pane && bar, box, legends, summary && sums, pager.node, isLone && top, large);
};

/** The word of a figure that is no plain sum. */
const OP_WORDS = { mean: "Mean", median: "Median", min: "Least", max: "Most", count: "Count", distinct: "Different", first: "First" };

/** Totals below the columns; what they are is told at the start, or beside each where they differ. */
function totalsRow(totals, columns) {
  const ops = new Set(totals.filter(Boolean).map(({ op }) => op));
  const word = ops.size === 1 && !totals[0] ? (OP_WORDS[[...ops][0]] ?? "Total") : "";
  const cells = totals.map((total, at) => {
    const told = total && [!word && h("span.small dim", (OP_WORDS[total.op] ?? "Total") + " "), formatValue(total.value, total.format ?? "number")];
    return h((at ? "td" : "th") + (columns[at].end || total ? ".num" : ""), { scope: !at && "row" }, told ?? (at ? "" : word));
  });
  return h("tr", cells);
}

/** "25 Nov" where that is the day of all moments of a column: then its head tells it, and its cells the time. */
function oneDay({ format }) {
  const [first, last] = Object(format).between ?? [];
  return first !== last && dayText(first) === dayText(last) && formatDate(first, "date", { year: false }).replaceAll(" ", "\u00a0");
}

/** "GMT+3" where all moments of a column were written with that offset. */
function oneZone(rows, { key, kind }) {
  const [zone, other] = new Set(kind === "temporal" ? valuesAt(rows, key).filter(present).map((value) => offsetOf(value, readDate(value))) : []);
  return other === undefined && zone;
}

/** A head of two lines at most: its short words stay with those before them. */
const headOf = (label, more) => (more ? `${label}, ${more}` : label).replace(/^\S+ \S+ .*/, (all) => all.replace(/ (?=\S{1,3}( |$))/g, "\u00a0"));

const headRow = (columns, sort, sortBy) =>
  h(
    "tr",
    columns.map(({ key, label, day, zone, end, shade }, at) => {
      const way = sort?.key === key && (sort.descending ? "descending" : "ascending");
      const press = h("button", { dir: "auto", onclick: () => sortBy(key, at) }, headOf(label, [day, zone].filter(Boolean).join("")));
      return h(shade ? "th.num even" : end ? "th.num" : "th", { scope: "col", "aria-sort": way }, press);
    }),
  );

/** How much of its column's room a text wants: several lines of it, or two. */
const widthOf = (value, { kind, wrap = isNested(value) || /^(?=.{29}).*\s/s.test(value) }) =>
  wrap ? "text" : kind !== "temporal" && /^(?=.{15}).* /s.test(value) && "some";

/** The cells of a row; one cell of all rows that show can be reached by Tab. */
function fillRow(line, row, down, columns, below, context, open) {
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
    const share = column.scale?.shareOf(value);
    const part = isNumber(value) && column.whole && (100 * value) / column.whole;
    const look = [isNumber(part) && "part", column.end ? "num" : !column.width && widthOf(value, column), column.width && "fit", present(share) && "shade"].filter(Boolean).join(" ");
    const style = [column.width && `--wd:${column.width}px`, present(share) && shadeStyle(share), isNumber(part) && `--part:${part}%`].filter(Boolean).join(";");
    const field = { ...column, ...fieldOf(row, column, inner.scope), more: { clock: column.day, zone: column.zone } };
    return h(at ? "td" : "th", { class: look, style, scope: !at && "row", tabindex: at + down ? -1 : 0 }, fieldNode(field, inner));
  });
  const host = hostOf(columns);
  const name = textOf(pointer(row, host.key));
  // What the name says itself needs no line.
  const isNew = ({ value }) => isSaid(value) && !name.startsWith(textOf(value));
  const told = fieldsOf(row, below, inner.scope).filter(isNew).map(({ tone, href, ...field }) => ({ tone, href, ...withUnit(field.label, field.value, field.format) }));
  // Words need no label below a name, codes do.
  for (const field of told) if (isText(field.value) && !CODE.test(field.value)) field.label = "";
  if (told[0]) cells[columns.indexOf(host)].append(...belowNode({ fields: told }, inner).filter(Boolean));
  const arrow = open && button("ico quiet unfold", "", open, { "aria-expanded": "false", "aria-label": "Details" });
  cells[0].prepend(...(arrow ? [arrow] : []), ...signOf(line.dataset.tone));
  return fill(line, {}, cells);
}

/** Open or close what a spec shows of a row, else all that is known of it, with what can be done with it. */
function toggleRow(line, row, columns, context, detail) {
  if (line.unfolded) line.unfolded.hidden = !line.unfolded.hidden;
  else line.after((line.unfolded = h("tr.below", h("td", { colspan: line.cells.length }, rowNode(row, columns, context, detail)))));
  line.querySelector(".unfold")?.setAttribute("aria-expanded", !line.unfolded.hidden);
}

function rowNode(row, columns, context, detail) {
  const copy = button("sm quiet", "Copy row", () => copyText(pretty(row), copy), { "aria-live": "polite" });
  const there = isNested(row) ? columns.filter(({ key }) => present(pointer(row, key))) : columns;
  const { headingLevel } = belowHeading(context);
  const outlines = (detail ?? []).map((component) => context.render(component, context.scope, { headingLevel })).filter(Boolean);
  const told = drawAll(outlines, context);
  // Of what the detail does not tell, what no column shows.
  const said = JSON.stringify(detail ?? "");
  const isLeft = ({ hidden, key }) => hidden && !said.includes(`"${key}"`) && !said.includes('"$item":""');
  const all = detail ? there.filter(isLeft) : there;
  const [actions, place] = rowActions(row, context.scope, context);
  return h("div.stack", { "data-row": "" }, told, all[0] && keyValue(fieldsOf(row, all, context.scope), context), h("div.row", actions, copy), place);
}

/** What a row listens to: arrow keys walk the cells, Enter or a click opens the row, Ctrl+C copies the cell. */
function rowListeners(open, announce) {
  const unmarked = () => getSelection().isCollapsed;
  const onclick = ({ target }) => target.closest("a,button") || !unmarked() || open();
  const onkeydown = (event) => {
    const { target: cell, currentTarget: line, key } = event;
    const cells = [...line.parentNode.querySelectorAll(":scope>[data-index]>*")];
    const at = cells.indexOf(cell);
    if (at < 0) return;
    const down = line.cells.length;
    const ahead = document.dir === "rtl" ? -1 : 1;
    const next = cells[at + { ArrowUp: -down, ArrowDown: down, ArrowLeft: -ahead, ArrowRight: ahead }[key]];
    if (next) {
      event.preventDefault();
      cell.tabIndex = -1;
      next.tabIndex = 0;
      next.focus();
    } else if (key === "Enter") open();
    else if (key === "c" && (event.ctrlKey || event.metaKey) && unmarked())
      announce(copied(cell.innerText));
  };
  return { onclick, onkeydown };
}

/** What a table does with its rows by their value at `key`. */
function groupRows(list, columns, key, context) {
  const column = columns.find((each) => each.key === key);
  const valueOf = (index) => pointer(list[index], key);
  return {
    /** Indices of rows with the same value together, in the order in which values first come. */
    together: (order) => [...Map.groupBy(order, (index) => textOf(valueOf(index))).values()].flat(),
    /** A line of its own before the first line of each group. */
    addHeads(lines) {
      let before;
      for (const line of column ? lines : []) {
        const value = valueOf(line.dataset.index);
        if (before === (before = textOf(value))) continue;
        line.before(h("tr.group", h("th", { scope: "colgroup", colspan: line.cells.length }, valueNode(value, column, context))));
      }
    },
  };
}

function figureOf(rows, { op, key, format }, scope) {
  // Money of several currencies has no sum.
  const mixed = nameOfFormat(format) === "currency" && !format.currency && aggregate(rows, { op: "distinct", key: "/currency" }) > 1;
  return {
    op,
    value: mixed ? null : aggregate(rows, { op, key }),
    format: /^(count|distinct)$/.test(op) ? "integer" : moneyIn(format, pointer(rows[0], key), rows[0], scope),
  };
}

/** {op, value, format} for each column that is told how it is summed; undefined for the others. */
const totalsOf = (rows, columns, scope) =>
  columns.map(({ aggregate: op, key, format }) => op && figureOf(rows, { op, key, format }, scope));

/** {value, format, label} for each figure of a summary, in the singular where there is one. */
const figuresOf = (rows, summary, scope) =>
  summary.map(({ label, one, ...figure }) => {
    const found = figureOf(rows, figure, scope);
    return { ...found, label: found.value === 1 ? (one ?? label) : label };
  });
