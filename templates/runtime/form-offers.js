// form-offers.js: what is one of the choices of a node.

import { same } from "./checks.js";
import { kinds } from "./form-node.js";

kinds.offers = ({ type, choices }, value) =>
  !choices || (type ? value : [value]).every((v) => choices.some((c) => c.length > 1 && same(c[1], v)));
