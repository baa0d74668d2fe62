// section.js: what holds other components together: sections, tabs, headings, dividers.

import { components } from "./components.js";
import { button, h, say, uid } from "./dom.js";
import { evaluate } from "./expressions.js";
import { textOf } from "./format.js";

const drawChildren = (children, scope, context) =>
  (children ?? [])
    .map((child) => context.render(child, scope, { headingLevel: Math.min(6, context.headingLevel + 1) }))
    .filter(Boolean);

components.section = (props, scope, context) => {
  const { children, title: own } = context.component;
  const title = textOf(evaluate(props.title ?? own, scope));
  const head = say("h" + context.headingLevel, title);
  if (!evaluate(props.folded, scope)) {
    const nodes = drawChildren(children, scope, context);
    return nodes[0] || !children?.length ? h("section.stack gap", title && head, nodes) : null;
  }
  const inner = h("div.stack inner");
  const ontoggle = () => inner.firstChild || inner.append(...drawChildren(children, scope, context));
  return h("details.fold", { ontoggle }, h("summary", head), inner);
};
components.section.titled = true;

components.tabs = (props, scope, context) => {
  const { children = [] } = context.component;
  const labels = evaluate(props.labels, scope) ?? [];
  const made = new Map();
  const panel = h("div.stack", { role: "tabpanel", id: uid(), tabindex: "0" });
  const tabs = children.map((_, index) => {
    const attrs = { role: "tab", id: uid(), "aria-controls": panel.id };
    return button("sm quiet", textOf(labels[index]) || `Part ${index + 1}`, () => show(index), attrs);
  });
  const show = (index) => {
    if (!made.has(index)) made.set(index, drawChildren([children[index]], scope, context));
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
  if (!tabs.length) return null;
  show(0);
  return h("div.stack", h("div.seg tabs", { role: "tablist", onkeydown }, tabs), panel);
};

components.header = (props, scope, context) => {
  const level = Math.min(6, Math.max(Number(evaluate(props.level, scope)) || 2, context.headingLevel));
  return say("h" + level + ".gap", textOf(evaluate(props.text, scope)));
};

components.divider = () => h("hr");
