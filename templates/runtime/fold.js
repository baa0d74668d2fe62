// fold.js: in a host that shows the view inline, a long result ends in a fold: one button shows all of it, one takes the full screen.

import { button, h } from "./dom.js";
import { isList, isNested } from "./values.js";

/** Pixels that a folded view takes, those up to which a view stays whole, and those of a result that are seen however much stands around it. */
const INLINE_MOST = 760;
const WHOLE_MOST = 1000;
const LEAST = 160;

/** Pixels of a component that tell nothing: its heading and half of a table's head. */
const SCRAP = 130;

/** Fewer rows are not what makes a result long; more stay in their pages below the fold. */
const ROWS_LEAST = 6;
const ROWS_MOST = 200;

/** A table's own button for all of its rows, where it has pages. */
const pagesOf = (box) => [...box.querySelectorAll("[data-more]")].find((each) => each.textContent === "Show all");

/** "Show all 48 rows", where one table draws all of them or will. */
function allOf(data, box) {
  const rows = isList(data) ? data : isNested(data) && Object.values(data).find(isList);
  const bodies = box.querySelectorAll("tbody");
  const whole = rows && bodies.length === 1 && (bodies[0].rows.length === rows.length || pagesOf(box));
  return whole && rows.length >= ROWS_LEAST && rows.length <= ROWS_MOST ? `Show all ${rows.length} rows` : "Show more";
}

/** Keeps a result, its section as drawn, within what an inline view may take: the function is called whenever its height may have changed. */
export function createFold(section, data, app) {
  const parts = [...section.childNodes];
  let box, buttons, opened;

  function unfold() {
    box?.replaceWith(...parts);
    buttons?.remove();
    box = undefined;
  }
  const open = () => ((opened = true), unfold());
  const openAll = () => {
    const pages = /rows$/.test(buttons.firstChild.textContent) && pagesOf(box);
    open();
    if (pages) pages.click();
  };

  async function fullScreen() {
    const { mode } = await app.send("ui/request-display-mode", { mode: "fullscreen" }).catch(() => ({}));
    if (mode === "fullscreen") unfold();
  }

  return () => {
    const { displayMode = "inline", availableDisplayModes = [], containerDimensions } = app.surroundings() ?? { displayMode: "none" };
    if (displayMode !== "inline") return unfold();
    const { height: room, maxHeight = room } = Object(containerDimensions);
    const heightOver = (most) => document.documentElement.getBoundingClientRect().height - Math.min(most, maxHeight || most);
    // A fold that hides three lines costs more than it saves.
    if (opened || box || heightOver(WHOLE_MOST) <= 0 || !section.isConnected || section.contains(document.activeElement)) return;
    // What brings something below the fold into view, such as the focus or a search in the page, opens it.
    box = h("section", { class: section.className, "data-folded": "", onscroll: open });
    parts[0].before(box);
    box.append(...parts);
    buttons = h("span.row",
      button("sm", allOf(data, box), openAll, { "data-unfold": "" }),
      availableDisplayModes.includes("fullscreen") && button("sm quiet", "Full screen", fullScreen, { "data-fullscreen": "" })
    );
    section.querySelector(":scope>.foot").prepend(buttons);
    const { height } = box.getBoundingClientRect();
    const most = Math.max(LEAST, height - heightOver(INLINE_MOST));
    if (most >= height) return unfold();
    const { top } = box.getBoundingClientRect();
    const edges = (nodes, side) => [...box.querySelectorAll(nodes)].map((each) => each.getBoundingClientRect()[side] - top);
    // Half a chart tells nothing.
    const whole = edges("figure,.stats", "bottom").find((end) => end > most && end < most + SCRAP);
    if (whole >= height) return unfold();
    // Nor does half a row, or the head of a component.
    const ends = [...edges("section,[data-component]:not(:is(h2,h3,h4)~*)", "top"), ...edges("tbody>tr:not(.group),.rows>li,.tree li,dd", "bottom")];
    const last = Math.max(0, ...ends.filter((end) => end > Math.max(LEAST, most - SCRAP) && end < most));
    box.style.maxHeight = (whole ?? (last || most)) + "px";
  };
}
