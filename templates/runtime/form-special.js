// form-special.js: fields that few schemas ask for: dates and times, colours, files, sliders, suggestions.
// needs: dom.js schema.js form-node.js form-fields.js

const pad = (x, to = 2) => String(x).padStart(to, "0");
/** "+02:00" or "Z": the zone of this reader at a moment. */
function zone(at) {
  const off = -at.getTimezoneOffset();
  return off ? (off < 0 ? "-" : "+") + pad(Math.trunc(Math.abs(off) / 60)) + ":" + pad(Math.abs(off) % 60) : "Z";
}
const whole = (time) => (/:.*:/.test(time) ? time : time + ":00");
const local = (at) =>
  `${pad(at.getFullYear(), 4)}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}T${pad(at.getHours())}:${pad(at.getMinutes())}` +
  (at.getSeconds() ? ":" + pad(at.getSeconds()) : "");

/** A date or time; a value that the control cannot show stays a text, one that was not touched is sent as it came. */
const timed =
  (type, toShown, toValue, what = type) =>
  (n) => {
    const given = n.value;
    const shown = given === undefined ? "" : toShown(String(given));
    const ui = input(n, type, { value: shown, step: type === "date" ? null : "any" });
    if (given !== undefined && (ui.value !== shown || !shown)) return TEXT.text(n);
    const before = ui.value;
    n.get = (errors) => {
      if (ui.validity.badInput) errors.push([n, `Finish the ${what}, or clear it.`]);
      return ui.value === "" ? undefined : ui.value === before ? given : toValue(ui.value);
    };
    return field(n, ui, { mid: type !== "date" });
  };

function colorField(n) {
  const ui = input(n, "text", { spellcheck: "false" });
  const hex = () => (/^#[\da-f]{6}$/i.test(ui.value) ? ui.value : "#000000");
  const pick = h("input", {
    type: "color",
    "aria-label": n.label + ", picker",
    value: hex(),
    oninput: () => (ui.value = pick.value)
  });
  ui.addEventListener("input", () => (pick.value = hex()));
  return texts(n, ui, { box: h("div", { class: "row slide" }, ui, pick) });
}

function fileField(n) {
  let { value } = n;
  const ui = h("input", {
    type: "file",
    accept: n.s.contentMediaType,
    onchange: () => {
      value = undefined;
      if (!ui.files[0]) return;
      const reader = new FileReader();
      n.form.pending.push(new Promise((done) => (reader.onloadend = done)));
      reader.onload = () => {
        value = n.s.format === "data-url" ? reader.result : reader.result.replace(/^[^,]*,/, "");
        n.form.changed(ui);
      };
      reader.readAsDataURL(ui.files[0]);
    }
  });
  n.get = () => value;
  return field(n, ui, { mid: true });
}

Object.assign(TEXT, {
  date: timed(
    "date",
    (v) => v,
    (v) => v
  ),
  time: timed(
    "time",
    (v) => v.replace(/(z|[+-]\d\d:\d\d)$/i, ""),
    (v) => whole(v) + zone(new Date())
  ),
  datetime: timed(
    "datetime-local",
    (v) => (/[t ]\d/i.test(v) && !isNaN(new Date(v)) ? local(new Date(v)) : ""),
    (v) => whole(v) + zone(new Date(v)),
    "date and time"
  ),
  color: colorField,
  file: fileField
});

kinds.slide = (n, ui, whole) => {
  const { minimum: min, maximum: max, multipleOf } = n.s;
  if (!isNumber(min) || !isNumber(max)) return;
  const range = h("input", {
    type: "range",
    min,
    max,
    step: multipleOf ?? (whole ? 1 : (max - min) / 20),
    value: n.value ?? min,
    "aria-label": n.label + ", slider",
    oninput: () => (ui.value = range.value)
  });
  ui.addEventListener("input", () => (range.value = ui.value || min));
  return h("div", { class: "row slide" }, range, ui);
};

/** Values to suggest: examples, and those a description tells in quotes; another is never refused. */
kinds.suggest = (n, attrs) => {
  const told =
    /\b(one of|options?|values?|either|choose from|can be|must be|supported|available|allowed)\b[^.]*/i.exec(
      n.s.description
    )?.[0] ?? "";
  const said = [...told.matchAll(/["'`“]([^"'`“”\s][^"'`“”\n]{0,40})["'`”]/g)].map((m) => m[1]);
  const all = [
    ...new Set(
      [...list(n.steer.options).map((c) => c.value), ...list(n.s.examples), ...(said.length > 1 ? said : [])].filter(
        (v) => typeof v !== "object"
      )
    )
  ].slice(0, 50);
  if (!all.length) return;
  const data = h(
    "datalist",
    { id: uid() },
    all.map((v) => h("option", { value: v }))
  );
  texts(n, input(n, "text", { ...attrs, list: data.id })).el.append(data);
  return n;
};
