// dag.js: what depends on what: nodes and the edges between them.

import { listOf } from "./brief.js";
import { wordsOf } from "./columns.js";
import { components } from "./components.js";
import { evaluate, present } from "./expressions.js";
import { isList, isNested, isPlain, textOf } from "./values.js";

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
  const [from, to, needs, relation] = [FROM, TO, NEEDS, RELATION].map((test) => Object.entries(row).find(([name]) => test.test(wordsOf(name)))?.[1]);
  if (isList(row)) return [row];
  if (!isList(needs)) return present(from) && present(to) ? [[from, to, row.label ?? relation]] : [];
  return needs.map((each) => [isNested(each) ? idOf(each) : each, idOf(row)]);
};
/** Is a row an edge that a picture tells whole? Is one a node? */
export const isEdge = (row) => isPlain(row) && edgesOf(row)[0] && Object.keys(row).every((name) => [FROM, TO, RELATION].some((test) => test.test(wordsOf(name))));
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
