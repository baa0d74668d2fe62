// draw-text.js: plain text as it is, with its web addresses as links; markdown, source and diffs.

import { draws } from "./components.js";
import { h, say } from "./dom.js";
import { reflowed, written } from "./format.js";
import { markdownNode } from "./markdown.js";
import { inParts, TEXT_STEP, withLinks } from "./parts.js";
import { codeNode, diffNode } from "./source.js";

draws.text = ({ text }, context) =>
  h("div", inParts(say("div.asis"), reflowed(written(text)), TEXT_STEP, (part) => withLinks(part, context)));
draws.markdown = ({ text }, context) => markdownNode(written(text).replace(/\r\n?/g, "\n"), context);
draws["code-block"] = ({ text, language }) => codeNode(written(text), written(language));
draws.diff = ({ text }) => diffNode(written(text).replaceAll("\r\n", "\n"));
