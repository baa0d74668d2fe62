// form-confirm.js: a destructive tool asks once more, in the place of its button, naming what will happen.
// needs: dom.js form-node.js form.js

kinds.confirm = (value, plan, foot, submit, done) => {
  const { ask, submit: label } = plan.words;
  const name = Object.values(value).find((v) => isText(v) && /^.{2,79}$/s.test(v));
  const head = h("h2", { id: uid(), tabindex: "-1" }, (ask[0] && name ? ask[0] + " " + name : label) + "?");
  const back = () => {
    note.replaceWith(foot);
    submit.focus();
  };
  const escape = (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    back();
  };
  const rows = keys(value).map((k) => [
    h("dt", plan.said.find(([other]) => other === k)?.[1] ?? k),
    say("dd", told(value[k]))
  ]);
  const note = h("section.note bad", { role: "group", "aria-labelledby": head.id, "data-component": "confirm", onkeydown: escape },
    head,
    h("p", "The server marks this as destructive: it may not be possible to undo it."),
    rows.length > 0 && h("dl.kv", rows),
    h("div.row",
      button("", "Keep it", back, { "data-cancel": "" }),
      button("danger", label, () => (back(), done(value)), { "data-confirm": "" })
    )
  );
  foot.replaceWith(note);
  head.focus();
};
