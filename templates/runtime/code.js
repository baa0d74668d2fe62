// code.js: source text with Copy, and unified diffs.
// needs: dom.js result.js format.js expressions.js parts.js value.js text.js

components["code-block"] = (props, scope) => {
  const value = evaluate(props.of, scope);
  return present(value) ? codeNode(pretty(value), textOf(evaluate(props.language, scope))) : null;
};

/** A block of source; its foot names the language and copies the whole. */
function codeNode(text, language = "") {
  const body = h("pre", { dir: "ltr" });
  watchOverflow(body, language ? language + " source" : "Source");
  const copy = button("sm quiet push", "Copy", () => copyText(text, copy), { "aria-live": "polite" });
  const parts = inParts(body, text.replace(/\n$/, ""), TEXT_STEP);
  return h("div.near", parts, h("div.foot small dim", h("span", language), copy));
}

/** A unified diff as one block for each file. */
components.diff = (props, scope) => {
  const text = textOf(evaluate(props.of, scope)).replace(/\r\n/g, "\n");
  return text ? inSteps(h("div.stack"), diffFiles(text), 20, diffFile) : null;
};

/** Files of a diff: {name, lines, added, removed}; a hunk's own lines are counted off, whatever they look like. */
function diffFiles(text) {
  const files = [];
  let file;
  let [old, now] = [0, 0];
  text
    .replace(/\n$/, "")
    .split("\n")
    .forEach((line, index, lines) => {
      let kind = "dim";
      if (old > 0 || now > 0) {
        kind = { "+": "ok", "-": "bad", "\\": "dim" }[line[0]];
        file[kind] = (file[kind] ?? 0) + 1;
        if (!kind || kind === "bad") old--;
        if (!kind || kind === "ok") now--;
      } else {
        const named = file?.seen && /^--- /.test(line) && /^\+\+\+ /.test(lines[index + 1]);
        if (!file || named || /^(diff --git|Index:) /.test(line)) files.push((file = { name: "", lines: [], ok: 0, bad: 0 }));
        [, old = 1, now = 1] = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line) ?? [0, 0, 0];
        const [, path] =
          /^(?:\+\+\+|---|Index:|rename to) (?:[ab]\/)?([^\t]+)/.exec(line) ??
          /^diff --git a\/(.+) b\/\1$/.exec(line.slice(0, 2000)) ??
          [];
        if (path && path !== "/dev/null") file.name = path;
        file.seen ||= /^\+\+\+ /.test(line);
      }
      file.lines.push([line, kind]);
    });
  return files;
}

function diffFile({ name, lines, ok, bad }) {
  const body = h("pre.diff", { dir: "ltr" });
  watchOverflow(body, (name || "Diff") + ", changes");
  const counts = h("span.small dim", `+${numberText(ok)} −${numberText(bad)}`);
  const shown = inSteps(body, lines, 1000, ([line, kind]) => h("span", { class: kind }, line || " "));
  return h("section.near", h("div.row", say("b", name || "Changes"), counts), shown);
}
