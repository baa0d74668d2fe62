// form-confirm.js: a destructive tool asks once more, in the place of its button, naming what will happen.
// needs: dom.js labels.js form-node.js form.js

kinds.confirm = (form, value, { foot, label, submit, done }) => {
  const name = Object.values(value).find((v) => typeof v === "string" && v.length > 1 && v.length < 80);
  const head = h(
    "h2",
    { id: uid(), tabindex: "-1" },
    name && /^(archive|cancel|clear|close|delete|destroy|drop|erase|purge|remove|reset|revoke|stop) /i.test(label)
      ? `${label.split(" ")[0]} ${name}?`
      : label + "?"
  );
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
    h("dt", {}, form.node.child?.(k)?.label ?? labelOf(k)),
    h("dd", { dir: "auto" }, told(value[k]))
  ]);
  const note = h(
    "section",
    { class: "note bad", role: "group", "aria-labelledby": head.id, "data-component": "confirm", onkeydown: escape },
    head,
    h("p", {}, "The server marks this as destructive: it may not be possible to undo it."),
    rows.length ? h("dl", { class: "kv" }, rows) : null,
    h(
      "div",
      { class: "row" },
      button("", "Keep it", back, { "data-cancel": "" }),
      button("danger", label, () => (back(), done(value)), { "data-confirm": "" })
    )
  );
  foot.replaceWith(note);
  head.focus();
};
