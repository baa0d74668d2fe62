// components.js: the table of component types. It imports nothing, so that any file can enter its own in any order.

/**
 * type → (props, scope, context) → Node, or null when the data it needs is not there. Each component file enters its own.
 * Props arrive with their expressions unevaluated. `context` holds app, tool, spec, read (what readResult found), input, component (its spec: children, title), headingLevel (of its title), scope and render(component, scope).
 * A renderer that places `context.component.title` itself says so: `components.table.titled = true`.
 */
export const components = Object.create(null);
export const ITEM = { $item: "" };
