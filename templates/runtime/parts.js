// parts.js: small pieces that several components share.
// needs: dom.js labels.js format.js

/** A link that the host opens; anything but http, https and mailto stays text. */
function externalLink(url, text, context) {
  if (!/^(https?:|mailto:)/i.test(url)) return h("span", { dir: "auto", title: text === url ? null : url }, text);
  const open = (event) => {
    if (!context.app?.getHostCapabilities()?.openLinks) return;
    event.preventDefault();
    context.app.openLink({ url }).catch(() => {});
  };
  return h(
    "a",
    {
      href: url,
      target: "_blank",
      rel: "noopener noreferrer",
      dir: "auto",
      title: text === url ? null : url,
      onclick: open,
    },
    text,
  );
}

/** A box that scrolls sideways and can be focused only while it does. */
function scrollBox(label, node, attrs) {
  const box = h("div", { class: "scroll", ...attrs }, node);
  watchOverflow(box, label);
  return box;
}

function watchOverflow(box, label) {
  const watch = new ResizeObserver(() => {
    const over = box.scrollWidth > box.clientWidth + 1;
    for (const [name, value] of Object.entries({ tabindex: "0", role: "region", "aria-label": label }))
      over ? box.setAttribute(name, value) : box.removeAttribute(name);
  });
  watch.observe(box);
  if (box.firstElementChild) watch.observe(box.firstElementChild);
}

/** What was opened in place, last one last: Escape folds it again. */
const opened = [];
const noteOpened = (toggle) => opened.push(toggle);

function foldLast(event) {
  if (event.key !== "Escape" || event.defaultPrevented) return;
  for (let toggle; (toggle = opened.pop());) {
    const open =
      toggle.localName === "summary"
        ? toggle.parentNode.open && !toggle.parentNode.matches(".fresh")
        : toggle.getAttribute("aria-expanded") === "true";
    if (!open || !toggle.isConnected) continue;
    toggle.click();
    return toggle.focus();
  }
}

/** A button that opens and closes `pane` in place; `make`, when given, fills it on first opening. */
function foldButton(kind, label, pane, { open: openLabel = label, make } = {}) {
  pane.id ||= uid();
  pane.hidden = true;
  const toggle = button(
    kind,
    label,
    () => {
      if (make) pane.append(make());
      make = undefined;
      pane.hidden = !pane.hidden;
      if (!pane.hidden) noteOpened(toggle);
      toggle.setAttribute("aria-expanded", String(!pane.hidden));
      toggle.textContent = pane.hidden ? label : openLabel;
    },
    { "aria-expanded": "false", "aria-controls": pane.id },
  );
  return toggle;
}

/** A switch between panels {name: () => Node}; the first shows, the others are made when asked for. */
function viewSwitch(panels) {
  const made = new Map();
  const host = h("div", { class: "stack" });
  const show = (name) => {
    if (!made.has(name)) host.append(made.set(name, panels[name]()).get(name));
    for (const [other, node] of made) node.hidden = other !== name;
    for (const each of bar.children) each.setAttribute("aria-pressed", String(each.dataset.view === name));
  };
  const press = (event) => show(event.currentTarget.dataset.view);
  const bar = h("div", { class: "seg push", role: "group", "aria-label": "View" });
  for (const name of Object.keys(panels))
    bar.append(h("button", { type: "button", "data-view": name, onclick: press }, labelOf(name)));
  show(Object.keys(panels)[0]);
  return { bar, host };
}

const NOT_COPIED = "Not allowed here";

/** Put text on the clipboard, however the sandbox allows it; true when it is there. Focus stays where it is. */
async function copied(text) {
  const focused = document.activeElement;
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = h("textarea", { class: "sr", "aria-hidden": "true", value: text });
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    focused.focus();
    return done;
  }
}

/** Copy a text; the button says how it went. */
async function copyText(text, toggle) {
  const old = toggle.textContent;
  toggle.textContent = (await copied(text)) ? "Copied" : NOT_COPIED;
  setTimeout(() => (toggle.textContent = old), 1500);
}

/** Hand a text file to the host, or to the clipboard where the host takes no files. */
async function saveFile(name, mimeType, text, toggle, context) {
  if (!context.app?.getHostCapabilities()?.downloadFile) return copyText(text, toggle);
  const contents = [{ type: "resource", resource: { uri: "file:///" + encodeURIComponent(name), mimeType, text } }];
  return context.app.downloadFile({ contents }).catch(() => copyText(text, toggle));
}

const TONES = {
  ok: "ok success successful succeeded active enabled online healthy up shipped delivered done complete completed passed pass resolved approved closed merged available valid ready published sent",
  warn: "warn warning hold pending queued waiting draft paused degraded partial review expiring low medium retrying unstable skipped stale inactive",
  bad: "bad error failed failure fail critical fatal refunded cancelled canceled rejected denied blocked down offline expired overdue invalid unhealthy high urgent blocker deleted emergency alert",
  info: "info open opened paid running new processing started building scheduled planned todo doing debug notice trace",
};
const TONE = new Map(Object.entries(TONES).flatMap(([tone, words]) => words.split(" ").map((word) => [word, tone])));

/** ok, warn, bad or info for words that are known, else undefined. */
function toneOf(value) {
  const words = String(value)
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(Boolean);
  if (words.length > 3) return undefined;
  return words[0] === "not" ? "warn" : words[0] === "in" ? "info" : words.map((word) => TONE.get(word)).find(Boolean);
}

/** A status as a coloured dot and word; words nobody knows stay neutral. */
const badge = (value) =>
  h("span", { class: "badge " + (toneOf(value) ?? ""), dir: "auto" }, formatValue(value, "badge"));
