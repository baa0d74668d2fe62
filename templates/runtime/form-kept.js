// form-kept.js: what stays when another shape of a value is chosen.

import { has } from "./checks.js";
import { kinds } from "./form-node.js";

/** The members of the old value that every shape has; undefined where there are none. */
kinds.kept = ({ keep }, value) => {
  const kept = keep.filter((k) => has(value, k)).map((k) => [k, value[k]]);
  return kept.length ? Object.fromEntries(kept) : undefined;
};
