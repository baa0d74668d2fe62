// form-group.js: groups within the form.
// needs: dom.js form-node.js

/** A group of the look around a body; a deep one is folded. */
kinds.group = (n, body, note) => {
  const hint = hintOf(n);
  return (n.el = n.target =
    h(
      n.bare ? "fieldset.plain" : "fieldset.group",
      { "aria-describedby": n.said },
      h(n.bare ? "legend.sr" : "legend", n.label, note),
      hint,
      kinds.deep?.(n, body) || body
    ));
};
