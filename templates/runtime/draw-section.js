// draw-section.js: sections, folds and tabs, whose parts are drawn when they open.

import { draws } from "./components.js";
import { draw, drawAll } from "./draw.js";
import { button, h, say, uid } from "./dom.js";

const below = (context) => ({ ...context, headingLevel: Math.min(6, context.headingLevel + 1) });

draws.section = (outline, context) => {
  const { heading, folded } = outline;
  const head = say("h" + context.headingLevel, heading);
  if (!folded) return h("section.stack gap", heading && head, drawAll(outline.parts, below(context)));
  const inner = h("div.stack inner");
  const ontoggle = () => inner.firstChild || inner.append(...drawAll(outline.parts, below(context)));
  return h("details.fold", { ontoggle }, h("summary", head), inner);
};

/** Something small print is enough for, one click away. */
draws.fold = ({ label, part }, context) => h("details.fold", h("summary.small dim", label), draw(part, context));

draws.tabs = ({ tabs: all }, context) => {
  const made = new Map();
  const panel = h("div.stack", { role: "tabpanel", id: uid(), tabindex: "0" });
  const tabs = all.map(({ label }, index) => {
    const attrs = { role: "tab", id: uid(), "aria-controls": panel.id };
    return button("sm quiet", label, () => show(index), attrs);
  });
  const show = (index) => {
    if (!made.has(index)) made.set(index, drawAll(all[index].parts, below(context)));
    tabs.forEach((tab, at) => {
      tab.setAttribute("aria-selected", at === index);
      tab.tabIndex = at === index ? 0 : -1;
    });
    panel.setAttribute("aria-labelledby", tabs[index].id);
    panel.replaceChildren(...made.get(index));
  };
  const onkeydown = (event) => {
    const at = tabs.indexOf(event.target) + tabs.length;
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 + tabs.length }[event.key] % tabs.length;
    if (isNaN(next)) return;
    event.preventDefault();
    show(next);
    tabs[next].focus();
  };
  show(0);
  return h("div.stack", h("div.seg tabs", { role: "tablist", onkeydown }, tabs), panel);
};

draws.header = ({ level, text }) => say("h" + level + ".gap", text);
draws.divider = () => h("hr");
