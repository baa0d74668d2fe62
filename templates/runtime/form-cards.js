// form-cards.js: entries of a list that are more than a line.

import { h } from "./dom.js";
import { kinds } from "./form-node.js";

kinds.card = (e, tools) => h("fieldset.card item", (e.legend = h("legend")), tools, e.cell);
