// draft.js: runs beside a view, in the preview only: what was typed and not yet run survives a reload of its frame.
(() => {
  "use strict";
  const typed = new Map();
  const named = (name) => [...document.getElementsByName(name)];
  const stateOf = ({ value, checked, selectedOptions = [] }) => ({ value, checked, chosen: Array.from(selectedOptions, (each) => each.value) });

  function restore({ name, index, value, checked, chosen }) {
    const node = named(name)[index];
    if (!node || node.type === "file") return;
    for (let at = node.closest("details"); at; at = at.parentElement.closest("details")) at.open = true;
    if (JSON.stringify(stateOf(node)) === JSON.stringify({ value, checked, chosen })) return;
    Object.assign(node, { value, checked });
    for (const option of node.options ?? []) option.selected = chosen.includes(option.value);
    for (const kind of ["input", "change"]) node.dispatchEvent(new Event(kind, { bubbles: true }));
  }

  function note({ target }) {
    if (!target.name || target.type === "file") return;
    const index = named(target.name).indexOf(target);
    typed.set(`${index} ${target.name}`, { name: target.name, index, ...stateOf(target) });
    parent.postMessage({ genui: "draft", fields: [...typed.values()] }, "*");
  }

  addEventListener("input", note, true);
  addEventListener("change", note, true);
  addEventListener("message", ({ source, data }) => {
    if (source === parent && data?.genui === "restore") data.fields.forEach(restore);
  });
})();
