// form-entries.js: what lists and maps share: new paths for the controls of an entry that moved.

const PATHS = ["name", "data-add", "data-remove", "data-up", "data-down", "data-include"];
/** Give every control in an element its new path; radios keep what they say. */
function renamed(box, from, to) {
  const on = [...box.querySelectorAll("[type=radio]:checked")];
  for (const each of box.querySelectorAll(`[${PATHS.join("],[")}]`))
    for (const name of PATHS) {
      const path = each.getAttribute(name);
      if (path === from || path?.startsWith(from + ".")) each.setAttribute(name, to + path.slice(from.length));
    }
  for (const each of on) each.checked = true;
}
