// form-group.js: groups within the form.

import { h } from "./dom.js";
import { hintOf, kinds } from "./form-node.js";

/** A group of the look around a body; a deep one is folded. */
kinds.group = (n, body, note) => {
  const hint = hintOf(n);
  return (n.el = n.target =
    h(
      n.bare ? "fieldset.plain" : "fieldset.group",
      { "aria-describedby": n.said },
      h(n.bare ? "legend.sr" : "legend", n.label, note),
      hint,
      kinds.deep(n, body) || body
    ));
};
