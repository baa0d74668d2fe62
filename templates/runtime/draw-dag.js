// draw-dag.js: what depends on what: nodes in layers, edges between them, and the same as a list.

import { draws } from "./components.js";
import { h, s, say } from "./dom.js";
import { plural } from "./format.js";
import { badge, scrollBox, viewSwitch } from "./parts.js";
import { inSteps } from "./value.js";

const DAG_NODES = 60;

draws.dag = (outline) => {
  const graph = linked(outline);
  const told = `${plural(graph.nodes.length, "node")}, ${plural(graph.edges.length, "edge")}`;
  const list = () => inSteps(h("ul.plain"), graph.nodes, 50, dagLine);
  if (graph.nodes.length > DAG_NODES) return list();
  const panel = (draw) => () => h("section.near", h("div.bar", h("span.small dim", told)), draw(graph, told));
  return viewSwitch(h("figure"), { graph: panel(dagPicture), list: panel(list) });
};

/** The nodes with the edges that leave and reach them, and the edges with their nodes. */
function linked(outline) {
  const nodes = outline.nodes.map((node) => ({ ...node, next: [], before: [] }));
  const edges = outline.edges.map(({ from, to, label }) => ({ from: nodes[from], to: nodes[to], label }));
  for (const edge of edges) {
    edge.from.next.push(edge);
    edge.to.before.push(edge);
  }
  return { nodes, edges };
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
