// tree.js: any JSON value as nested details, filled when they open, with a search that opens the way to each match.
// needs: dom.js result.js format.js expressions.js parts.js value.js text.js

const TREE_PAGE = 200;
const TREE_DEPTH = 32;
const MATCHES = 200;
const countIn = (value) => (isNested(value) ? keys(value).length : 0);

/** A tree; `open`: levels open at first, as far as about 30 lines go. Search and Expand all come with more than 15 lines. */
components.tree = (props, scope, context) => {
  const root = evaluate(props.of, scope);
  if (root === undefined) return null;
  const body = h("div.tree");
  const draw = (value = root) => {
    const inner = countIn(value) ? treeEntries(value, tree, 0) : treeLine("", value, tree);
    body.replaceChildren(value === root ? "" : button("sm", "Back to the top", () => draw()), inner);
  };
  const opened = openedNodes(root, evaluate(props.open ?? 2, scope), 30);
  const tree = { context, query: "", way: new Map(), opened, draw };
  draw();
  let lines = 0;
  walkTree(root, () => ++lines > 16);
  return h("div.stack", lines > 16 && treeTools(root, tree), body);
};

/** Visit every node under `root` without recursion, level by level; stops when `visit` returns true. */
function walkTree(root, visit) {
  const pending = [{ value: root, depth: 0 }];
  for (const entry of pending) {
    if (visit(entry) || pending.length > 3e5) return;
    if (isNested(entry.value))
      for (const [name, value] of entriesOf(entry.value)) pending.push({ name, value, up: entry, depth: entry.depth + 1 });
  }
}

/** The nodes to open, level by level, while their lines fit. */
function openedNodes(root, levels, lines) {
  const opened = new Set();
  walkTree(root, ({ value, up, depth }) => {
    const count = countIn(value);
    const fits = depth < levels && count <= lines && opened.has(up?.value);
    if (!up || (count && fits)) {
      lines -= count;
      opened.add(value);
    }
    return lines < 1 || depth >= levels;
  });
  return opened;
}

/** The entries of a node, 200 at a time; those on the way to a match come with the first. */
function treeEntries(value, tree, depth) {
  const names = keys(value);
  const late = new Set(names.slice(TREE_PAGE).filter((name) => !tree.way.get(value)?.has(name)));
  const order = [...names.filter((name) => !late.has(name)), ...late];
  const draw = (name) => h("li", treeEntry(name, value[name], tree, depth, isList(value)));
  return inSteps(h("ul"), order, order.length - late.size, draw);
}

function treeEntry(name, value, tree, depth, listed) {
  if (!countIn(value)) return treeLine(name, value, tree);
  const title = say("b", marked(name, tree.query));
  const told = say("span.small dim", (listed && tellingWords(value)) || sizeOf(value));
  if (depth >= TREE_DEPTH) return h("div.li", title, " ", told, " ", button("sm", "Open here", () => tree.draw(value)));
  const fillIn = () => node.open && (node.children[1] ?? node.append(treeEntries(value, tree, depth + 1)));
  const node = h("details", { open: tree.opened.has(value), ontoggle: fillIn }, h("summary", title, told));
  fillIn();
  return node;
}

/** The two members that tell entries of a list apart: "test · failed". */
function tellingWords(value) {
  const plain = entriesOf(value).filter(([, each]) => !isNested(each) && /^.{1,40}$/s.test(textOf(each)));
  return [/(^|[_\s])(name|title|label|subject|summary|key|id)$/i, /(^|[_\s])(status|state|type|kind|role|level|value|conclusion)$/i]
    .flatMap((test) => plain.splice(Math.max(0, plain.findIndex(([name]) => test.test(name))), 1))
    .map(([, each]) => textOf(each))
    .join(" · ");
}

const treeLine = (name, value, tree) =>
  h("div.li", name !== "" && [say("b", marked(name, tree.query)), " "], leafOf(value, tree));

function leafOf(value, { query, context }) {
  if (isNested(value)) return h("span.small dim", sizeOf(value));
  if (!isText(value)) return h(value === null ? "span.dim mono" : "span.v mono", marked(String(value), query));
  if (isUrl(value) && value.length < 2000) return externalLink(value, marked(shortUrl(value), query), context);
  const quoted = JSON.stringify(value).replaceAll("\\n", "\n");
  const told = isDateText(value) && h("span.small dim", " ", lowered(relativeDay(value)));
  return [inParts(say("span.mono asis"), quoted, 2000, (part) => marked(part, query)), told];
}

/** A text with every occurrence of the query in a <mark>. */
function marked(text, query) {
  const low = text.toLowerCase();
  if (!query || low.length !== text.length) return text;
  const nodes = [];
  let from = 0;
  for (let at; (at = low.indexOf(query, from)) >= 0 && nodes.length < 200; from = at + query.length)
    nodes.push(text.slice(from, at), h("mark", text.slice(at, at + query.length)));
  return [...nodes, text.slice(from)];
}

/** Open the way to the first 200 nodes whose name or value holds the query; how many there are in all. */
function findInTree(root, tree) {
  let count = 0;
  walkTree(root, (entry) => {
    const told = [entry.name, isNested(entry.value) ? "" : entry.value].join("\n");
    if (!told.toLowerCase().includes(tree.query) || ++count > MATCHES) return count > MATCHES;
    for (let { name, up } = entry; up; { name, up } = up) {
      tree.opened.add(up.value);
      tree.way.set(up.value, (tree.way.get(up.value) ?? new Set()).add(name));
    }
  });
  return count;
}

function treeTools(root, tree) {
  let closed = tree.opened;
  const told = h("span.small dim", { role: "status" });
  const find = findField("Search keys and values", (query) => {
    Object.assign(tree, { query, way: new Map(), opened: new Set(closed) });
    const count = query && findInTree(root, tree);
    const found = count > MATCHES ? `The first ${MATCHES} matches` : plural(count, "match", "matches");
    told.textContent = query && (count ? found : "Nothing matches");
    tree.draw();
  });
  const all = button("sm quiet push", "Expand all", () => {
    const expand = all.textContent === "Expand all";
    tree.opened = closed = expand ? openedNodes(root, Infinity, 1000) : new Set();
    all.textContent = expand ? "Collapse all" : "Expand all";
    tree.draw();
  });
  return h("div.bar", find, told, all);
}
