// form-number.js: numbers, never rounded.

import { field, input, isExact, kinds } from "./form-node.js";

kinds.number = (n) => {
  const ui = input(n);
  n.get = (errors) => {
    const text = ui.value.trim();
    if (!text) return;
    const value = Number(text);
    if (isNaN(value)) errors.push([n, n.whole ? "Use a whole number." : "Use a number."]);
    else if (!isExact(text) || (n.whole && Number.isInteger(value) && !Number.isSafeInteger(value)))
      errors.push([n, "Use fewer digits: this number cannot be sent exactly."]);
    return value;
  };
  return field(n, n.slide ? kinds.slide(n, ui) : ui, ui);
};
