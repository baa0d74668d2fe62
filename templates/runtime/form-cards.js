// form-cards.js: entries of a list that are more than a line.
// needs: dom.js form-node.js

kinds.card = (e, tools) => h("fieldset.card item", (e.legend = h("legend")), tools, e.cell);
