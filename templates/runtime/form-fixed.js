// form-fixed.js: what nobody can change.

import { h } from "./dom.js";
import { field, kinds, quoted } from "./form-node.js";

/** What is sent and cannot be changed: a const, or a readOnly value, which is shown. */
kinds.fixed = (n) => {
  n.get = () => n.value;
  return n.shown && n.value !== undefined ? field(n, h("input", { readonly: true, value: quoted(n.value) })) : n;
};
