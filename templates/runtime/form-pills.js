// form-pills.js: segments to choose the shape of a value, where its shapes are few and their names short.

import { mark } from "./dom.js";
import { pills } from "./form-choice.js";
import { kinds } from "./form-node.js";

kinds.pills = (...parts) => {
  const box = pills(...parts);
  mark(box, { role: "radiogroup" });
  return box;
};
