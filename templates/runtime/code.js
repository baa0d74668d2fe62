// code.js: source text with Copy, and unified diffs.
// needs: dom.js result.js format.js expressions.js parts.js value.js text.js

components["code-block"] = (props, scope) => {
  const value = evaluate(props.of, scope);
  return value === undefined || value === null
    ? null
    : codeNode(pretty(value), textOf(evaluate(props.language, scope)));
};

/** A block of source; its foot names the language and copies the whole. */
function codeNode(text, language = "") {
  const body = h("pre", { dir: "ltr" });
  watchOverflow(body, language ? language + " source" : "Source");
  const copy = button("sm quiet push", "Copy", () => copyText(text, copy), { "aria-live": "polite" });
  return h(
    "div",
    { class: "near" },
    inParts(body, text.replace(/\n$/, ""), TEXT_STEP),
    h("div", { class: "foot small dim" }, h("span", {}, language), copy),
  );
}

/** A unified diff as one block for each file. */
components.diff = (props, scope) => {
  const text = textOf(evaluate(props.of, scope)).replace(/\r\n/g, "\n");
  return text ? inSteps(h("div", { class: "stack" }), diffFiles(text), 20, diffFile) : null;
};

/** Files of a diff: {name, lines, added, removed}; a hunk's own lines are counted off, whatever they look like. */
function diffFiles(text) {
  const files = [];
  let [old, now] = [0, 0];
  text
    .replace(/\n$/, "")
    .split("\n")
    .forEach((line, index, lines) => {
      const inside = old > 0 || now > 0;
      const starts =
        !inside &&
        (/^(diff --git |Index: )/.test(line) ||
          (/^--- /.test(line) && /^\+\+\+ /.test(lines[index + 1] ?? "") && files.at(-1)?.seen !== false));
      if (starts || !files.length)
        files.push({ name: "", lines: [], added: 0, removed: 0, seen: !/^(diff|Index)/.test(line) });
      const file = files.at(-1);
      const [, from, to] = (!inside && /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line)) || [];
      let kind = inside ? { "+": "ok", "-": "bad", "\\": "dim" }[line[0]] : "dim";
      if (line.startsWith("@@") && !inside)
        [old, now] = /^@@ -/.test(line) ? [Number(from ?? 1), Number(to ?? 1)] : [0, 0];
      else if (inside) {
        if (kind === "ok") file.added++;
        if (kind === "bad") file.removed++;
        if (kind !== "ok" && kind !== "dim") old--;
        if (kind !== "bad" && kind !== "dim") now--;
      } else {
        file.seen ||= /^\+\+\+ /.test(line);
        const [, path] = /^(?:\+\+\+|---|Index:|rename to) (?:[ab]\/)?([^\t]+)/.exec(line) ?? [];
        if (path && path !== "/dev/null") file.name = path;
        const [, moved] = /^diff --git a\/(.+) b\/\1$/.exec(line.slice(0, 2000)) ?? [];
        if (moved) file.name = moved;
      }
      file.lines.push([line, kind]);
    });
  return files;
}

function diffFile({ name, lines, added, removed }) {
  const body = h("pre", { class: "diff", dir: "ltr" });
  watchOverflow(body, (name || "Diff") + ", changes");
  const counts = h("span", { class: "small dim" }, `+${numberText(added)} −${numberText(removed)}`);
  const shown = inSteps(body, lines, 1000, ([line, kind]) => h("span", { class: kind }, line || " "));
  return h(
    "section",
    { class: "near" },
    h("div", { class: "row" }, h("b", { dir: "auto" }, name || "Changes"), counts),
    shown,
  );
}
