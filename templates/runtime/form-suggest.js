// form-suggest.js: a text with values to suggest; another is never refused.

import { h, uid } from "./dom.js";
import { input, kinds } from "./form-node.js";

kinds.suggest = (n) => {
  const data = h("datalist", { id: uid() }, n.hints.map((value) => h("option", { value })));
  kinds.text(n, input(n, { list: data.id })).el.append(data);
  return n;
};
