// components.js: the two tables of component types. It imports nothing, so that any file can enter its own in any order.

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
