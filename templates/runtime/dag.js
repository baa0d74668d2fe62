// dag.js: what depends on what: nodes in layers, edges between them, and the same as a list.

import { wordsOf } from "./columns.js";
import { components } from "./components.js";
import { h, s, say } from "./dom.js";
import { evaluate, present } from "./expressions.js";
import { isList, isNested, plural, textOf } from "./format.js";
import { badge, scrollBox, viewSwitch } from "./parts.js";
import { inSteps, listOf } from "./value.js";

const DAG_NODES = 60;

components.dag = (props, scope) => {
  const [nodes, edges] = [props.nodes, props.edges].map((each) => evaluate(each, scope));
  const graph = readGraph(listOf(nodes) ?? [], listOf(edges) ?? []);
  const told = `${plural(graph.nodes.length, "node")}, ${plural(graph.edges.length, "edge")}`;
  if (!(nodes === edges ? graph.edges : graph.nodes).length) return null;
  const list = () => inSteps(h("ul.plain"), graph.nodes, 50, dagLine);
  if (graph.nodes.length > DAG_NODES) return list();
  const panel = (draw) => () => h("section.near", h("div.bar", h("span.small dim", told)), draw(graph, told));
  return viewSwitch(h("figure"), { graph: panel(dagPicture), list: panel(list) });
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
const idOf = (row) => row.id ?? row.key ?? row.name ?? row.label;

/** Nodes {id, label, status, next, before} and edges {from, to, label}; an edge names nodes that are not listed, too. */
function readGraph(nodeRows, edgeRows) {
  const nodes = new Map();
  const add = (id, row) => {
    const { label, title, name, status, state } = Object(row);
    const made = { label: textOf(label ?? title ?? name) || id, status: textOf(status ?? state), next: [], before: [] };
    return nodes.get(id) ?? nodes.set(id, made).get(id);
  };
  for (const row of nodeRows) add(textOf(isNested(row) ? idOf(row) : row), row);
  const edges = edgeRows.filter(isNested).flatMap(edgesOf).map(([from, to, label]) => {
    const edge = { from: add(textOf(from)), to: add(textOf(to)), label: textOf(label) };
    edge.from.next.push(edge);
    edge.to.before.push(edge);
    return edge;
  });
  return { nodes: [...nodes.values()], edges };
}

/** Layers from sources to ends: each node below all that lead to it, edges that close a circle left aside. */
function layersOf({ nodes }) {
  const left = new Set(nodes);
  const layers = [];
  // How many edges into a node still wait for their start.
  const waits = (node) => node.before.filter(({ from }) => left.has(from)).length;
  const place = ({ before }) => before.reduce((sum, { from }) => sum + (from.x ?? 50), 0) / (before.length || 1);
  while (left.size) {
    const free = [...left].filter((node) => !waits(node));
    const rank = (node) => waits(node) - node.before.length;
    const layer = free.length ? free : [...left].sort((a, b) => rank(a) - rank(b) || waits(a) - waits(b)).slice(0, 1);
    layer.sort((a, b) => place(a) - place(b));
    for (const [at, node] of layer.entries()) {
      left.delete(node);
      Object.assign(node, { x: (100 * (at + 0.5)) / layer.length, layer: layers.length, width: 96 / layer.length });
    }
    layers.push(layer);
  }
  return layers;
}

const DAG_ROW = 84;
function dagPicture({ nodes, edges }, told) {
  const layers = layersOf({ nodes });
  const height = layers.length * DAG_ROW;
  const most = Math.max(...layers.map((layer) => layer.length));
  const yOf = (node) => ((node.layer + 0.5) / layers.length) * 100;
  const half = 2400 / height;
  const ways = edges.map(({ from, to, label }) => {
    const [a, b] = [yOf(from) + half, yOf(to) - half];
    const aside = to.layer - from.layer === 1 ? 0 : from.x > 60 ? -24 : 24;
    // Where a curve of Bézier with both ends bent aside passes half way.
    return { from, to, a, b, aside, label, middle: [(from.x + to.x) / 2 + 0.75 * aside, (a + b) / 2] };
  });
  const lines = ways.map(({ from, to, a, b, aside }) => {
    const bend = Math.max(3, (b - a) / 2);
    const d = `M${from.x} ${a}C${from.x + aside} ${a + bend} ${to.x + aside} ${b - bend} ${to.x} ${b}`;
    return s("path", { class: b < a ? "edge back" : "edge", d });
  });
  const at = (node, up = 0) => `left:${node.x}%;top:${yOf(node) - up}%;--wd:${node.width}%`;
  const boxes = nodes.map((node) =>
    h("div.node", { title: node.label, style: at(node) }, say("span", node.label), node.status && badge(node.status)),
  );
  const names = nodes.slice(0, 12).map(({ label }) => label);
  const picture = h(
    "div.dag",
    {
      role: "img",
      "aria-label": `Graph of ${told}: ${names.join(", ")}. The list tells what leads where.`,
      style: `height:${height}px;min-width:${most * 88}px`,
    },
    s("svg", { viewBox: "0 0 100 100", preserveAspectRatio: "none", width: "100%", height: "100%" }, lines),
    edges.map(({ to }) => h("i.tip", { style: at(to, half) })),
    boxes,
    ways.map(({ label, aside, middle: [x, y] }) => {
      // Beside a curve that leads round a node its name begins where the curve is.
      const start = aside > 0 ? "0" : aside ? "-100%" : "-50%";
      return label && say("span.way small dim", { style: `left:${x}%;top:${y}%;translate:${start} -50%` }, label);
    }),
  );
  return scrollBox("Graph", picture);
}

function dagLine({ label, status, next }) {
  const to = next.map((edge) => edge.to.label + (edge.label && ` (${edge.label})`)).join(", ");
  return h(
    "li.near",
    h("div.row", say("b", label), status && badge(status)),
    say("p.small dim", to ? "→ " + to : "Leads nowhere further."),
  );
}
