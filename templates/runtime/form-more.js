// form-more.js: a long hint shows its beginning.
// needs: dom.js form-node.js

kinds.cut = (hint) => {
  const more = h(
    "button",
    {
      type: "button",
      class: "more",
      "aria-expanded": "false",
      onclick: () => {
        const cut = hint.classList.toggle("cut");
        more.textContent = cut ? "more" : "less";
        mark(more, { "aria-expanded": String(!cut) });
      }
    },
    "more"
  );
  hint.classList.add("cut");
  return [hint, more];
};
