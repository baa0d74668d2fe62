// form-check.js: a yes or no.
// needs: dom.js form-node.js

kinds.check = (n) => {
  const ui = h("input", { type: "checkbox", checked: n.value === true });
  n.get = () => ui.checked;
  return field(n, ui);
};
