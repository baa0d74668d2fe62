// tools.js: the list of tools, with a search and the state of each view.
import { fill, h } from "./dom.js";

const WORDS = {
  missing: "not built",
  stale: "stale",
  edited: "edited",
  fallback: "fallback",
  none: "no view",
  fresh: "",
};

export const stateWord = (state) => WORDS[state] || state;

const matches = (tool, words) => {
  const text = `${tool.name} ${tool.title} ${tool.description}`.toLowerCase();
  return words.every((word) => text.includes(word));
};

/** Draw the list; `onpick(name)` when one is chosen. */
export function drawTools(list, { tools, current, search, onpick }) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = tools.filter((tool) => matches(tool, words));
  // What is true of all is said once, above.
  const said = (state) =>
    tools.length > 1 && tools.every((tool) => tool.state === state) ? "" : (WORDS[state] ?? state);
  const rows = shown.map((tool) =>
    h(
      "li",
      {},
      h(
        "button",
        {
          type: "button",
          "data-tool": tool.name,
          "aria-current": tool.name === current ? "true" : null,
          title: tool.reason || tool.description,
          onclick: () => onpick(tool.name),
        },
        h("span", { class: "title", dir: "auto" }, tool.title || tool.name),
        h(
          "span",
          { class: "state" + (["stale", "edited", "fallback"].includes(tool.state) ? " attention" : "") },
          said(tool.state),
        ),
        tool.title ? h("span", { class: "name" }, tool.name) : null,
      ),
    ),
  );
  const none = tools.length ? `No tool matches ${search}` : "The upstream has no tools";
  fill(list, rows.length ? rows : h("li", {}, h("p", { class: "dim small" }, none)));
}
