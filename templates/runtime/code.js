// code.js: source text and diffs that a spec names.

import { components } from "./components.js";
import { evaluate, present } from "./expressions.js";
import { pretty, textOf } from "./format.js";
import { codeNode, diffNode } from "./source.js";

components["code-block"] = (props, scope) => {
  const value = evaluate(props.of, scope);
  return present(value) ? codeNode(pretty(value), textOf(evaluate(props.language, scope))) : null;
};

components.diff = (props, scope) => {
  const text = textOf(evaluate(props.of, scope)).replaceAll("\r\n", "\n");
  return text ? diffNode(text) : null;
};
