// tree.js: any JSON value as nested details, filled when they open, with a search that opens the way to each match.
// needs: dom.js result.js format.js expressions.js columns.js parts.js value.js

const TREE_PAGE = 200;
const TREE_DEPTH = 32;
const MATCHES = 200;
const countIn = (value) => (isNested(value) ? keys(value).length : 0);

/** A tree; `open`: levels open at first, as far as about 30 lines go. A search comes with more than 15 lines. */
components.tree = (props, scope, context) => {
  const root = evaluate(props.of, scope);
  if (root === undefined) return null;
  const body = h("div.tree");
  const tree = { context, query: "", ways: new Map(), opened: openedNodes(root, evaluate(props.open ?? 2, scope), 30) };
  const draw = () => body.replaceChildren(countIn(root) ? treeEntries(root, tree, 0) : treeLine("", root, tree));
  draw();
  let lines = 0;
  walkTree(root, () => ++lines > 16);
  return h("div.stack", lines > 16 && treeTools(root, tree, draw), body);
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
    if (!up || (count && depth < levels && count <= lines && opened.has(up.value))) {
      lines -= count;
      opened.add(value);
    }
    return lines < 1 || depth >= levels;
  });
  return opened;
}

/** The entries of a node, 200 at a time; of more than that, those on the way to a match come first. */
function treeEntries(value, tree, depth) {
  const names = keys(value);
  const order = names[TREE_PAGE] ? [...new Set([...(tree.ways.get(value) ?? []), ...names])] : names;
  return inSteps(h("ul"), order, TREE_PAGE, (name) => h("li", treeEntry(name, value[name], tree, depth, isList(value))));
}

function treeEntry(name, value, tree, depth, listed) {
  if (!countIn(value) || depth >= TREE_DEPTH) return treeLine(name, value, tree);
  const told = (listed && tellingWords(value)) || sizeOf(value);
  const fillIn = () => node.open && (node.children[1] ?? node.append(treeEntries(value, tree, depth + 1)));
  const summary = h("summary", say("b", marked(name, tree.query)), say("span.small dim", told));
  const node = h("details", { open: tree.opened.has(value), ontoggle: fillIn }, summary);
  fillIn();
  return node;
}

/** The two members that tell entries of a list apart: "test · failed". */
function tellingWords(value) {
  const plain = entriesOf(value).filter(([, each]) => !isNested(each) && /^.{1,40}$/s.test(textOf(each)));
  return [/\b(name|title|label|subject|summary|key|id)$/, STATUS_NAME]
    .flatMap((test) => plain.splice(Math.max(0, plain.findIndex(([name]) => test.test(wordsOf(name)))), 1))
    .map(([, each]) => textOf(each))
    .join(" · ");
}

const treeLine = (name, value, tree) =>
  h("div.li", name !== "" && [say("b", marked(name, tree.query)), " "], leafOf(value, tree));

/** A value without entries to open; what lies too deep to be opened is told as JSON. */
function leafOf(value, { query, context }) {
  const nested = isNested(value);
  if (nested && !countIn(value)) return h("span.small dim", sizeOf(value));
  if (!nested && !isText(value)) return h(value === null ? "span.dim mono" : "span.v mono", marked(String(value), query));
  if (isUrl(value) && value.length < 2000) return externalLink(value, marked(shortUrl(value), query), context);
  const quoted = JSON.stringify(value).replaceAll("\\n", "\n");
  const told = isDateText(value) && h("span.small dim", " ", formatDate(value, "datetime", { year: false }));
  return [inParts(say("span.mono asis"), quoted, 2000, (part) => marked(part, query)), told];
}

/** A text with the first occurrences of the query in a <mark>. */
function marked(text, query, most = 200) {
  const at = query && most ? text.toLowerCase().indexOf(query) : -1;
  const end = at + query.length;
  return at < 0 ? text : [text.slice(0, at), h("mark", text.slice(at, end)), marked(text.slice(end), query, most - 1)];
}

/** Open the way to the first 200 nodes whose name or value holds the query; how many there are in all. */
function findInTree(root, tree) {
  let count = 0;
  walkTree(root, ({ name, value, up }) => {
    const told = [name, isNested(value) ? "" : value].join("\n");
    if (!told.toLowerCase().includes(tree.query) || ++count > MATCHES) return count > MATCHES;
    for (; up; { name, up } = up) {
      tree.opened.add(up.value);
      tree.ways.set(up.value, (tree.ways.get(up.value) ?? new Set()).add(name));
    }
  });
  return count;
}

/** The search of a tree; what was open before it is open after it. */
function treeTools(root, tree, draw) {
  const { opened } = tree;
  const told = h("span.small dim", { role: "status" });
  const find = findField("Search keys and values", (query) => {
    Object.assign(tree, { query, ways: new Map(), opened: new Set(opened) });
    const count = query && findInTree(root, tree);
    const found = count > MATCHES ? `The first ${MATCHES} matches` : plural(count, "match", "matches");
    told.textContent = query && (count ? found : "Nothing matches");
    draw();
  });
  return h("div.bar", find, told);
}
