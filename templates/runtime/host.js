// host.js: what the host says about its surroundings, taken over into the page.
// needs: format.js

function isRightToLeft(locale) {
  const known = locale && new Intl.Locale(locale);
  return (known?.textInfo ?? known?.getTextInfo?.())?.direction === "rtl";
}

/** Apply theme, style variables, safe area, locale and time zone; true when formatted values must be drawn anew. */
function applyHost({ theme, styles, safeAreaInsets, locale, timeZone }, spec) {
  const root = document.documentElement;
  const { style, dataset } = root;
  const wanted = spec.theme && spec.theme !== "auto" ? spec.theme : theme;
  const chosen = /^(light|dark)$/.test(wanted) ? wanted : "";
  style.colorScheme = chosen;
  if (chosen) dataset.theme = chosen;
  for (const [name, value] of Object.entries(Object(styles?.variables)))
    if (/^--(color|font|border|shadow)-[a-z0-9-]+$/.test(name))
      style.setProperty(name, typeof value === "string" && !/url\(|image|[;{}]/i.test(value) ? value : "");
  for (const side of ["top", "right", "bottom", "left"])
    document.body.style.setProperty("padding-" + side, Math.max(0, Math.min(safeAreaInsets?.[side] || 0, 200)) + "px");
  const known = () => locality.locale + " " + locality.timeZone;
  const before = known();
  setLocale({ locale, timeZone });
  root.dir = isRightToLeft(locality.locale) ? "rtl" : "ltr";
  return before !== known();
}
