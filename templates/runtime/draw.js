// draw.js: the second stage of a view: an outline becomes nodes of the page.

import { components, draws } from "./components.js";
import { h, say } from "./dom.js";
import { anyOutline, failedOutline } from "./outline.js";
import { viewSwitch } from "./parts.js";
import { detailsFold } from "./states.js";

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

/** Any value, with the first of these types that may stand in for it. */
export const drawAny = (value, context, types) => {
  const outline = anyOutline(value, context, types);
  return outline && draw(outline, context);
};

draws.result = ({ layout, parts }, context) =>
  h("section", { "data-result": "", class: layout }, drawAll(parts, context));

draws.titled = ({ level, heading, part }, context) =>
  h("section.near gap", say("h" + level, heading), draw(part, { ...context, headingLevel: level + 1 }));

draws.failed = ({ fault, part }, context) =>
  h("div.near", h("p.small dim", "This part could not be drawn; its data follows."), detailsFold(fault), part && draw(part, context));

draws.plain = ({ text }) => say("pre.wrap", { "data-component": "text" }, text);

/** Parts below one another. */
draws.stack = ({ parts }, context) => h("div.stack", drawAll(parts, context));

const NOTES = {
  warning: (text) => say("p.warn warned lines", { role: "note" }, text),
  aside: (text) => say("p.dim lines", text),
  small: (text) => say("p.small dim", text),
  none: (text) => h("p.dim", text),
  empty: (text) => h("p.dim", { "data-empty": "" }, text),
};
draws.note = ({ tone, text }) => NOTES[tone](text);

/** Views of the same data, one at a time. */
draws.switch = ({ views }, context) => {
  const panel = (view) => () => {
    const node = draw(view, context);
    return node.querySelector(".bar") ? node : h("div.stack", h("div.bar"), node);
  };
  return viewSwitch(h("div"), Object.fromEntries(Object.entries(views).map(([name, view]) => [name, panel(view)])));
};

draws.hierarchy = ({ lines }) => h("div.tree", kinNode(lines));

function kinNode(lines) {
  const lineNode = ({ title, about, open, lines: inner }) => {
    const told = [say("b", title), " ", say("span.small dim", about)];
    return h("li", inner ? h("details", { open }, h("summary", told), kinNode(inner)) : h("div.li", told));
  };
  return h("ul", lines.map(lineNode));
}
