// form-time.js: dates and times, shown and read in the host's time zone, sent with their offset.

import { input } from "./form-inputs.js";
import { field, kinds } from "./form-node.js";
import { locality } from "./format.js";

/** "+02:00" or "": how far the zone is ahead of UTC at a moment. */
const offsetAt = (at, timeZone) =>
  new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" })
    .formatToParts(at)
    .find((part) => part.type === "timeZoneName")
    .value.slice(3)
    .replace("+00:00", "");
const shift = (at, offset, sign) =>
  at + sign * (Date.parse("1970-01-01T00:00Z") - Date.parse("1970-01-01T00:00" + (offset || "Z")));
const seconds = (time) => (/:.*:/.test(time) ? time : time + ":00");

// type: [value → what the control shows, what it shows → value, what it is called]
const TIMED = {
  date: [(v) => v, (v) => v],
  time: [
    (v) => v.replace(/(z|[+-]\d\d:\d\d)$/i, ""),
    (v, zone) => seconds(v) + (offsetAt(Date.now(), zone) || "Z")
  ],
  "datetime-local": [
    (v, zone) => {
      const at = /[t ]\d/i.test(v) ? Date.parse(v) : NaN;
      return isNaN(at) ? "" : new Date(shift(at, offsetAt(at, zone), 1)).toISOString().replace(/(:00)?\.000Z$|Z$/, "");
    },
    (v, zone) => {
      const wall = Date.parse(v + "Z");
      const near = shift(wall, offsetAt(wall, zone), -1);
      return seconds(v) + (offsetAt(near, zone) || "Z");
    },
    "date and time"
  ]
};

/** A value that the control cannot show stays a text, one that was not touched is sent as it came. */
kinds.time = (n) => {
  const { type } = n.attrs;
  const [toShown, toValue, what = type] = TIMED[type];
  const zone = locality.timeZone;
  const shown = n.value === undefined ? "" : toShown(String(n.value), zone);
  const ui = input(n, { value: shown });
  if (n.value !== undefined && (ui.value !== shown || !shown)) {
    n.attrs = { type: "text" };
    return kinds.text(n);
  }
  n.get = (errors) => {
    if (ui.validity.badInput) errors.push([n, `Use a whole, real ${what}, or clear it.`]);
    return ui.value ? (ui.value === shown ? n.value : toValue(ui.value, zone)) : undefined;
  };
  return field(n, ui);
};
