// result.js: the table of component types, and a result drawn by the spec that steers it.
// needs: dom.js expressions.js data.js parts.js

/**
 * type → (props, scope, context) → Node, or null when the data it needs is not there. Each component file enters its own.
 * Props arrive with their expressions unevaluated. `context` holds app, tool, spec, read (what readResult found), input, component (its spec: children, title), heading (level for its title), scope and render(component, scope).
 * A renderer that places `context.component.title` itself says so: `components.table.titled = true`.
 */
const components = Object.create(null);
const ITEM = { $item: "" };

/** A tool result as the view's section `[data-result]`. */
function renderResult(callToolResult, input, context) {
  const read = context.read ?? readResult(callToolResult);
  const { data, content, blocks, state, lead, trail } = read;
  const scope = { result: data, content, input, host: context.app?.getHostContext() ?? {}, state: {} };
  const inner = { heading: 2, ...context, read, input, scope };
  inner.render = (component, at = scope, more) => renderComponent(component, at, { ...inner, ...more });
  const specced = context.spec.result ?? [{ type: "auto" }];
  const inOrder = isText(data) && blocks[0] && specced.every(({ type, props }) => type === "auto" && !props);
  const drawItem = (item) => (item?.type === "text" ? drawAny(item.text, inner) : drawBlock(item, inner));
  let nodes = [];
  if (inOrder) nodes = content.map(drawItem);
  else {
    if (state !== "empty") {
      nodes = specced.map((component) => inner.render(component)).filter(Boolean);
      if (!nodes[0]) nodes = [drawAny(data, inner)];
    }
    if (!JSON.stringify(specced).includes('"/content')) nodes.push(...blocks.map(drawItem));
  }
  return h("section", { "data-result": "", class: context.spec.layout }, drawAny(lead, inner), nodes, drawAny(trail, inner));
}

/** One component of a spec with its title; a fault in it costs only itself. */
function renderComponent(component, scope, context) {
  const { type, visible: wanted, title } = component;
  const draw = components[type];
  // What this one draws within itself must not repeat its title.
  const here = { ...context, component: draw?.titled ? component : { ...component, title: undefined } };
  const { of, rows, src } = component.props ?? {};
  const anything = (types) => drawAny(evaluate(of ?? rows ?? src ?? { $path: "/result" }, scope), here, types);
  let node;
  try {
    if (wanted !== undefined && !evaluate(wanted, scope)) return null;
    if (!draw) return anything();
    if (title && !draw.titled) here.heading++;
    node = draw(component.props ?? {}, scope, here);
  } catch (fault) {
    console.warn("genui:", type, fault);
    const told = h("p.small dim", "This part could not be drawn as planned; its data follows.");
    node = h("div.near", told, anything(["tree"]));
  }
  if (!node) return null;
  node.dataset.component ||= type;
  const head = title && !draw?.titled && textOf(evaluate(title, scope));
  return head ? h("section.near gap", say("h" + context.heading, head), node) : node;
}

/** A value by a component of this page, which finds it as `of` or `rows`. */
const drawn = (type, value, context, props, more) =>
  context.render(
    { type, props: { of: ITEM, rows: ITEM, ...props } },
    { ...context.scope, item: value },
    { heading: context.heading, ...more },
  );

/** A value by the component of this type, if the page has it and it can; a fault is told to developers alone. */
function tried(type, value, context) {
  try {
    return components[type]?.({ of: ITEM, src: ITEM }, { ...context.scope, item: value }, context);
  } catch (fault) {
    console.warn("genui:", type, fault);
  }
}

/** Any value with whatever this page has for it: auto, tree, text, plain JSON. */
function drawAny(value, context, types = ["auto", "tree"]) {
  if (value === undefined || value === "") return null;
  const text = isText(value);
  for (const type of text ? [...types, "text"] : types) {
    const node = context.component?.type !== type && tried(type, value, context);
    if (node) return node;
  }
  return say("pre.wrap", { "data-component": "text" }, cut(text ? value : pretty(value), 1e5));
}

/** An item of content that is not text: by the component for its kind, else named. */
function drawBlock(block, context) {
  const { type, ...rest } = isNested(block) ? block : { type: "item", value: block };
  const node = tried(/^resource/.test(type) ? "links" : MEDIUM.test(type) && type, block, context);
  if (node) return node;
  const { data = rest.resource?.blob, mimeType = "" } = rest;
  if (data) return h("p.dim", `${labelOf(type ?? "item")} ${mimeType} is in the raw result.`);
  return drawAny(rest.resource?.text ?? rest, context);
}
