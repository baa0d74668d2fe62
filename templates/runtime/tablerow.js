// tablerow.js: a row opened below itself, whole; cells that arrow keys walk and that can be copied.
// needs: dom.js value.js columns.js parts.js keyvalue.js actions.js

/** A row of its own below `line` for what opens there. */
function belowRow(line, ...nodes) {
  const cell = h("td", { colspan: String(line.cells.length) }, nodes);
  line.after(h("tr", { class: "below" }, cell));
  return cell;
}

/** Open or close all that is known of a row, with what can be done with it. */
function toggleRow(line, row, columns, scope, context) {
  if (line.whole) return (line.whole.hidden = !line.whole.hidden);
  const place = h("div", { class: "near" });
  const copy = button("sm quiet", "Copy row", () => copyText(pretty(row), copy), { "aria-live": "polite" });
  const all = isNested(row) ? columns.filter((column) => present(pointer(row, column.key))) : columns;
  const bar = h("div", { class: "row" }, actionButtons(row, scope, context, place), copy);
  line.whole = belowRow(line, h("div", { class: "stack", "data-row": "" }, keyValue(row, all, context), bar, place)).parentNode;
  return line.whole;
}

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** Arrow keys walk the cells, Enter or a click opens the row, Ctrl+C copies the cell. */
function walkCells(body, open, announce) {
  body.addEventListener("click", ({ target }) => {
    if (!target.closest("a,button,input,label,.below") && getSelection().isCollapsed) open(target.closest("tr"));
  });
  body.addEventListener("keydown", (event) => {
    const cell = event.target;
    if (!cell.matches("td,th")) return;
    const [down, right] = STEPS[event.key] ?? [];
    if (right !== undefined) {
      const rows = [...body.rows].filter((row) => row.cells.length === cell.parentNode.cells.length);
      const along = right * (getComputedStyle(body).direction === "rtl" ? -1 : 1);
      const next = rows[rows.indexOf(cell.parentNode) + down]?.cells[cell.cellIndex + along];
      if (!next) return;
      cell.tabIndex = -1;
      next.tabIndex = 0;
      next.focus();
    } else if (event.key === "Enter") open(cell.parentNode);
    else if (event.key === "c" && (event.ctrlKey || event.metaKey) && getSelection().isCollapsed)
      copied(cell.innerText).then((done) => announce?.(done ? "Copied" : NOT_COPIED));
    else return;
    event.preventDefault();
  });
}
