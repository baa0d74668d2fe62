// tree.js: any JSON value as nested entries, some of them open at first.

import { keys } from "./checks.js";
import { components } from "./components.js";
import { entriesOf } from "./data.js";
import { escapePointer, evaluate } from "./expressions.js";
import { isNested } from "./values.js";

/** A tree; `open`: levels open at first, as far as about 30 lines go; `opened`: the pointers of the nodes that are. */
components.tree = (props, scope) => {
  const value = evaluate(props.of, scope);
  if (value === undefined) return null;
  const opened = openedNodes(nodesOf(value, 1000), evaluate(props.open ?? 2, scope), 30);
  return { type: "tree", value, opened: opened.map(pointerTo) };
};

/** The way from the root to a node. */
const pointerTo = ({ name, up }) => (up ? pointerTo(up) + escapePointer(name) : "");

export const countIn = (value) => (isNested(value) ? keys(value).length : 0);

/** At least so many of the nodes from `root` down, if there are, level by level as {value, depth, name?, up?}. */
export function nodesOf(root, most) {
  const nodes = [{ value: root, depth: 0 }];
  for (const up of nodes) {
    if (nodes.length > most) break;
    if (isNested(up.value))
      for (const [name, value] of entriesOf(up.value)) nodes.push({ name, value, up, depth: up.depth + 1 });
  }
  return nodes;
}

/** The nodes to open, level by level, while their lines fit. */
export function openedNodes(nodes, levels, lines) {
  const opened = new Set();
  for (const node of nodes) {
    const { value, up, depth } = node;
    const count = countIn(value);
    if (up && !(count && depth < levels && count <= lines && opened.has(up))) continue;
    lines -= count;
    opened.add(node);
  }
  return [...opened];
}
