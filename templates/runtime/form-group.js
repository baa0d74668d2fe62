// form-group.js: groups within the form.
// needs: dom.js form-node.js

const depth = (n) => (n ? depth(n.up) + !!n.deep : 0);

/** A group of the look around a body; a deep one is folded. */
kinds.group = (n, body, note) => {
  n.deep = true;
  const hint = hintOf(n);
  const folded = depth(n) > 4 && !n.simple && h("details.fold", h("summary", "Show " + lower(n.label)), body);
  return (n.el = n.target =
    h(
      n.bare ? "fieldset.plain" : "fieldset.group",
      { "aria-describedby": n.said },
      h(n.bare ? "legend.sr" : "legend", n.label, note),
      hint,
      folded || body
    ));
};
