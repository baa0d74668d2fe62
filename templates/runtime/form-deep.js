// form-deep.js: groups that stand deep within others are folded.

import { h } from "./dom.js";
import { kinds, lower } from "./form-node.js";

const isGroup = (n) => !n.flat && /^(object|list|tuple|variant)$/.test(n.kind);
const depth = (n) => (n ? depth(n.up) + isGroup(n) : 0);

/** The body of a group, folded where four groups stand around it. */
kinds.deep = (n, body) =>
  depth(n) > 4 && !n.simple && h("details.fold", h("summary", "Show " + lower(n.label)), body);
