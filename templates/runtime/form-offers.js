// form-offers.js: what is one of the choices of a node.
// needs: checks.js form-node.js

kinds.offers = ({ type, choices }, value) =>
  !choices || (type ? value : [value]).every((v) => choices.some((c) => c.length > 1 && same(c[1], v)));
