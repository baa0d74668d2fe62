// draw-tree.js: what branches: nested details, filled when they open, with a search that opens the way to each match; and graphs, nodes in layers
// with the edges between them, and the same as a list.

import { sizeOf } from "./brief.js";
import { STATUS_NAME, TITLE, wordsOf } from "./columns.js";
import { badge, button, externalLink, h, inParts, s, say, scrollBox, stretched, viewSwitch } from "./dom.js";
import { entriesOf, isDateText, isList, isNested, isText, isUrl, keptIn, keys, plural, pointer, relativeText, shortUrl, textOf } from "./format.js";
import { countIn, nodesOf, openedNodes } from "./tree.js";
import { findField, inSteps } from "./value.js";
import { draws } from "./outline.js";

const TREE_PAGE = 200;
const MATCHES = 200;

draws.tree = ({ value: root, opened }, context) => {
  const body = h("div.tree");
  const unfolded = new Set(opened.map((path) => pointer(root, path)));
  const tree = { context, sought: "", ways: new Map(), unfolded };
  const draw = () => body.replaceChildren(countIn(root) ? treeEntries(root, tree, 0) : treeLine("", root, tree));
  draw();
  return h("div.stack", nodesOf(root, 16)[16] && treeTools(root, tree, draw), body);
};

/** The entries of a node, 200 at a time; of more than that, those on the way to a match come first. */
function treeEntries(value, tree, depth) {
  const names = keys(value);
  const order = names[TREE_PAGE] ? [...new Set([...(tree.ways.get(value) ?? []), ...names])] : names;
  return inSteps(h("ul"), order, TREE_PAGE, (name) => h("li", treeEntry(name, value[name], tree, depth, isList(value))));
}

function treeEntry(name, value, tree, depth, listed) {
  if (!countIn(value)) return treeLine(name, value, tree);
  // What lies deeper could not be indented.
  if (depth >= 32) return deepLine(name, value, tree);
  const told = (listed && tellingWords(value)) || sizeOf(value);
  const fillIn = () => node.open && (node.children[1] ?? node.append(treeEntries(value, tree, depth + 1)));
  const summary = h("summary", say("b", marked(name, tree.sought)), say("span.small dim", told));
  const node = h("details", { open: tree.unfolded.has(value), ontoggle: fillIn }, summary);
  fillIn();
  return node;
}

/** The two members that tell entries of a list apart: "test · failed". */
function tellingWords(value) {
  const plain = entriesOf(value).filter(([, each]) => !isNested(each) && /^.{1,40}$/s.test(textOf(each)));
  return [TITLE, STATUS_NAME]
    .flatMap((test) => plain.splice(Math.max(0, plain.findIndex(([name]) => test.test(wordsOf(name)))), 1))
    .map(([, each]) => textOf(each))
    .join(" · ");
}

const treeLine = (name, value, tree) =>
  h("div.li", name !== "" && [say("b", marked(name, tree.sought)), " "], leafOf(value, tree));

/** What lies too deep to be indented further, as JSON, and a way to draw it from the left. */
function deepLine(name, value, tree) {
  const line = treeLine(name, value, tree);
  const open = () => line.replaceChildren(say("b", marked(name, tree.sought)), h("div.tree", treeEntries(value, tree, 0)));
  line.append(" ", button("sm quiet", "Open here", open));
  return line;
}

/** A value without entries to open; what lies too deep to be opened is told as JSON. */
function leafOf(value, { sought: query, context }) {
  const nested = isNested(value);
  if (nested && !countIn(value)) return h("span.small dim", sizeOf(value));
  if (!nested && !isText(value)) return h(value === null ? "span.dim mono" : "span.v mono", marked(String(value), query));
  if (isUrl(value) && value.length < 2000) return externalLink(value, marked(shortUrl(value), query), context);
  const quoted = JSON.stringify(value).replaceAll("\\n", "\n");
  const told = isDateText(value) && h("span.small dim", " ", relativeText(value));
  return [inParts(say("span.mono asis"), quoted, 2000, (part) => marked(part, query)), told];
}

/** A text with the first occurrences of the query in a <mark>. */
function marked(text, query, most = 200) {
  const at = query && most ? text.toLowerCase().indexOf(query) : -1;
  const end = at + query.length;
  return at < 0 ? text : [text.slice(0, at), h("mark", text.slice(at, end)), marked(text.slice(end), query, most - 1)];
}

/** Open the way to the first 200 of the nodes whose name or value holds the query; how many hold it. */
function findInTree(nodes, tree) {
  const found = nodes.filter(({ name, value }) =>
    [name, isNested(value) ? "" : value].join("\n").toLowerCase().includes(tree.sought),
  );
  for (let { name, up } of found.slice(0, MATCHES))
    for (; up; { name, up } = up) {
      tree.unfolded.add(up.value);
      keptIn(tree.ways, up.value, () => new Set()).add(name);
    }
  return found.length;
}

/** The search of a tree, and what opens all of it; what was open before a search is open after it. */
function treeTools(root, tree, draw) {
  let { unfolded: opened } = tree;
  let nodes;
  const told = h("span.small dim", { role: "status" });
  const find = findField("Search keys and values", (query) => {
    Object.assign(tree, { sought: query, ways: new Map(), unfolded: new Set(opened) });
    const count = query && findInTree((nodes ??= nodesOf(root, 3e5)), tree);
    const found = count > MATCHES ? `The first ${MATCHES} matches` : plural(count, "match", "matches");
    told.textContent = query && (count ? found : "Nothing matches");
    draw();
  });
  const all = button("sm quiet push", "Expand all", () => {
    const wide = all.textContent[0] === "E";
    tree.unfolded = opened = new Set(wide ? openedNodes(nodesOf(root, 1000), Infinity, 1000).map(({ value }) => value) : []);
    all.textContent = wide ? "Collapse all" : "Expand all";
    draw();
  });
  return h("div.bar", find, told, all);
}

draws.dag = (outline) => {
  const graph = linked(outline);
  const told = `${plural(graph.nodes.length, "node")}, ${plural(graph.edges.length, "edge")}`;
  const list = () => inSteps(h("ul.stack near"), graph.nodes, 50, dagLine);
  if (graph.nodes.length > 60) return list();
  // Words of edges need room beside the nodes.
  const isNarrow = graph.edges.some(({ label }) => label) && innerWidth < 440;
  const views = isNarrow ? { list, graph: dagPicture } : { graph: dagPicture, list };
  return viewSwitch(h("figure"), views, (draw) => h("section.near", h("div.bar", h("span.small dim", told)), draw(graph, told)));
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

const NODE_HEIGHT = 48;
/** Pixels above and below the picture's nodes. */
const MARGIN = 12;
const WORDS_HEIGHT = 14;

/** Percent of the picture that words take, about. */
const widthOf = (text, most, more) => Math.min(most, text.length * 6.4 + more) / (Math.min(innerWidth, 1200) / 100);

/** Sets where edges touch their nodes, `start` and `stop`: beside one another, in the order of what is at their other ends. */
function spreadPorts({ nodes, edges }) {
  const spread = (edges, node, far, port) =>
    edges.toSorted((a, b) => far(a).x + a.aside - far(b).x - b.aside).forEach((edge, at) => {
      edge[port] = node.x + (at - (edges.length - 1) / 2) * (0.7 * widthOf(node.label, 180, 30)) / edges.length;
    });
  for (const node of nodes) {
    spread(node.next, node, ({ to }) => to, "start");
    spread(node.before, node, ({ from }) => from, "stop");
  }
  // An edge that has its side of a node for itself runs straight down.
  const reaches = (x, node) => Math.abs(x - node.x) < 0.35 * widthOf(node.label, 180, 30);
  for (const edge of edges.filter(({ aside }) => !aside)) {
    if (!edge.to.before[1] && reaches(edge.start, edge.to)) edge.stop = edge.start;
    else if (!edge.from.next[1] && reaches(edge.stop, edge.from)) edge.start = edge.stop;
  }
}

/** How far the middle of an edge is from the straight line: it leads round the nodes of the layers between, and round other edges that do. */
function asideOf({ from, to }, layers) {
  if (to.layer - from.layer === 1) return 0;
  const between = layers.slice(Math.min(from.layer, to.layer) + 1, Math.max(from.layer, to.layer)).flat();
  const middle = (aside) => (from.x + to.x) / 2 + 0.75 * aside;
  const isFree = (aside) =>
    Math.abs(middle(aside) - 50) < 48 && between.every((node) => Math.abs(node.x - middle(aside)) > widthOf(node.label, 180, 30) / 2 + 2) && !(from.rounds ?? []).includes(aside);
  const aside = [0, 24, -24, 33, -33, 42, -42, 52, -52, 64, -64].find(isFree) ?? (from.x > 60 ? -24 : 24);
  (from.rounds ??= []).push(aside);
  return aside;
}

/** The words of edges, each at the first place along its edge where nothing else stands; `taken`: where the nodes are, {x, y, wide, high}. */
function edgeWords(edges, height, taken) {
  return edges.map(({ label, aside, line }) => {
    if (!label) return;
    const wide = widthOf(label, 150, 12);
    const high = (100 * WORDS_HEIGHT) / height;
    const boxAt = (t) => {
      const { x, y } = line.getPointAtLength(t * line.getTotalLength());
      // Beside a curve that leads round a node its words begin where the curve is.
      return { x: Math.max(wide / 2, Math.min(x + (wide / 2) * Math.sign(aside), 100 - wide / 2)), y, wide, high };
    };
    const isFree = ({ x, y }) => taken.every((each) => Math.abs(each.x - x) > (each.wide + wide) / 2 || Math.abs(each.y - y) > (each.high + high) / 2);
    // Where along an edge its words may stand, best first.
    const box = [0.5, 0.4, 0.6, 0.32, 0.68, 0.25, 0.75, 0.18, 0.82].map(boxAt).find(isFree) ?? boxAt(0.5);
    taken.push(box);
    return say("span.way small dim", { style: `left:${box.x}%;top:${box.y}%` }, label);
  });
}

function dagPicture(graph, told) {
  const { nodes, edges } = graph;
  const layers = layersOf(graph);
  const worded = Math.max(...nodes.map(({ next }) => next.filter(({ label }) => label).length));
  // Pixels from layer to layer, more where edges have words.
  const row = worded ? 90 + WORDS_HEIGHT * Math.min(4, Math.max(0, worded - 2)) : 84;
  const height = (layers.length - 1) * row + NODE_HEIGHT + 2 * MARGIN;
  const most = Math.max(...layers.map((layer) => layer.length));
  const yOf = (node) => ((node.layer * row + NODE_HEIGHT / 2 + MARGIN) / height) * 100;
  const half = (50 * NODE_HEIGHT) / height;
  for (const edge of edges) Object.assign(edge, { aside: asideOf(edge, layers), top: yOf(edge.from) + half, end: yOf(edge.to) - half });
  spreadPorts(graph);
  // Curves that start and end upright; the middle of each is aside of the straight line.
  for (const edge of edges) {
    const { start, stop, top, end, aside } = edge;
    const bend = Math.max(3, (end - top) / 2);
    edge.line = s("path", { class: end < top ? "edge back" : "edge", d: `M${start} ${top}C${start + aside} ${top + bend} ${stop + aside} ${end - bend} ${stop} ${end}` });
  }
  const boxes = nodes.map((node) =>
    h("div.node", { title: node.label, style: `left:${node.x}%;top:${yOf(node)}%;--wd:${node.width}%` }, say("span", node.label), node.status && badge(node.status)),
  );
  const names = nodes.slice(0, 12).map(({ label }) => label);
  const picture = h(
    "div.dag",
    {
      role: "img",
      "aria-label": `Graph of ${told}: ${names.join(", ")}. The list tells what leads where.`,
      style: `height:${height}px;min-width:${most * 88}px`,
    },
    stretched(edges.map(({ line }) => line)),
    edges.map(({ stop, end }) => h("i.tip", { style: `left:${stop}%;top:${end}%` })),
    boxes,
    edgeWords(edges, height, nodes.map((node) => ({ x: node.x, y: yOf(node), wide: widthOf(node.label, 180, 30), high: 2 * half }))),
  );
  return scrollBox("Graph", picture);
}

function dagLine({ label, status, next }) {
  const { true: told = [], false: bare = [] } = Object.groupBy(next, (edge) => Boolean(edge.label));
  const lines = [...told.map((edge) => `→ ${edge.to.label} (${edge.label})`), ...(bare[0] ? ["→ " + bare.map(({ to }) => to.label).join(", ")] : [])];
  return h("li.near", h("div.row", say("b", label), status && badge(status)), lines.map((line) => say("p.small dim", line)));
}
