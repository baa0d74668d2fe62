// dag.js: what depends on what: nodes in layers, edges between them, and the same as a list.
// needs: dom.js result.js format.js expressions.js parts.js value.js

const DAG_NODES = 60;

components.dag = (props, scope) => {
  const graph = readGraph(listOf(evaluate(props.nodes, scope)) ?? [], listOf(evaluate(props.edges, scope)) ?? []);
  if (!graph.nodes.length) return null;
  const list = () => inSteps(h("ul", { class: "plain" }), graph.nodes, 50, dagLine);
  const told = `${plural(graph.nodes.length, "node")}, ${plural(graph.edges.length, "edge")}`;
  if (graph.nodes.length > DAG_NODES) return list();
  const { bar, host } = viewSwitch({ graph: () => dagPicture(graph, told), list });
  return h("figure", {}, h("figcaption", { class: "row" }, h("span", { class: "small dim" }, told), bar), host);
};

/** Nodes {id, label, status, next, before} and edges {from, to, label}; an edge names nodes that are not listed, too. */
function readGraph(nodeRows, edgeRows) {
  const nodes = new Map();
  const add = (id, row) => {
    const { label, title, name, status, state } = Object(row);
    if (!nodes.has(id))
      nodes.set(id, {
        id,
        label: textOf(label ?? title ?? name) || id,
        status: textOf(status ?? state),
        next: [],
        before: [],
      });
    return nodes.get(id);
  };
  for (const row of nodeRows) add(textOf(isNested(row) ? (row.id ?? row.key ?? row.name ?? row.label) : row), row);
  const edges = edgeRows.filter(isNested).map((row) => {
    const [from, to] = Array.isArray(row) ? row : [row.from ?? row.source, row.to ?? row.target];
    const edge = { from: add(textOf(from)), to: add(textOf(to)), label: textOf(row.label) };
    edge.from.next.push(edge);
    edge.to.before.push(edge);
    return edge;
  });
  return { nodes: [...nodes.values()], edges };
}

/** Layers from sources to ends: each node below all that lead to it, edges that close a circle left aside. */
function layersOf({ nodes }) {
  const left = new Map(nodes.map((node) => [node, node.before.length]));
  const layers = [];
  while (left.size) {
    const free = [...left].filter(([, count]) => count < 1).map(([node]) => node);
    const layer = free.length
      ? free
      : [[...left].sort(([a, x], [b, y]) => b.before.length - y - a.before.length + x || x - y)[0][0]];
    for (const node of layer) left.delete(node);
    for (const { to } of layer.flatMap((node) => node.next)) if (left.has(to)) left.set(to, left.get(to) - 1);
    const place = (node) => node.before.reduce((sum, { from }) => sum + (from.x ?? 50), 0) / (node.before.length || 1);
    layer
      .sort((a, b) => place(a) - place(b))
      .forEach((node, index) => Object.assign(node, { x: (100 * (index + 0.5)) / layer.length, layer: layers.length }));
    layers.push(layer);
  }
  return layers;
}

const DAG_ROW = 84;
function dagPicture(graph, told) {
  const layers = layersOf(graph);
  const height = layers.length * DAG_ROW;
  const most = Math.max(...layers.map((layer) => layer.length));
  const yOf = (node) => ((node.layer + 0.5) / layers.length) * 100;
  const half = 2400 / height;
  const lines = graph.edges.map(({ from, to }) => {
    const [a, b] = [yOf(from) + half, yOf(to) - half];
    const [bend, aside] = [Math.max(3, (b - a) / 2), to.layer - from.layer === 1 ? 0 : from.x > 60 ? -24 : 24];
    return s("path", {
      class: b < a ? "edge back" : "edge",
      d: `M${from.x} ${a}C${from.x + aside} ${a + bend} ${to.x + aside} ${b - bend} ${to.x} ${b}`,
    });
  });
  const heads = graph.edges.map(({ to }) => h("i", { class: "tip", style: `left:${to.x}%;top:${yOf(to) - half}%` }));
  const boxes = graph.nodes.map((node) =>
    h(
      "div",
      { class: "node", title: node.label, style: `left:${node.x}%;top:${yOf(node)}%;--w:${96 / layers[node.layer].length}%` },
      h("span", { dir: "auto" }, node.label),
      node.status && badge(node.status),
    ),
  );
  const net = s("svg", { viewBox: "0 0 100 100", preserveAspectRatio: "none", width: "100%", height: "100%" }, lines);
  const picture = h(
    "div",
    {
      class: "dag",
      role: "img",
      "aria-label": `Graph of ${told}: ${graph.nodes
        .slice(0, 12)
        .map((node) => node.label)
        .join(", ")}. The list tells what leads where.`,
      style: `height:${height}px;min-width:${most * 88}px`,
    },
    net,
    heads,
    boxes,
  );
  return scrollBox("Graph", picture);
}

function dagLine({ label, status, next }) {
  const to = next.map((edge) => edge.to.label + (edge.label ? ` (${edge.label})` : "")).join(", ");
  return h(
    "li",
    { class: "near" },
    h("div", { class: "row" }, h("b", { dir: "auto" }, label), status && badge(status)),
    h("p", { class: "small dim", dir: "auto" }, to ? "→ " + to : "Leads nowhere further."),
  );
}
