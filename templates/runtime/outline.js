// outline.js: the first stage of a view: a tool result and the spec that steers it become an outline, plain data of what stands where. Here are the tables of
// component types, and what holds other components together: sections, tabs, headings, dividers.

import { wordsOf } from "./columns.js";
import { isEmpty, MEDIUM, readResult } from "./data.js";
import { evaluate } from "./expressions.js";
import { faultOf } from "./faults.js";
import { labelOf } from "./labels.js";
import { plainly, roleOf } from "./roles.js";
import { transformed } from "./transforms.js";
import { attempt, cut, entriesOf, isNested, isPlain, isText, isWords, objectOf, pretty, textOf, words } from "./values.js";

/**
 * type → (props, scope, context) → its outline, {type, …} as plain data; null when the data it needs is not there. Pure.
 * Props arrive with their expressions unevaluated. `context` holds tool, spec, read (what readResult found), input, component (its spec: children, title), headingLevel (of its title), scope and render(component, scope), the outline of another.
 * A component that places `context.component.title` itself says so: `components.table.titled = true`.
 */
export const components = Object.create(null);

/** type of an outline → (outline, context) → Node, with what can be done to it. `context` is that of the outline, and app and announce of the page. */
export const draws = Object.create(null);

export const ITEM = { $item: "" };

/** The context below a heading of this one. */
export const belowHeading = (context) => ({ ...context, headingLevel: Math.min(6, context.headingLevel + 1) });

/** The outline with one more member, made once. */
export const later = (outline, name, make) => {
  let made;
  return Object.defineProperty(outline, name, { enumerable: true, get: () => (made ??= make()) });
};

/** The context in which a result is outlined and drawn, and the warnings that stand above it. */
export function openResult(result, input, context) {
  const read = context.read ?? readResult(result);
  const { data, content } = read;
  const { warnings, rest } = warned(data, context.spec.result ?? []);
  const scope = { result: rest, content, input, host: context.app?.surroundings() ?? {}, state: {}, about: plainly(context.spec.description) };
  const left = rest === data ? read : { ...read, data: rest };
  const inner = { headingLevel: 2, ...context, read: left, input, scope };
  inner.render = (component, at = scope, more) => titledOutline(component, at, { ...inner, ...more });
  return [inner, warnings];
}

/** The outline of a result: {type: "result", state, parts}. */
export function resultOutline(inner, warnings) {
  const { read, spec } = inner;
  const { data, content, blocks, state, lead, trail } = read;
  const specced = spec.result ?? [{ type: "auto" }];
  const inOrder = isText(data) && blocks[0] && specced.every(({ type, props }) => type === "auto" && !props);
  const itemOutline = (item) => (item?.type === "text" ? anyOutline(item.text, inner) : blockOutline(item, inner));
  const own = inOrder || state === "empty" ? [] : specced.map((component) => inner.render(component)).filter(Boolean);
  const isElse = !own[0] && !inOrder && state !== "empty";
  const besides = JSON.stringify(specced).includes('"/content') ? [] : blocks;
  const parts = [...own, isElse && anyOutline(data, inner), ...(inOrder ? content : besides).map(itemOutline)];
  const all = [warnings, anyOutline(lead, inner), ...parts, anyOutline(trail, inner)].filter(Boolean);
  return { type: "result", state, layout: spec.layout, parts: all };
}

/** The warnings in an answer, which stand above all else, and the answer without those that no component shows. */
function warned(data, specced) {
  const entries = isPlain(data) ? entriesOf(data) : [];
  const found = entries.filter(isWarning);
  if (!found[0]) return { rest: data };
  const shown = JSON.stringify(specced);
  const left = entries.filter((entry) => shown.includes(`/${entry[0]}"`) || !found.includes(entry));
  return { warnings: note("warning", warningsIn(found).join("\n")), rest: left[0] ? objectOf(left) : data };
}

function isWarning([name, value]) {
  const kind = isText(value) ? "text" : isNested(value) ? "nested" : typeof value;
  return value && !isEmpty(value) && roleOf(wordsOf(name), kind)?.role === "warning";
}

/** The words of warnings; a flag adds nothing where words say the same: "Only the first 4 of 1,204 rows". */
function warningsIn(found) {
  const told = found.filter(([, value]) => value !== true).flatMap(([, value]) => value);
  const texts = told.map((each) => (isNested(each) ? textOf(each.message ?? each) : each));
  const says = texts.some((each) => /\b(truncat|only|first|limit)/i.test(each));
  const flags = found.filter(([name, value]) => value === true && !(says && /truncated$/i.test(name)));
  return [...flags.map(([name]) => (/truncated$/i.test(name) ? "There is more than this: the answer was cut short." : labelOf(name))), ...texts];
}

/** Words of genui's own or beside data; `tone`: warning, aside or small. */
export const note = (tone, text) => ({ type: "note", tone, text });

/** What is made with the component of this type; undefined where it cannot be, and why is told to `context.onfault` and to `onfault`. */
function tried(type, make, context, onfault) {
  try {
    const outline = make(components[type]) ?? null;
    if (!outline) return outline;
    outline.level ??= context.headingLevel;
    if (!components[outline.type]) outline.component ??= type;
    return outline;
  } catch (fault) {
    context.onfault?.(type, fault);
    onfault?.(fault);
  }
}

/** One component of a spec, where it is to be seen, below its title. */
function titledOutline(component, scope, context) {
  const { type, title, visible } = component;
  // Where it cannot be told whether it is to be seen, it is.
  const isWanted = visible === undefined || (attempt(() => Boolean(evaluate(visible, scope))) ?? true);
  if (!isWanted) return null;
  if (!title || components[type]?.titled) return componentOutline(component, scope, context);
  // What this one draws within itself must not repeat its title.
  const untitled = { ...component, title: undefined };
  const part = componentOutline(untitled, scope, { ...context, headingLevel: context.headingLevel + 1 });
  const heading = part && words(evaluate(title, scope));
  return heading ? titledAs(context.headingLevel, heading, part) : part;
}

/** An outline below a heading; a thing above rows has it beside its name: "Patient Ingrid Halvorsen". */
export function titledAs(level, heading, part) {
  const [first, ...lead] = part.lead ?? [];
  if (!part.isAbove || first?.as !== "name") return { type: "titled", level, heading, part };
  return { ...part, lead: [{ ...first, label: words(heading, " name") }, ...lead] };
}

/** One component of a spec; a fault in it costs only itself. */
function componentOutline(component, scope, context) {
  const { type, props = {} } = component;
  let fault;
  const make = (outline) => outline(...transformed(props, scope), { ...context, component });
  const made = tried(type, make, context, (thrown) => (fault = thrown));
  return made === undefined ? failedOutline(type, fault, evaluate(props.of ?? props.rows ?? props.src ?? { $path: "/result" }, scope), context) : made;
}

/** What stands for a component that could not be made: its data. */
export const failedOutline = (type, fault, value, context) =>
  ({ type: "failed", component: type, fault: faultOf(fault), part: anyOutline(value, context, ["tree"]) });

/** A value by the component of this type, if it can: the component finds it as `of` or `src`. */
export const typeOutline = (type, value, context) =>
  tried(type, (outline) => outline({ of: ITEM, src: ITEM }, { ...context.scope, item: value }, context), context);

/** Any value with the first that can: auto, tree, text, plain JSON. */
export function anyOutline(value, context, types = ["auto", "tree"]) {
  if (value === undefined || value === "") return null;
  const text = isText(value) || isWords(value);
  for (const type of text ? [...types, "text"] : types) {
    const outline = typeOutline(type, value, context);
    if (outline) return outline;
  }
  return { type: "plain", text: isWords(value) ? value : cut(text ? value : pretty(value), 1e5) };
}

/** An item of content that is not text: by the component for its kind, else named. */
export function blockOutline(block, context) {
  const { type, ...rest } = isNested(block) ? block : { type: "item", value: block };
  const known = /^resource/.test(type) ? "links" : MEDIUM.test(type) && type;
  const outline = known && typeOutline(known, block, context);
  if (outline) return outline;
  const { data = rest.resource?.blob, mimeType = "" } = rest;
  if (data) return note("aside", `${labelOf(type ?? "item")} ${mimeType} is in the raw result.`);
  return anyOutline(rest.resource?.text ?? rest, context);
}

const partsOf = (children, scope, context) =>
  (children ?? [])
    .map((child) => context.render(child, scope, { headingLevel: belowHeading(context).headingLevel }))
    .filter(Boolean);

components.section = (props, scope, context) => {
  const { children, title } = context.component;
  const outline = { type: "section", heading: words(evaluate(props.title ?? title, scope)) };
  if (evaluate(props.folded, scope)) return later({ ...outline, folded: true }, "parts", () => partsOf(children, scope, context));
  const parts = partsOf(children, scope, context);
  return parts[0] || !children?.length ? { ...outline, parts } : null;
};
components.section.titled = true;

components.tabs = (props, scope, context) => {
  const { children = [] } = context.component;
  const labels = evaluate(props.labels, scope) ?? [];
  const tabOf = (child, index) =>
    later({ label: words(labels[index]) || `Part ${index + 1}` }, "parts", () => partsOf([child], scope, context));
  return children[0] ? { type: "tabs", tabs: children.map(tabOf) } : null;
};

components.header = (props, scope, context) => {
  const level = Math.min(6, Math.max(Number(evaluate(props.level, scope)) || 2, context.headingLevel));
  return { type: "header", level, text: words(evaluate(props.text, scope)) };
};

components.divider = () => ({ type: "divider" });
