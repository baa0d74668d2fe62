// result.js: the table of component types, and a result drawn by the spec that steers it.

import { faultOf, logFault } from "./bridge.js";
import { components, ITEM } from "./components.js";
import { entriesOf, isEmpty, MEDIUM, objectOf, readResult } from "./data.js";
import { h, say } from "./dom.js";
import { evaluate } from "./expressions.js";
import { fallbacksOf } from "./fallbacks.js";
import { cut, isList, isNested, isPlain, isText, pretty, textOf } from "./format.js";
import { labelOf } from "./labels.js";
import { roleOf } from "./roles.js";
import { detailsFold } from "./states.js";
import { renderTitled } from "./titled.js";
import { transformed } from "./transforms.js";

/** A tool result as the view's section `[data-result]`. */
export function renderResult(callToolResult, input, context) {
  const read = context.read ?? readResult(callToolResult);
  const { data, content, blocks, state, lead, trail } = read;
  const { notes, rest } = warned(data, context.spec.result ?? []);
  const scope = { result: rest, content, input, host: context.app?.surroundings() ?? {}, state: {} };
  const specced = context.spec.result ?? [{ type: "auto" }];
  const inner = { headingLevel: 2, ...context, read: rest === data ? read : { ...read, data: rest }, input, scope, fallbacks: fallbacksOf(specced) };
  inner.render = (component, at = scope, more) =>
    renderTitled(component, at, { ...inner, ...more });
  const inOrder = isText(data) && blocks[0] && specced.every(({ type, props }) => type === "auto" && !props);
  const drawItem = (item) => (item?.type === "text" ? drawAny(item.text, inner) : drawBlock(item, inner));
  let nodes = [];
  if (inOrder) nodes = content.map(drawItem);
  else {
    if (state !== "empty") {
      nodes = specced.map((component) => inner.render(component)).filter(Boolean);
      if (!nodes[0]) nodes = [drawAny(rest, inner)];
    }
    if (!JSON.stringify(specced).includes('"/content')) nodes.push(...blocks.map(drawItem));
  }
  return h("section", { "data-result": "", class: context.spec.layout }, notes, drawAny(lead, inner), nodes, drawAny(trail, inner));
}

/** The warnings in an answer, which stand above all else, and the answer without those that no component shows. */
function warned(data, specced) {
  const told = JSON.stringify(specced);
  const isWarning = ([name, each]) => roleOf(labelOf(name).toLowerCase(), isText(each) ? "text" : isNested(each) ? "nested" : typeof each)?.role === "warning";
  const found = isPlain(data) ? entriesOf(data).filter((entry) => isWarning(entry) && entry[1] && !isEmpty(entry[1])) : [];
  if (!found[0]) return { rest: data };
  // A flag adds nothing where a warning in words says the same: "Only the first 4 of 1,204 rows".
  const said = found.some(([, each]) => each !== true && /\b(truncat|only|first|limit)/i.test(textOf(each)));
  const words = ([name, each]) => (each === true ? (said && /truncated$/i.test(name) ? [] : [labelOf(name)]) : (isList(each) ? each : [each]).map((one) => (isNested(one) ? textOf(one.message ?? one) : one)));
  const left = entriesOf(data).filter((entry) => told.includes(`/${entry[0]}"`) || !found.some(([name]) => name === entry[0]));
  return { notes: say("p.warn warned lines", { role: "note" }, found.flatMap(words).join("\n")), rest: left[0] ? objectOf(left) : data };
}

/** What is made with the component of this type; undefined where it cannot be, and why is told to logs and to `onfault`. */
function tried(type, make, { app, tool }, onfault) {
  try {
    const node = make(components[type]) ?? null;
    if (node) node.dataset.component ||= type;
    return node;
  } catch (fault) {
    console.warn("genui:", type, fault);
    logFault(app?.abilities(), tool?.name, fault);
    onfault?.(fault);
  }
}

/** One component of a spec; a fault in it costs only itself. */
export function renderComponent(component, scope, context) {
  const { type, props = {} } = component;
  let details;
  const draw = (make) => make(...transformed(props, scope), { ...context, component });
  const node = tried(type, draw, context, (fault) => (details = detailsFold(faultOf(fault))));
  if (node !== undefined) return node;
  const told = [h("p.small dim", "This part could not be drawn; its data follows."), details];
  const value = evaluate(props.of ?? props.rows ?? props.src ?? { $path: "/result" }, scope);
  return h("div.near", { "data-component": type }, told, drawAny(value, context, ["tree"]));
}

/** A value by the component of this type, if it may stand in and can: the component finds it as `of` or `src`. */
export const drawn = (type, value, context) =>
  context.fallbacks.has(type)
    ? tried(type, (draw) => draw({ of: ITEM, src: ITEM }, { ...context.scope, item: value }, context), context)
    : null;

/** Any value with the first that may stand in: auto, tree, text, plain JSON. */
export function drawAny(value, context, types = ["auto", "tree"]) {
  if (value === undefined || value === "") return null;
  const text = isText(value);
  for (const type of text ? [...types, "text"] : types) {
    const node = drawn(type, value, context);
    if (node) return node;
  }
  return say("pre.wrap", { "data-component": "text" }, cut(text ? value : pretty(value), 1e5));
}

/** An item of content that is not text: by the component for its kind, else named. */
export function drawBlock(block, context) {
  const { type, ...rest } = isNested(block) ? block : { type: "item", value: block };
  const node = drawn(/^resource/.test(type) ? "links" : MEDIUM.test(type) && type, block, context);
  if (node) return node;
  const { data = rest.resource?.blob, mimeType = "" } = rest;
  if (data) return h("p.dim", `${labelOf(type ?? "item")} ${mimeType} is in the raw result.`);
  return drawAny(rest.resource?.text ?? rest, context);
}
