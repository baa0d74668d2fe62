// form-fold.js: what is rarely used, folded.
// needs: dom.js checks.js form-node.js

/** Open where a value was given. */
kinds.fold = (kids) =>
  folding(
    "fold",
    kids.some(({ value, form, index }) => (value ?? null) !== null && !same(value, form.nodes[index].value)),
    h("summary", "More options", h("span.req", kids.length + " optional")),
    h("div.grid", kids.map(({ el }) => el))
  );
