// form-entries.js: what lists and maps share: new paths for the controls of an entry that moved.

const PATHS = ["name", "data-add", "data-remove", "data-up", "data-down", "data-include"];
/** Give every control in these elements its new path, [element, from, to]; radios that met a namesake say again what they said. */
function renamed(rows, moves) {
  const on = [...rows.querySelectorAll("[type=radio]:checked")];
  for (const [box, from, to] of moves)
    for (const each of box.querySelectorAll(`[${PATHS.join("],[")}]`))
      for (const name of PATHS) {
        const path = each.getAttribute(name);
        if (path === from || path?.startsWith(from + ".")) each.setAttribute(name, to + path.slice(from.length));
      }
  for (const each of on) each.checked = true;
}
