// table.js: rows and typed columns; sorting, search and paging work on the array, only one page is in the document.
// needs: dom.js icons.js states.js value.js columns.js result.js parts.js data.js tableparts.js tablefilter.js tablerow.js tree.js

components.table = (props, scope, context) => {
  const found = evaluate(props.rows, scope);
  const rows = isNested(found) ? rowsOf(found) : planned.rows?.(found ?? scope.result, props.columns);
  if (!rows) return null;
  if (!rows.length) return h("p.dim", { "data-empty": "" }, textOf(evaluate(props.empty, scope)) || "No rows.");
  const told = evaluate({ ...props, rows: null, columns: null }, scope);
  return createTable({ ...told, ...asRows(rows, props.columns, context) }, scope, context).node;
};
components.table.titled = true;

/** The one list of rows that an object holds. */
function listIn(value) {
  const lists = Object.values(value).filter((each) => isList(each) && each.some(isPlain));
  return lists.length === 1 ? lists[0] : null;
}

/** A list as it is; the one list of an envelope; a map of peers as rows with their key first. */
function rowsOf(value) {
  if (!isPlain(value)) return isList(value) ? value : null;
  const row = ([Name, each]) => ({ Name, ...(isPlain(each) ? each : { Value: each }) });
  return listIn(value) ?? Object.entries(value).map(row);
}

/** Rows with their columns; rows of arrays take their names from a first row of texts. */
function asRows(rows, given, context) {
  if (given) return { list: rows, columns: columnsOf(rows, [...given, ...planned.leftOut(rows, given, context)]) };
  if (!rows.slice(0, 100).every(isList)) return { list: rows, columns: columnsOf(rows) };
  const [first, ...rest] = rows;
  const width = Math.max(...rows.map((row) => row.length));
  const typed = (row) => row.some((each) => (present(each) && !isText(each)) || isDateText(each) || /^-?\d/.test(each));
  const headed =
    first.length === width &&
    first.every((each) => isText(each) && /^[\p{L}#]/u.test(each)) &&
    new Set(first).size === width &&
    (rest.length > 2 || rest.some(typed));
  const fields = Array.from({ length: width }, (_, index) => ({
    key: "/" + index,
    label: headed ? memberLabel(first[index]) : undefined,
  }));
  const list = headed ? rest : rows;
  return { list, columns: columnsOf(list, fields) };
}

/** Draw a table as {node, tools}; `sort`, `group`, `limit`, `pageSize` and `search` as docs/components.md has them. */
function createTable({ list, columns, sort, group, limit, pageSize, search }, scope, context) {
  const { length } = list;
  const many = length >= SEARCH_FROM;
  let size = Math.max(1, Math.min(500, pageSize ?? (length > MANY_ROWS ? 100 : length > 250 ? 50 : 25)));
  let [order, page, query] = [[], 0, ""];
  const all = sorted([...list.keys()], list, limit && sort).slice(0, limit);
  const title = context.component?.title && textOf(evaluate(context.component.title, scope));
  const name = title || labelOf(context.tool?.name ?? "rows");
  const [head, body] = [h("thead"), h("tbody")];
  const pager = tablePager((step) => {
    if (!step) size = WHOLE_ROWS;
    page = step && page + step;
    draw();
  });
  const rowWords = wordIndex(list, columns);
  const find = createFinder((found) => {
    order = sorted(found, list, sort);
    order = planned.grouped?.(order, list, group) ?? order;
    page = 0;
    draw();
  });
  const arrange = () => {
    const wanted = plainWords(query);
    const tests = columnTests(columns);
    const passes = (index) =>
      tests.every(([key, test]) => test(pointer(list[index], key))) && (!wanted || rowWords(index).includes(wanted));
    find(all, (wanted || tests[0]) && passes);
  };
  const sortBy = (key) => {
    const { key: old, descending } = sort ?? {};
    sort = old !== key ? { key } : descending ? null : { key, descending: true };
    arrange();
    head.querySelector(`[data-sort="${CSS.escape(key)}"]`)?.focus();
  };
  const draw = () => {
    const shown = columns.filter(({ hidden }) => !hidden);
    const from = page * size;
    const lines = order.slice(from, from + size).map((index) => bodyRow(list[index], index, shown, context));
    head.replaceChildren(headRow(shown, sort, sortBy));
    body.replaceChildren(...(planned.withHeads?.(lines, list, columns, group, context) ?? lines));
    const first = body.querySelector("[tabindex]");
    if (first) first.tabIndex = 0;
    pager.update(from, from + lines.length, order.length, length);
  };
  const open = (line) => toggleRow(line, list[line.dataset.index], columns, scope, context);
  const onsearch = (text) => {
    query = text;
    arrange();
  };
  const tools = h(
    "div.bar",
    title && say("h" + (context.heading ?? 2) + ".wide", title),
    (search ?? many) && findField(`Search ${plural(length, "row")}`, onsearch),
    hasChooser(columns, many) && columnChooser(columns, draw),
    many && [
      columnFilters(list, columns, arrange),
      downloadButtons(() => order.map((index) => list[index]), columns, name, context),
    ],
  );
  const box = scrollBox(name + ", table", h("table", say("caption.sr", name), head, body));
  const large = length > MANY_ROWS && largeNote(size, length, context.read?.bytes ?? 0);
  walkCells(body, open, context.announce);
  arrange();
  return { node: h("div.stack", { "data-component": "table" }, tools.firstChild && tools, box, pager.node, large), tools };
}

const headRow = (columns, sort, sortBy) =>
  h(
    "tr",
    columns.map(({ key, label, end }) => {
      const way = sort?.key === key && (sort.descending ? "descending" : "ascending");
      const press = { type: "button", dir: "auto", "data-sort": key, onclick: () => sortBy(key) };
      return h(
        end ? "th.num" : "th",
        { scope: "col", "aria-sort": way },
        h("button", press, label, way && icon(sort.descending ? "down" : "up")),
      );
    }),
  );

function bodyRow(row, index, columns, context) {
  const line = h("tr", { "data-index": index });
  const openBelow = (label, make) => {
    const below = h("tr.below");
    const fillIn = () => (line.after(below), h("td", { colspan: columns.length }, make()));
    const toggle = foldButton("badge tag", label, below, { make: fillIn });
    toggle.classList.remove("btn");
    return toggle;
  };
  const inner = { ...context, openBelow };
  line.append(
    ...columns.map((column, at) => {
      const value = pointer(row, column.key);
      const wide = isNested(value) || (isText(value) && value.length > 28 && /\s/.test(value) && !isDateText(value));
      const look = column.end ? ".num" : !wide ? "" : String(value).length > 90 ? ".text long" : ".text";
      return h((at ? "td" : "th") + look, { scope: !at && "row", tabindex: -1 }, valueNode(value, column, inner));
    }),
  );
  return line;
}
