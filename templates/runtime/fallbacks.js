// fallbacks.js: what may draw the data that the components of a spec do not draw, by what the spec has.

const MEDIA = ["image", "audio", "video", "links", "text"];
const ANYTHING = ["auto", "tree", "markdown", ...MEDIA];
/** What a component may fall back on, by its type: one that chooses by the data, on anything. */
const FALLBACKS = {
  __proto__: null,
  auto: ANYTHING,
  rows: ANYTHING,
  table: ["tree"],
  tree: ["tree"],
  chart: ["tree", "text"],
  heatmap: ["tree", "text"],
  text: ["auto", "tree", "text"],
  "code-block": ["text"],
  diff: ["text"],
  markdown: ["text", "markdown"],
  "message-list": ["text", "markdown"],
  image: MEDIA,
  audio: MEDIA,
  video: MEDIA,
  links: MEDIA,
};

/** Components that draw no data found in text: words, media and what holds others. */
const NO_DATA = /^(text|markdown|code-block|diff|image|audio|video|links|header|section|tabs|divider)$/;

const typesIn = (components) => components.flatMap(({ type, children }) => [type, ...typesIn(children ?? [])]);

/** The component types that may stand in, as a set. */
export function fallbacksOf(components) {
  const columns = JSON.stringify(components).includes('"columns"');
  return new Set([...typesIn(components).flatMap((type) => FALLBACKS[type] ?? []), ...(columns ? ["tree"] : [])]);
}

/** Is data to be looked for among the words of a text? Not where a schema has told its structure. */
export function looksForLiterals(components, tool) {
  const types = typesIn(components ?? [{ type: "auto" }]);
  return types.some((type) => FALLBACKS[type] === ANYTHING || (!tool.outputSchema && !NO_DATA.test(type)));
}
