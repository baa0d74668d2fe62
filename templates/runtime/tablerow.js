// tablerow.js: a row opened below itself, whole; cells that arrow keys walk and that can be copied.

import { rowActions } from "./actions.js";
import { fieldsOf } from "./columns.js";
import { button, h } from "./dom.js";
import { drawAll } from "./draw.js";
import { isNested, pointer, present, pretty } from "./format.js";
import { copied, copyText, NOT_COPIED } from "./parts.js";
import { keyValue } from "./value.js";

/** Open or close what a spec shows of a row, else all that is known of it, with what can be done with it. */
export function toggleRow(line, row, columns, context, detail) {
  if (line.unfolded) line.unfolded.hidden = !line.unfolded.hidden;
  else line.after((line.unfolded = h("tr.below", h("td", { colspan: line.cells.length }, rowNode(row, columns, context, detail)))));
  line.querySelector(".unfold")?.setAttribute("aria-expanded", !line.unfolded.hidden);
}

function rowNode(row, columns, context, detail) {
  const copy = button("sm quiet", "Copy row", () => copyText(pretty(row), copy), { "aria-live": "polite" });
  const there = isNested(row) ? columns.filter(({ key }) => present(pointer(row, key))) : columns;
  const headingLevel = Math.min(6, (context.headingLevel ?? 2) + 1);
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
export function rowListeners(open, announce) {
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
      copied(cell.innerText).then((done) => announce(done ? "Copied" : NOT_COPIED));
  };
  return { onclick, onkeydown };
}
