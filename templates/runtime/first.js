// first.js: the first of some values that is there, which only a spec asks for.

import { evaluate, OPERATORS, present } from "./expressions.js";

OPERATORS.$first = (list, scope) => list.map((each) => evaluate(each, scope)).find(present);
