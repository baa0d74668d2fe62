// tree.js: any JSON value as nested details, filled when they open, with a search that opens the way to each match.
// needs: dom.js result.js format.js expressions.js parts.js value.js text.js

const TREE_PAGE = 200;
const TREE_DEPTH = 32;
const isBranch = (value) => isNested(value) && Object.keys(value).length > 0;

/** A tree; `open`: levels open at first, as far as about 30 lines go. Search and Expand all come with more than 15 lines. */
components.tree = (props, scope, context) => {
  const root = evaluate(props.of, scope);
  if (root === undefined) return null;
  const levels = evaluate(props.open ?? 2, scope);
  const tree = {
    context,
    query: "",
    way: new Map(),
    opened: openedNodes(root, levels === true ? 2 : levels, 30),
    go: (value) => draw(value),
  };
  const body = h("div", { class: "tree" });
  const draw = (value) => {
    const up = value === root ? null : button("sm", "Back to the top", () => draw(root));
    body.replaceChildren(up ?? "", isBranch(value) ? treeEntries(value, tree, 0) : treeLine("", value, tree));
  };
  draw(root);
  return h("div", { class: "stack" }, linesIn(root, 16) > 15 && treeTools(root, tree, () => draw(root)), body);
};

/** Visit every node under `root` without recursion; stops when `visit` returns true. */
function walkTree(root, visit) {
  const pending = [{ value: root }];
  for (let at = 0; at < pending.length && at < 3e5; at++) {
    const entry = pending[at];
    if (visit(entry, at)) return;
    if (isNested(entry.value))
      for (const name of Object.keys(entry.value))
        pending.push({ name, value: entry.value[name], up: entry, depth: (entry.depth ?? 0) + 1 });
  }
}

function linesIn(root, most) {
  let lines = 0;
  walkTree(root, (_, at) => (lines = at) >= most);
  return lines;
}

/** The nodes to open, level by level, while their lines fit. */
function openedNodes(root, levels, lines) {
  const opened = new Set([root]);
  let left = lines - (isNested(root) ? Object.keys(root).length : 0);
  walkTree(root, ({ value, up, depth }) => {
    const size = isNested(value) ? Object.keys(value).length : 0;
    if (size && depth < levels && size <= left && opened.has(up.value)) {
      left -= size;
      opened.add(value);
    }
    return left < 1 || depth >= levels;
  });
  return opened;
}

/** The entries of a node, 200 at a time; those on the way to a match come with the first. */
function treeEntries(value, tree, depth) {
  const names = Object.keys(value);
  const hot = tree.way.get(value);
  const first = names.filter((name, index) => index < TREE_PAGE || hot?.has(name));
  const rest = first.length < names.length ? names.filter((name, index) => index >= TREE_PAGE && !hot?.has(name)) : [];
  return inSteps(h("ul"), [...first, ...rest], Math.max(TREE_PAGE, first.length), (name) =>
    h("li", {}, treeEntry(name, value[name], tree, depth, Array.isArray(value))),
  );
}

function treeEntry(name, value, tree, depth, listed) {
  if (!isBranch(value)) return treeLine(name, value, tree);
  const told = h("span", { class: "small dim", dir: "auto" }, (listed && tellingWords(value)) || sizeOf(value));
  const title = h("b", { dir: "auto" }, marked(name, tree.query));
  if (depth >= TREE_DEPTH)
    return h(
      "div",
      { class: "li" },
      title,
      " ",
      told,
      " ",
      button("sm", "Open here", () => tree.go(value)),
    );
  const node = h(
    "details",
    { open: tree.opened.has(value), ontoggle: () => node.open && fillIn() },
    h("summary", {}, title, told),
  );
  const fillIn = () => node.children[1] ?? node.append(treeEntries(value, tree, depth + 1));
  if (node.open) fillIn();
  return node;
}

const FIRST_WORDS = /(^|[_\s])(name|title|label|subject|summary|key|id)$/i;
const SECOND_WORDS = /(^|[_\s])(status|state|type|kind|role|level|value|conclusion)$/i;
/** The two members that tell entries of a list apart: "test · failed". */
function tellingWords(value) {
  const plain = Object.entries(value).filter(
    ([, each]) => !isNested(each) && each !== null && each !== "" && textOf(each).length <= 40,
  );
  const first = plain.find(([name]) => FIRST_WORDS.test(name)) ?? plain[0];
  const second =
    plain.find((entry) => entry !== first && SECOND_WORDS.test(entry[0])) ?? plain.find((entry) => entry !== first);
  return [first, second]
    .filter(Boolean)
    .map(([, each]) => textOf(each))
    .join(" · ");
}

const treeLine = (name, value, tree) =>
  h(
    "div",
    { class: "li" },
    name !== "" && [h("b", { dir: "auto" }, marked(name, tree.query)), " "],
    leafOf(value, tree),
  );

function leafOf(value, { query, context }) {
  if (isNested(value)) return h("span", { class: "small dim" }, sizeOf(value));
  if (typeof value !== "string")
    return h("span", { class: value === null ? "dim mono" : "v mono" }, marked(String(value), query));
  if (isUrl(value) && value.length < 2000)
    return externalLink(value, marked(formatValue(value, "url"), query), context);
  const node = h("span", { class: "mono asis", dir: "auto" });
  const told = isDateText(value) && h("span", { class: "small dim" }, " ", lowered(formatValue(value, "relative")));
  return [inParts(node, JSON.stringify(value).replaceAll("\\n", "\n"), 2000, (part) => marked(part, query)), told];
}

/** A text with every occurrence of the query in a <mark>. */
function marked(text, query) {
  const low = text.toLowerCase();
  if (!query || low.length !== text.length) return text;
  const nodes = [];
  let from = 0;
  for (let at = low.indexOf(query); at >= 0 && nodes.length < 200; at = low.indexOf(query, from)) {
    nodes.push(text.slice(from, at), h("mark", {}, text.slice(at, at + query.length)));
    from = at + query.length;
  }
  return [...nodes, text.slice(from)];
}

const MATCHES = 200;
/** Open the way to the first 200 nodes whose name or value holds the query; how many there are in all. */
function findInTree(root, tree) {
  let count = 0;
  tree.way = new Map();
  tree.opened = new Set(tree.closed);
  walkTree(root, (entry) => {
    const told = (entry.name ?? "") + "\n" + (isNested(entry.value) ? "" : entry.value);
    if (!told.toLowerCase().includes(tree.query) || ++count > MATCHES) return count > MATCHES;
    for (let { name, up } = entry; up; { name, up } = up) {
      tree.opened.add(up.value);
      tree.way.set(up.value, (tree.way.get(up.value) ?? new Set()).add(name));
    }
  });
  return count;
}

function treeTools(root, tree, draw) {
  tree.closed = tree.opened;
  const told = h("span", { class: "small dim", role: "status" });
  const oninput = ({ target }) => {
    tree.query = target.value.trim().toLowerCase();
    const count = tree.query ? findInTree(root, tree) : ((tree.opened = tree.closed), tree.way.clear());
    told.textContent = !tree.query
      ? ""
      : count > MATCHES
        ? `The first ${MATCHES} matches`
        : count
          ? plural(count, "match", "matches")
          : "Nothing matches";
    draw();
  };
  const all = button("sm quiet push", "Expand all", () => {
    const expand = all.textContent === "Expand all";
    tree.opened = expand ? openedNodes(root, Infinity, 1000) : new Set();
    all.textContent = expand ? "Collapse all" : "Expand all";
    draw();
  });
  return h(
    "div",
    { class: "bar" },
    h("input", {
      class: "find",
      type: "search",
      "aria-label": "Search keys and values",
      placeholder: "Search keys and values",
      oninput,
    }),
    told,
    all,
  );
}
