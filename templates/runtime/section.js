// section.js: what holds other components together: sections, tabs, headings, dividers.
// needs: dom.js result.js parts.js

const drawChildren = (children, scope, context) =>
  (children ?? [])
    .map((child) => context.render(child, scope, { heading: Math.min(6, context.heading + 1) }))
    .filter(Boolean);

components.section = (props, scope, context) => {
  const title = textOf(evaluate(props.title ?? context.component.title, scope));
  const { children } = context.component;
  const tag = "h" + context.heading;
  if (!evaluate(props.folded, scope)) {
    const nodes = drawChildren(children, scope, context);
    return nodes.length || !children?.length
      ? h("section", { class: "stack gap" }, title ? h(tag, { dir: "auto" }, title) : null, nodes)
      : null;
  }
  const inner = h("div", { class: "stack inner" });
  const draw = () => inner.firstChild || inner.append(...drawChildren(children, scope, context));
  return h("details", { class: "fold", ontoggle: draw }, h("summary", {}, h(tag, { dir: "auto" }, title)), inner);
};
components.section.titled = true;

components.tabs = (props, scope, context) => {
  const { children = [] } = context.component;
  const labels = evaluate(props.labels, scope) ?? [];
  const made = new Map();
  const panel = h("div", { class: "stack", role: "tabpanel", id: uid(), tabindex: "0" });
  const tabs = children.map((_, index) =>
    h(
      "button",
      { type: "button", role: "tab", id: uid(), "aria-controls": panel.id, onclick: () => show(index) },
      textOf(labels[index]) || `Part ${index + 1}`,
    ),
  );
  const show = (index) => {
    if (!made.has(index)) made.set(index, drawChildren([children[index]], scope, context));
    tabs.forEach((tab, at) => {
      tab.setAttribute("aria-selected", String(at === index));
      tab.tabIndex = at === index ? 0 : -1;
    });
    panel.setAttribute("aria-labelledby", tabs[index].id);
    panel.replaceChildren(...made.get(index));
  };
  const onkeydown = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next =
      event.key === "Home"
        ? 0
        : event.key === "End"
          ? tabs.length - 1
          : step && (tabs.indexOf(event.target) + step + tabs.length) % tabs.length;
    if (next === undefined || Number.isNaN(next)) return;
    event.preventDefault();
    show(next);
    tabs[next].focus();
  };
  if (!tabs.length) return null;
  show(0);
  return h("div", { class: "stack" }, h("div", { class: "seg tabs", role: "tablist", onkeydown }, tabs), panel);
};

components.header = (props, scope, context) => {
  const level = Number(evaluate(props.level, scope)) || 2;
  return h(
    "h" + Math.min(6, Math.max(level, context.heading)),
    { class: "gap", dir: "auto" },
    textOf(evaluate(props.text, scope)),
  );
};

components.divider = () => h("hr");
