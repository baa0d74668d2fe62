// host.js: what the host says about its surroundings, taken over into the page.
// needs: format.js

const THEME = /^(light|dark)$/;
const STYLE_NAME = /^--(color|font|border|shadow)-[a-z0-9-]+$/;
const STYLE_RISK = /url\(|image|[;{}]/i;

/** Apply theme, style variables, safe area, locale and time zone; true when formatted values must be drawn anew. */
function applyHost({ theme, styles, safeAreaInsets, locale, timeZone }, spec) {
  const root = document.documentElement;
  const { style } = root;
  const chosen = [spec.theme, theme].find((each) => THEME.test(each)) ?? "";
  style.colorScheme = chosen;
  if (chosen) root.dataset.theme = chosen;
  for (const [name, value] of Object.entries(Object(styles?.variables)))
    if (STYLE_NAME.test(name)) style.setProperty(name, isText(value) && !STYLE_RISK.test(value) ? value : "");
  document.body.style.padding = ["top", "right", "bottom", "left"]
    .map((side) => Math.max(0, Math.min(safeAreaInsets?.[side] || 0, 200)) + "px")
    .join(" ");
  const known = () => locality.locale + " " + locality.timeZone;
  const before = known();
  setLocale({ locale, timeZone });
  const script = locality.locale && new Intl.Locale(locality.locale);
  root.dir = (script?.getTextInfo?.() ?? script?.textInfo)?.direction ?? "ltr";
  return before !== known();
}
