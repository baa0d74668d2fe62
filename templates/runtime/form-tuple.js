// form-tuple.js: tuples: places of their own, and a list of what follows them.

import { h } from "./dom.js";
import { group, kinds, make } from "./form-node.js";

kinds.tuple = (n) => {
  const { form, value, places, least = 0, rest, label } = n;
  const from = places.length;
  const kids = places.map((index, i) => make(form, index, { up: n, seg: String(i), value: value?.[i], entry: {} }));
  const more = rest && make(form, rest, { up: n, from, value: value?.slice(from), label });
  group(n, h("div.stack near", [...kids, more].map((kid) => kid?.el)));
  n.get = (errors) => {
    const out = kids.map((kid) => kid.get(errors)).concat(more?.get(errors) ?? []);
    if (out.length <= from) while (out.length > least && out.at(-1) === undefined) out.pop();
    return out;
  };
  n.child = (i) => kids[i] ?? more?.child(i - from);
  return n;
};
