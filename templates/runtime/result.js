// result.js: the table of component types, and a result drawn by the spec that steers it.
// needs: dom.js expressions.js data.js parts.js

/**
 * type → (props, scope, context) → Node, or null when the data it needs is not there. Each component file enters its own.
 * Props arrive with their expressions unevaluated. `context` holds app, tool, spec, read (what readResult found), input,
 * component (its spec: children, title), heading (level for its title) and render(component, scope).
 * A renderer that places `context.component.title` itself says so: `components.table.titled = true`.
 */
const components = Object.create(null);

/** A tool result as the view's section `[data-result]`. */
function renderResult(callToolResult, input, context) {
  const read = readResult(callToolResult);
  const content = Array.isArray(callToolResult?.content) ? callToolResult.content : [];
  const scope = { result: read.data, content, input, host: context.app?.getHostContext() ?? {}, state: {} };
  const inner = { heading: 2, ...context, read, input, scope };
  inner.render = (component, at = scope, more) => renderComponent(component, at, { ...inner, ...more });
  const specced = context.spec.result ?? [{ type: "auto" }];
  const inOrder = read.plain && read.blocks.length && specced.every(({ type, props }) => type === "auto" && !props);
  const drawItem = (item) => (item?.type === "text" ? drawAny(item.text, scope, inner) : drawBlock(item, scope, inner));
  let nodes =
    read.state === "empty"
      ? []
      : inOrder
        ? content.map(drawItem)
        : specced.map((component) => inner.render(component)).filter(Boolean);
  if (!nodes.length && read.state !== "empty") nodes = [drawAny(read.data, scope, inner)];
  if (!inOrder && !JSON.stringify(specced).includes('"/content')) nodes.push(...read.blocks.map(drawItem));
  const [lead, trail] = [read.lead, read.trail].map((words) => words && drawAny(words, scope, inner));
  return h("section", { "data-result": "", class: context.spec.layout }, [lead, nodes, trail].flat().filter(Boolean));
}

/** One component of a spec with its title; a fault in it costs only itself. */
function renderComponent(component, scope, context) {
  const draw = components[component.type];
  // What this one draws within itself must not repeat its title.
  const here = { ...context, component: draw?.titled ? component : { ...component, title: undefined } };
  let node;
  try {
    if (component.visible !== undefined && !evaluate(component.visible, scope)) return null;
    if (!draw) return drawAny(dataOf(component, scope), scope, here);
    if (component.title && !draw.titled) here.heading++;
    node = draw(component.props ?? {}, scope, here);
  } catch (fault) {
    console.warn("genui:", component.type, fault);
    node = h(
      "div",
      { class: "near" },
      h("p", { class: "small dim" }, "This part could not be drawn as planned; its data follows."),
    );
    node.append(drawAny(dataOf(component, scope), scope, here, ["tree"]) ?? "");
  }
  if (!node) return null;
  if (!node.dataset.component) node.dataset.component = component.type;
  const title = component.title && !draw?.titled ? textOf(evaluate(component.title, scope)) : "";
  return title ? h("section", { class: "near gap" }, h("h" + context.heading, { dir: "auto" }, title), node) : node;
}

/** The data that a component is about, for drawing it another way. */
function dataOf(component, scope) {
  const { of, rows, src } = component.props ?? {};
  return evaluate(of ?? rows ?? src ?? { $path: "/result" }, scope);
}

/** Any value with whatever this page has for it: auto, tree, text, plain JSON. */
function drawAny(value, scope, context, types = ["auto", "tree"]) {
  if (value === undefined || value === "") return null;
  for (const type of typeof value === "string" ? [...types, "text"] : types)
    try {
      const node =
        context.component?.type !== type &&
        components[type]?.({ of: { $item: "" } }, { ...scope, item: value }, context);
      if (node) return node;
    } catch (fault) {
      console.warn("genui:", type, fault);
    }
  return h(
    "pre",
    { "data-component": "text", class: "wrap", dir: "auto" },
    cut(typeof value === "string" ? value : pretty(value), 1e5),
  );
}

/** An item of content that is not text: by the component for its kind, else named. */
function drawBlock(block, scope, context) {
  const kind = blockKind(block);
  const draw = components[kind];
  try {
    const node = draw?.({ [kind === "links" ? "of" : "src"]: { $item: "" } }, { ...scope, item: block }, context);
    if (node) return node;
  } catch (fault) {
    console.warn("genui:", kind, fault);
  }
  const { type, ...rest } = block && typeof block === "object" ? block : { type: "item", value: block };
  if (rest.data || rest.resource?.blob)
    return h("p", { class: "dim" }, `${labelOf(type ?? "item")} ${rest.mimeType ?? ""} is in the raw result.`);
  return drawAny(rest.resource?.text ?? rest, scope, context);
}
