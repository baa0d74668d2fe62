// table.js: rows and typed columns; sorting, search and paging work on the array, only one page is in the document.
// needs: dom.js icons.js states.js value.js columns.js result.js tableparts.js tablefilter.js tablerow.js tree.js

components.table = (props, scope, context) => {
  const found = evaluate(props.rows, scope);
  const rows = rowsOf(found);
  if (!rows) return null;
  if (!rows.length)
    return h("p", { class: "dim", "data-empty": "" }, textOf(evaluate(props.empty, scope)) || "No rows.");
  const { list, columns } = asRows(rows, props.columns);
  const table = createTable(
    { ...evaluate({ ...props, rows: null, columns: null, empty: null }, scope), list, columns },
    scope,
    context,
  );
  return table.node;
};
components.table.titled = true;

/** A list as it is; the one list of an envelope; a map of peers as rows with their key first. */
function rowsOf(value) {
  if (Array.isArray(value)) return value;
  if (!isPlain(value)) return null;
  const lists = Object.values(value).filter((each) => Array.isArray(each) && each.some(isPlain));
  if (lists.length === 1) return lists[0];
  return Object.entries(value).map(([key, each]) =>
    isPlain(each) ? { [KEY_MEMBER]: key, ...each } : { [KEY_MEMBER]: key, Value: each },
  );
}
const KEY_MEMBER = "Name";

/** Rows of arrays take their names from a first row of texts. */
function asRows(rows, given) {
  const [first, ...rest] = rows;
  const arrays = rows.slice(0, 100).every(Array.isArray);
  if (given) return { list: rows, columns: columnsOf(rows, [...given, ...leftOut(rows, given)]) };
  if (!arrays) return { list: rows, columns: columnsOf(rows) };
  const width = Math.max(...rows.map((row) => row.length));
  const names =
    first.length === width &&
    first.every((each) => typeof each === "string" && /^[\p{L}#]/u.test(each)) &&
    new Set(first).size === width;
  const typed = (row) =>
    row.some((each) => (each !== null && typeof each !== "string") || isDateText(each) || /^-?\d/.test(each));
  const headed = names && (rest.length > 2 || rest.some(typed)) && rest.length > 0;
  const fields = Array.from({ length: width }, (_, index) => ({
    key: "/" + index,
    ...(headed ? { label: memberLabel(first[index]) } : {}),
  }));
  const list = headed ? rest : rows;
  return { list, columns: columnsOf(list, fields) };
}

/** Members that the given columns leave out stay in the column chooser. */
const leftOut = (rows, given) =>
  memberKeys(rows)
    .filter(([key]) => key && !given.some((column) => (column.key + "/").startsWith(key + "/")))
    .map(([key, name]) => ({ key, name, hidden: true }));

/** state: {order: row indices shown, page, sort, query}; draw() fills the body from it. */
function createTable({ list, columns, sort, group, limit, pageSize, search, extra = [] }, scope, context) {
  let size = Math.max(1, Math.min(500, pageSize ?? (list.length > MANY_ROWS ? 100 : list.length > 250 ? 50 : 25)));
  const state = {
    all: sorted(
      list.map((_, index) => index),
      list,
      columns,
      limit && sort,
    ).slice(0, limit ?? Infinity),
    order: [],
    page: 0,
    query: "",
    sort: sort && { ...sort },
  };
  const title = context.component?.title && textOf(evaluate(context.component.title, scope));
  const name = title || labelOf(context.tool?.name ?? "rows");
  const head = h("thead");
  const body = h("tbody");
  const box = scrollBox(name + ", table", h("table", {}, h("caption", { class: "sr", dir: "auto" }, name), head, body));
  const told = h("span", { class: "small dim", role: "status" });
  const pager = tablePager(told, (step) => {
    if (!step) size = WHOLE_ROWS;
    state.page = step && state.page + step;
    draw();
  });
  const rowWords = wordIndex(list, columns);
  const find = createFinder((found) => {
    const order = sorted(found, list, columns, state.sort);
    state.order = group === undefined ? order : [...groupsOf(order, list, group).values()].flat();
    state.page = 0;
    draw();
  });
  const arrange = () => {
    const wanted = plainWords(state.query);
    const tests = columnTests(columns);
    const passes = (index) =>
      tests.every(([key, test]) => test(pointer(list[index], key))) && (!wanted || rowWords(index).includes(wanted));
    find(state.all, wanted || tests.length ? passes : null);
  };
  const sortBy = (key) => {
    const { key: old, descending } = state.sort ?? {};
    state.sort = old !== key ? { key, descending: false } : descending ? null : { key, descending: true };
    arrange();
    head.querySelector(`[data-sort="${CSS.escape(key)}"]`)?.focus();
  };
  const draw = () => {
    const shown = columns.filter((column) => !column.hidden);
    const from = state.page * size;
    head.replaceChildren(headRow(shown, state.sort, sortBy));
    body.replaceChildren(
      ...state.order.slice(from, from + size).flatMap((index, at, page) => {
        const row = bodyRow(list[index], index, shown, scope, context);
        const value = group !== undefined && pointer(list[index], group);
        const opens = group !== undefined && (!at || textOf(pointer(list[page[at - 1]], group)) !== textOf(value));
        return opens ? [groupRow(value, columns, group, shown.length, context), row] : [row];
      }),
    );
    const first = body.querySelector("[tabindex]");
    if (first) first.tabIndex = 0;
    pager.update(from, Math.min(from + size, state.order.length), state.order.length, list.length);
  };
  const tools = tableTools({ list, columns, state, search, arrange, draw, context, name, title });
  tools.append(...extra);
  walkCells(
    body,
    (line) => toggleRow(line, list[line.dataset.index], columns, scope, { ...context, openBelow: undefined }),
    context.announce,
  );
  arrange();
  return {
    node: h(
      "div",
      { class: "stack", "data-component": "table" },
      tools.childElementCount ? tools : null,
      box,
      pager.node,
      list.length > MANY_ROWS ? largeNote(size, list.length, context.read?.bytes ?? 0) : null,
    ),
    tools,
  };
}

/** Rows by the value that they share, in the order in which values first come. */
function groupsOf(order, list, key) {
  const groups = new Map();
  for (const index of order) {
    const id = textOf(pointer(list[index], key));
    if (groups.has(id)) groups.get(id).push(index);
    else groups.set(id, [index]);
  }
  return groups;
}

const groupRow = (value, columns, key, width, context) =>
  h(
    "tr",
    { class: "group" },
    h(
      "th",
      { scope: "colgroup", colspan: String(width) },
      valueNode(
        value,
        columns.find((column) => column.key === key),
        context,
      ),
    ),
  );

function headRow(columns, sort, sortBy) {
  return h(
    "tr",
    {},
    columns.map((column) => {
      const active = sort?.key === column.key;
      const attrs = {
        scope: "col",
        class: column.numeric ? "num" : null,
        "aria-sort": active ? (sort.descending ? "descending" : "ascending") : null,
      };
      return h(
        "th",
        attrs,
        h(
          "button",
          { type: "button", dir: "auto", "data-sort": column.key, onclick: () => sortBy(column.key) },
          column.label,
          active ? icon(sort.descending ? "down" : "up") : null,
        ),
      );
    }),
  );
}

function bodyRow(row, index, columns, scope, context) {
  const line = h("tr", { "data-index": String(index) });
  const openBelow = (value, label) => {
    const cell = h("td", { colspan: String(columns.length) });
    const below = h("tr", { class: "below", hidden: true }, cell);
    const draw = () =>
      context.render(
        { type: components.tree && isNested(value) ? "tree" : "auto", props: { of: { $item: "" }, open: 2 } },
        { ...scope, item: value },
      );
    const toggle = foldButton("badge tag", label ?? sizeOf(value), cell, { make: () => (line.after(below), draw()) });
    toggle.classList.remove("btn");
    toggle.addEventListener("click", () => (below.hidden = cell.hidden));
    return toggle;
  };
  const inner = { ...context, openBelow };
  line.append(
    ...columns.map((column, at) => {
      const value = isNested(row) ? pointer(row, column.key) : column.key === "" ? row : undefined;
      const wide =
        isNested(value) || (typeof value === "string" && value.length > 28 && /\s/.test(value) && !isDateText(value));
      const attrs = {
        class: column.numeric ? "num" : wide ? (String(value).length > 90 ? "text long" : "text") : null,
        tabindex: "-1",
      };
      return h(at ? "td" : "th", at ? attrs : { scope: "row", ...attrs }, valueNode(value, column, inner));
    }),
  );
  return line;
}
