// code.js: source text and diffs that a spec names.
// needs: result.js format.js expressions.js text.js source.js

components["code-block"] = (props, scope) => {
  const value = evaluate(props.of, scope);
  return present(value) ? codeNode(pretty(value), textOf(evaluate(props.language, scope))) : null;
};

components.diff = (props, scope) => {
  const text = textOf(evaluate(props.of, scope)).replaceAll("\r\n", "\n");
  return text ? diffNode(text) : null;
};
