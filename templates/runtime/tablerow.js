// tablerow.js: a row opened below itself, whole; cells that arrow keys walk and that can be copied.
// needs: dom.js value.js columns.js parts.js

/** Open or close all that is known of a row, with what can be done with it. */
function toggleRow(line, row, columns, scope, context) {
  if (line.whole) return (line.whole.hidden = !line.whole.hidden);
  const copy = button("sm quiet", "Copy row", () => copyText(pretty(row), copy), { "aria-live": "polite" });
  const all = isNested(row) ? columns.filter(({ key }) => present(pointer(row, key))) : columns;
  const [actions, place] = planned.actions?.(row, scope, context) ?? [];
  const whole = h("div.stack", { "data-row": "" }, keyValue(row, all, context), h("div.row", actions, copy), place);
  line.whole = h("tr.below", h("td", { colspan: line.cells.length }, whole));
  line.after(line.whole);
}

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** Arrow keys walk the cells, Enter or a click opens the row, Ctrl+C copies the cell. */
function walkCells(body, open, announce) {
  const onclick = ({ target }) => {
    const line = target.closest("[data-index]");
    if (line && !target.closest("a,button,input,label") && getSelection().isCollapsed) open(line);
  };
  const onkeydown = (event) => {
    const { target: cell, key } = event;
    if (!cell.matches("td,th")) return;
    const line = cell.parentNode;
    if (STEPS[key]) {
      const [down, right] = STEPS[key];
      const rows = [...body.rows].filter((row) => row.cells.length === line.cells.length);
      const along = getComputedStyle(body).direction === "rtl" ? -right : right;
      const next = rows[rows.indexOf(line) + down]?.cells[cell.cellIndex + along];
      if (!next) return;
      cell.tabIndex = -1;
      next.tabIndex = 0;
      next.focus();
    } else if (key === "Enter") open(line);
    else if (key === "c" && (event.ctrlKey || event.metaKey) && getSelection().isCollapsed)
      copied(cell.innerText).then((done) => announce?.(done ? "Copied" : NOT_COPIED));
    else return;
    event.preventDefault();
  };
  fill(body, { onclick, onkeydown }, []);
}
