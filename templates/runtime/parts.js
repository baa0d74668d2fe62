// parts.js: small pieces that several components share.
// needs: dom.js labels.js format.js

const hostCan = (context, what) => context.app?.getHostCapabilities()?.[what];

/** A link that the host opens; anything but http, https and mailto stays text. */
function externalLink(url, text, context) {
  const title = text !== url && url;
  if (!/^(https?:|mailto:)/i.test(url)) return say("span", { title }, text);
  const onclick = (event) => {
    if (!hostCan(context, "openLinks")) return;
    event.preventDefault();
    context.app.openLink({ url }).catch(() => {});
  };
  return h("a", { href: url, target: "_blank", rel: "noopener noreferrer", dir: "auto", title, onclick }, text);
}

/** A box that scrolls sideways and can be focused only while it does. */
function scrollBox(label, node) {
  const box = h("div.scroll", node);
  watchOverflow(box, label);
  return box;
}

function watchOverflow(box, label) {
  const watch = new ResizeObserver(() => {
    const over = box.scrollWidth > box.clientWidth + 1;
    mark(box, { tabindex: over && "0", role: over && "region", "aria-label": over && label });
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
    const open = toggle.matches("details[open]:not(.fresh)>summary,[aria-expanded=true]");
    if (!open || !toggle.isConnected) continue;
    toggle.click();
    return toggle.focus();
  }
}

/** What folds away; Escape folds what was opened last. */
function folding(look, open, summary, ...inside) {
  const box = h("details." + look, { open, ontoggle: () => box.open && noteOpened(summary) }, summary, ...inside);
  return box;
}

/** A button that opens and closes `pane` in place; `make`, when given, fills it on first opening. */
function foldButton(kind, label, pane, { open = label, make } = {}) {
  pane.id ||= uid();
  const show = (shown) => {
    pane.hidden = !shown;
    toggle.setAttribute("aria-expanded", shown);
    toggle.textContent = shown ? open : label;
  };
  const press = () => {
    if (make) pane.append(make());
    make = undefined;
    if (pane.hidden) noteOpened(toggle);
    show(pane.hidden);
  };
  const toggle = button(kind, label, press, { "aria-controls": pane.id });
  show(false);
  return toggle;
}

const TEXT_STEP = 1e5;

/** Fill a node with a text part by part, cut at line ends where there are any; a button brings the next part. */
function inParts(node, text, step, make = (part) => part) {
  let from = 0;
  const add = () => {
    const line = text.lastIndexOf("\n", from + step) + 1;
    const cutAt = line > from + step / 2 ? line : from + step - /[\ud800-\udbff]/.test(text[from + step - 1]);
    const end = from + step < text.length ? cutAt : text.length;
    fill(node, {}, [make(text.slice(from, end))]);
    from = end;
    more.hidden = from >= text.length;
    more.textContent = `Show more (${bytesText(text.length - from)} left)`;
  };
  const more = button("sm", "", add, { "data-more": "" });
  add();
  return more.hidden ? node : [node, h("div.row", more)];
}

/** A switch between panels {name: () => Node}; the first shows, the others are made when asked for. */
function viewSwitch(panels) {
  const made = {};
  const names = Object.keys(panels);
  const host = h("div.stack");
  const show = (name) => {
    host.append((made[name] ??= panels[name]()));
    for (const each of host.children) each.hidden = each !== made[name];
    for (const each of bar.children) each.setAttribute("aria-pressed", each.dataset.view === name);
  };
  const tab = (name) => h("button", { type: "button", "data-view": name, onclick: () => show(name) }, labelOf(name));
  const bar = h("div.seg push", { role: "group", "aria-label": "View" }, names.map(tab));
  show(names[0]);
  return { bar, host };
}

const NOT_COPIED = "Not allowed here";

/** Put text on the clipboard, however the sandbox allows it; true when it is there. Focus stays where it is. */
async function copied(text) {
  const focused = document.activeElement;
  const { clipboard } = navigator;
  try {
    await clipboard.writeText(text);
    return true;
  } catch {
    const area = h("textarea.sr", { "aria-hidden": "true", value: text });
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

const handOver = (resource, context) => context.app.downloadFile({ contents: [{ type: "resource", resource }] });

/** Hand a text file to the host, or to the clipboard where the host takes no files. */
async function saveFile(name, mimeType, text, toggle, context) {
  if (!hostCan(context, "downloadFile")) return copyText(text, toggle);
  const uri = "file:///" + encodeURIComponent(name);
  return handOver({ uri, mimeType, text }, context).catch(() => copyText(text, toggle));
}

/** Words that are ok, warn, bad or info, a group each. */
const TONES =
  /^(?:(ok|succe\w*|active|enabled|online|healthy|up|shipped|delivered|done|complete\w*|pass|passed|resolved|approved|closed|merged|available|valid|ready|published)|(warn\w*|hold|pending|queued|waiting|draft|paused|degraded|partial|low|medium|skipped|inactive)|(error|fail\w*|critical|fatal|refunded|cancel\w*|rejected|denied|blocke[dr]|down|offline|expired|overdue|invalid|unhealthy|high|urgent|deleted)|info|open\w*|paid|running|new|process\w*|start\w*|scheduled|planned|todo|debug)$/;
const toneOfWord = (word) => {
  const found = TONES.exec(word);
  return found && (["ok", "warn", "bad"].find((_, i) => found[i + 1]) ?? "info");
};

/** ok, warn, bad or info for words that are known, else undefined. */
function toneOf(value) {
  const words = String(value).toLowerCase().match(/\p{L}+/gu) ?? [];
  if (words.length > 3) return undefined;
  return { __proto__: null, not: "warn", in: "info" }[words[0]] ?? words.map(toneOfWord).find(Boolean);
}

/** A status as a coloured dot and word; words nobody knows stay neutral. */
const badge = (value) => h("span.badge " + (toneOf(value) ?? ""), { dir: "auto" }, formatValue(value, "badge"));
