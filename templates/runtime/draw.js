// draw.js: the second stage of a view: an outline becomes nodes of the page. Here is what holds others: results, sections, folds, tabs, switches.

import { logFault } from "./bridge.js";
import { button, h, say, uid, viewSwitch } from "./dom.js";
import { belowHeading, components, draws, failedOutline, openResult, resultOutline } from "./outline.js";
import { detailsFold } from "./states.js";

/** A tool result as the view's section `[data-result]`. */
export function renderResult(callToolResult, input, context) {
  const { app, tool } = context;
  const onfault = (type, fault) => {
    console.warn("genui:", type, fault);
    logFault(app?.abilities(), tool?.name, fault);
  };
  const [inner, warnings] = openResult(callToolResult, input, { ...context, onfault });
  return draw(resultOutline(inner, warnings), inner);
}

/** The node of an outline; a fault in drawing a component costs only itself. */
export function draw(outline, context) {
  const { type, level } = outline;
  const { component = components[type] && type } = outline;
  const { make = () => draws[type](outline, level ? { ...context, headingLevel: level } : context) } = outline;
  let node;
  try {
    node = make();
  } catch (fault) {
    if (!component || type === "failed") throw fault;
    context.onfault?.(component, fault);
    return draw(failedOutline(component, fault, outline.value ?? outline.rows ?? context.read.data, context), context);
  }
  if (component) node.dataset.component ||= component;
  return node;
}

export const drawAll = (outlines, context) => outlines.map((each) => draw(each, context));

draws.result = ({ layout, parts }, context) =>
  h("section", { "data-result": "", class: layout }, drawAll(parts, context));

draws.titled = ({ level, heading, part }, context) =>
  h("section.near gap", say("h" + level, heading), draw(part, { ...context, headingLevel: level + 1 }));

draws.failed = ({ fault, part }, context) =>
  h("div.near", h("p.small dim", "This part could not be drawn; its data follows."), detailsFold(fault), part && draw(part, context));

draws.plain = ({ text }) => say("pre.wrap", { "data-component": "text" }, text);

/** Parts below one another. */
draws.stack = ({ parts }, context) => h("div.stack", drawAll(parts, context));

const NOTES = { warning: "p.warn warned lines", aside: "p.dim lines", small: "p.small dim" };
draws.note = ({ tone, text }) => say(NOTES[tone], { role: tone === "warning" && "note" }, text);

/** Views of the same data, one at a time. */
draws.switch = ({ views }, context) =>
  viewSwitch(h("div"), views, (view) => {
    const node = draw(view, context);
    return node.querySelector(".bar") ? node : h("div.stack", h("div.bar"), node);
  });

draws.hierarchy = ({ lines }) => h("div.tree", kinNode(lines));

function kinNode(lines) {
  const lineNode = ({ title, about, open, lines: inner }) => {
    const told = [say("b", title), " ", say("span.small dim", about)];
    return h("li", inner ? h("details", { open }, h("summary", told), kinNode(inner)) : h("div.li", told));
  };
  return h("ul", lines.map(lineNode));
}

draws.section = (outline, context) => {
  const { heading, folded } = outline;
  const head = say("h" + context.headingLevel, heading);
  if (!folded) return h("section.stack gap", heading && head, drawAll(outline.parts, belowHeading(context)));
  const inner = h("div.stack inner");
  const ontoggle = () => inner.firstChild || inner.append(...drawAll(outline.parts, belowHeading(context)));
  return h("details.fold", { ontoggle }, h("summary", head), inner);
};

/** Something small print is enough for, one click away. */
draws.fold = ({ label, part }, context) => h("details.fold", h("summary.small dim", label), draw(part, context));

draws.tabs = ({ tabs: all }, context) => {
  const made = [];
  const panel = h("div.stack", { role: "tabpanel", id: uid(), tabindex: "0" });
  const tabs = all.map(({ label }, index) => button("sm quiet", label, () => show(index), { role: "tab", id: uid(), "aria-controls": panel.id }));
  const show = (index) => {
    made[index] ??= drawAll(all[index].parts, belowHeading(context));
    tabs.forEach((tab, at) => {
      tab.setAttribute("aria-selected", at === index);
      tab.tabIndex = at === index ? 0 : -1;
    });
    panel.setAttribute("aria-labelledby", tabs[index].id);
    panel.replaceChildren(...made[index]);
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
