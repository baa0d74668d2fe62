// draw-tree.js: nested details, filled when they open, with a search that opens the way to each match.

import { sizeOf } from "./brief.js";
import { keys } from "./checks.js";
import { STATUS_NAME, TITLE, wordsOf } from "./columns.js";
import { draws } from "./components.js";
import { entriesOf } from "./data.js";
import { button, h, say } from "./dom.js";
import { pointer } from "./expressions.js";
import { isDateText, isList, isNested, isText, isUrl, plural, relativeDay, shortUrl, textOf } from "./format.js";
import { externalLink, inParts } from "./parts.js";
import { countIn, nodesOf, openedNodes } from "./tree.js";
import { findField, inSteps } from "./value.js";

const TREE_PAGE = 200;
const TREE_DEPTH = 32;
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
  if (depth >= TREE_DEPTH) return deepLine(name, value, tree);
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
  const told = isDateText(value) && h("span.small dim", " ", relativeDay(value));
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
      tree.ways.set(up.value, (tree.ways.get(up.value) ?? new Set()).add(name));
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
