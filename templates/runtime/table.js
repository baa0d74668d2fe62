// table.js: rows and typed columns; sorting, search and paging work on the array, only one page is in the document.
// needs: dom.js icons.js states.js value.js columns.js result.js parts.js tableparts.js tablefilter.js tablerow.js tree.js

components.table = (props, scope, context) => {
  const rows = rowsOf(evaluate(props.rows, scope));
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
  if (given) return { list: rows, columns: columnsOf(rows, [...given, ...leftOut(rows, given, context)]) };
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
  const automatic = list.length > MANY_ROWS ? 100 : list.length > 250 ? 50 : 25;
  let size = Math.max(1, Math.min(500, pageSize ?? automatic));
  const all = sorted([...list.keys()], list, limit && sort).slice(0, limit);
  const state = { order: [], page: 0, query: "", sort };
  const title = context.component?.title && textOf(evaluate(context.component.title, scope));
  const name = title || labelOf(context.tool?.name ?? "rows");
  const [head, body] = [h("thead"), h("tbody")];
  const box = scrollBox(name + ", table", h("table", h("caption.sr", { dir: "auto" }, name), head, body));
  const pager = tablePager((step) => {
    if (!step) size = WHOLE_ROWS;
    state.page = step && state.page + step;
    draw();
  });
  const rowWords = wordIndex(list, columns);
  const find = createFinder((found) => {
    const order = sorted(found, list, state.sort);
    state.order = group === undefined ? order : grouped(order, (index) => textOf(pointer(list[index], group)));
    state.page = 0;
    draw();
  });
  const arrange = () => {
    const wanted = plainWords(state.query);
    const tests = columnTests(columns);
    const passes = (index) =>
      tests.every(([key, test]) => test(pointer(list[index], key))) && (!wanted || rowWords(index).includes(wanted));
    find(all, (wanted || tests.length) && passes);
  };
  const sortBy = (key) => {
    const { key: old, descending } = state.sort ?? {};
    state.sort = old !== key ? { key } : descending ? null : { key, descending: true };
    arrange();
    head.querySelector(`[data-sort="${CSS.escape(key)}"]`)?.focus();
  };
  const draw = () => {
    const shown = columns.filter((column) => !column.hidden);
    const from = state.page * size;
    let before;
    head.replaceChildren(headRow(shown, state.sort, sortBy));
    body.replaceChildren(
      ...state.order.slice(from, from + size).flatMap((index) => {
        const row = bodyRow(list[index], index, shown, scope, context);
        const value = group !== undefined && pointer(list[index], group);
        if (group === undefined || before === textOf(value)) return row;
        before = textOf(value);
        const told = valueNode(value, columns.find(({ key }) => key === group), context);
        return [h("tr.group", h("th", { scope: "colgroup", colspan: shown.length }, told)), row];
      }),
    );
    const first = body.querySelector("[tabindex]");
    if (first) first.tabIndex = 0;
    pager.update(from, Math.min(from + size, state.order.length), state.order.length, list.length);
  };
  const tools = tableTools({ list, columns, state, search, arrange, draw, context, name, title });
  walkCells(
    body,
    (line) => toggleRow(line, list[line.dataset.index], columns, scope, { ...context, openBelow: undefined }),
    context.announce,
  );
  arrange();
  const large = list.length > MANY_ROWS && largeNote(size, list.length, context.read?.bytes ?? 0);
  return { node: h("div.stack", { "data-component": "table" }, tools.firstChild && tools, box, pager.node, large), tools };
}

/** Entries with the same id together, in the order in which ids first come. */
function grouped(entries, idOf) {
  const groups = new Map();
  for (const each of entries) {
    const id = idOf(each);
    groups.get(id)?.push(each) ?? groups.set(id, [each]);
  }
  return [...groups.values()].flat();
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

function bodyRow(row, index, columns, scope, context) {
  const line = h("tr", { "data-index": index });
  const openBelow = (value, label = sizeOf(value)) => {
    const below = h("tr.below");
    const make = () => {
      line.after(below);
      const tree = { type: components.tree ? "tree" : "auto", props: { of: { $item: "" }, open: 2 } };
      return h("td", { colspan: columns.length }, context.render(tree, { ...scope, item: value }));
    };
    const toggle = foldButton("badge tag", label, below, { make });
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
