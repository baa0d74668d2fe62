// host.js: what the host says about its surroundings, taken over into the page.
// needs: format.js

const HOST_VARIABLE = /^--(color|font|border|shadow)-[a-z0-9-]+$/;

function isRightToLeft(locale) {
  if (!locale) return false;
  const known = new Intl.Locale(locale);
  return (known.textInfo ?? known.getTextInfo?.())?.direction === "rtl";
}

/** Apply theme, style variables, safe area, locale and time zone; true when formatted values must be drawn anew. */
function applyHost({ theme, styles, safeAreaInsets, locale, timeZone }, spec) {
  const root = document.documentElement;
  const chosen = ["light", "dark"].find((name) => name === (spec.theme && spec.theme !== "auto" ? spec.theme : theme));
  root.style.colorScheme = chosen ?? "";
  if (chosen) root.dataset.theme = chosen;
  for (const [name, value] of Object.entries(Object(styles?.variables)))
    if (HOST_VARIABLE.test(name))
      typeof value === "string" && !/url\(|image|[;{}]/i.test(value)
        ? root.style.setProperty(name, value)
        : root.style.removeProperty(name);
  for (const side of ["top", "right", "bottom", "left"]) {
    const inset = Number(safeAreaInsets?.[side]);
    document.body.style.setProperty("padding-" + side, inset > 0 ? Math.min(inset, 200) + "px" : "0");
  }
  const before = locality.locale + " " + locality.timeZone;
  setLocale({ locale, timeZone });
  root.dir = isRightToLeft(locality.locale) ? "rtl" : "ltr";
  return before !== locality.locale + " " + locality.timeZone;
}
