// host.js: what the host says about its surroundings, taken over into the page.

import { isText, locality, setLocale } from "./format.js";

const STYLE_NAME = /^--(color|font|border|shadow)-/;
const STYLE_RISK = /url|image/i;

/** Apply theme, style variables, safe area, locale and time zone to the root; true when formatted values must be drawn anew. */
export function applyHost(context, spec, root) {
  const { theme, styles, safeAreaInsets } = context;
  const { style } = root;
  style.colorScheme = [spec.theme, theme].find((each) => /^(light|dark)$/.test(each)) ?? "";
  for (const [name, value] of Object.entries(Object(styles?.variables)))
    if (STYLE_NAME.test(name)) style.setProperty(name, isText(value) && !STYLE_RISK.test(value) ? value : "");
  document.body.style.padding = ["top", "right", "bottom", "left"]
    .map((side) => (safeAreaInsets?.[side] | 0) + "px")
    .join(" ");
  const before = JSON.stringify(locality);
  setLocale(context);
  root.dir = (locality.locale && new Intl.Locale(locality.locale).getTextInfo?.().direction) ?? "ltr";
  return before !== JSON.stringify(locality);
}
