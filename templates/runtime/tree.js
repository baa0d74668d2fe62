// tree.js: what branches: any JSON value as nested entries, some of them open at first; what depends on what, nodes and the edges between them.

import { listOf } from "./brief.js";
import { wordsOf } from "./columns.js";
import { evaluate } from "./expressions.js";
import { entriesOf, escapePointer, isList, isNested, isPlain, keys, present, textOf } from "./values.js";
import { components } from "./outline.js";

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

components.dag = (props, scope) => {
  const [nodes, edges] = [props.nodes, props.edges].map((each) => evaluate(each, scope));
  const graph = readGraph(listOf(nodes) ?? [], listOf(edges) ?? []);
  return (nodes === edges ? graph.edges : graph.nodes).length ? { type: "dag", ...graph } : null;
};

/** How the ends of an edge are called. */
const FROM = /^(from|source|src|parent)( id| node)?$/;
const TO = /^(to|target|dst|child)( id| node)?$/;

/** Members of a node that name the nodes before it. */
const NEEDS = /^(needs|depends on|dependencies|requires|prerequisites|predecessors|blocked by|after)$/;

/** How the kind of an edge is called: "relationType". */
const RELATION = /^(label|relation|relationship|predicate|verb|edge|link|kind|type)( type| name| label)?$/;

/** Edges as [from, to, label]; a node that names the nodes before it stands for an edge from each of these. */
const edgesOf = (row) => {
  const [from, to, needs, relation] = [FROM, TO, NEEDS, RELATION].map((test) => entriesOf(row).find(([name]) => test.test(wordsOf(name)))?.[1]);
  if (isList(row)) return [row];
  if (!isList(needs)) return present(from) && present(to) ? [[from, to, row.label ?? relation]] : [];
  return needs.map((each) => [isNested(each) ? idOf(each) : each, idOf(row)]);
};
/** Is a row an edge that a picture tells whole? Is one a node? */
export const isEdge = (row) => isPlain(row) && edgesOf(row)[0] && keys(row).every((name) => [FROM, TO, RELATION].some((test) => test.test(wordsOf(name))));
export const isNode = (row) => !isNested(row) || present(idOf(row));
const idOf = (row) => row.id ?? row.key ?? row.name ?? row.label;

/** Nodes {label, status} and edges {from, to, label} between their indices; an edge names nodes that are not listed, too. */
function readGraph(nodeRows, edgeRows) {
  const places = new Map();
  const nodes = [];
  const add = (id, row) => {
    const { label, title, name, status, state } = Object(row);
    if (!places.has(id)) places.set(id, nodes.push({ label: textOf(label ?? title ?? name) || id, status: textOf(status ?? state) }) - 1);
    return places.get(id);
  };
  for (const row of nodeRows) add(textOf(isNested(row) ? idOf(row) : row), row);
  const named = edgeRows.filter(isNested).flatMap(edgesOf);
  return { nodes, edges: named.map(([from, to, label]) => ({ from: add(textOf(from)), to: add(textOf(to)), label: textOf(label) })) };
}
