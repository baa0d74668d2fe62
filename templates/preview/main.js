// main.js: the page as a whole: what is chosen, what the server says, and who is told.
import { get, listen, post } from "./api.js";
import { brief, button, counted, fill, find, h, noteOf } from "./dom.js";
import { createPanel } from "./panel.js";
import { createStage } from "./stage.js";
import { drawScenes, drawSettings, loadSettings, markScene, markSettings, saveSettings, settingsOf } from "./toolbar.js";

const settings = loadSettings();
/** By tool: which scene is shown, from which example, or what was run last, and what was typed since. */
const kept = new Map();
/** What is shown: the server's state, the chosen tool, what is known of its view, and whose view ("genui" or "own"); for stage and panel too. */
const now = {
  state: { tools: [], server: {}, hosts: {}, faults: {} },
  tool: "",
  details: null,
  source: "genui",
};

const panel = createPanel({ now, onundo: undo });
const stage = createStage({ now, panel, settings, onrun: () => markScene(null), onmode: (mode) => change("mode", mode) });

const keptNow = () => {
  if (!kept.has(now.tool)) kept.set(now.tool, { scene: "waiting", example: 0, run: null, draft: null });
  return kept.get(now.tool);
};

/** What stands in the way of everything, above all else. */
function drawNotes() {
  const { lost, problem, down } = now.state;
  const notes = [
    lost &&
      noteOf("bad", "The preview has ended", {
        message: "This page shows what it knew last.",
        hint: "Start it again: genui preview",
      }),
    problem && noteOf("bad", "The project cannot be read", andThen(problem, "The last state that could be read is shown.")),
    down && noteOf("warn", "The upstream is not running", andThen(down, "The next call starts it again.")),
  ];
  fill(find("#notes"), notes);
  const badge = find("#upstream");
  badge.className = down ? "badge warn" : "badge";
  badge.textContent = down ? "upstream not running" : "";
}

/** A problem with one more sentence behind its hint. */
const andThen = ({ message, hint }, sentence) => ({ message, hint: [hint, sentence].filter(Boolean).join("\n") });

/** What a build would say of a view, where it has more to say than the name of the state. */
const STATE_WORDS = { missing: "not built", none: "no view" };
const stateWord = (state) => STATE_WORDS[state] ?? state;

function drawHead() {
  const { tool, title, state, reason, weight, budget, code } = now.details;
  const shown = title || tool.title || tool.annotations?.title || tool.name;
  const look = state in STATE_WORDS ? "badge" : "badge warn";
  fill(
    find("#head"),
    h("h1", { dir: "auto" }, shown),
    shown !== tool.name && h("code", {}, tool.name),
    h("span", { class: "push" }),
    state !== "fresh" && h("span", { class: look, title: reason }, stateWord(state)),
    h(
      "span",
      { class: "small dim", title: "Size by gzip, without the tool's own data" },
      `${code} · ${(weight / 1000).toFixed(0)} KB${weight > budget ? ", over budget" : ""}`,
    ),
  );
  document.title = `${shown} · genui preview`;
}

const matches = ({ name, title, description }, words) => {
  const text = `${name} ${title} ${description}`.toLowerCase();
  return words.every((word) => text.includes(word));
};

/** The state of all views, where they have the same. */
const alike = () => {
  const states = new Set(now.state.tools.map(({ state }) => state));
  return states.size === 1 && now.state.tools.length > 1 ? [...states][0] : undefined;
};

/** Draw the list of tools that the search leaves. */
function drawList() {
  const { tools } = now.state;
  const search = find("#search").value;
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const rows = tools.filter((tool) => matches(tool, words)).map(toolRow);
  const none = tools.length ? `No tool matches ${search}` : "The upstream has no tools";
  fill(find("#tools"), rows.length ? rows : h("li", {}, h("p", { class: "dim small" }, none)));
}

function toolRow({ name, title, description, state, reason }) {
  const attention = ["stale", "edited", "fallback"].includes(state) ? "state attention" : "state";
  // What is true of all is said once, above.
  const told = state !== "fresh" && state !== alike() && stateWord(state);
  return h(
    "li",
    {},
    h(
      "button",
      {
        type: "button",
        "data-tool": name,
        "aria-current": name === now.tool && "true",
        title: reason || description,
        onclick: () => (location.hash = encodeURIComponent(name)),
      },
      h("span", { class: "title", dir: "auto" }, title || name),
      h("span", { class: attention }, told),
      title && h("span", { class: "name" }, name),
    ),
  );
}

/** Show the view in its scene, with these changes to what is kept of it. */
function play(changes) {
  const mine = Object.assign(keptNow(), changes);
  markScene(mine.scene);
  return attempt(() => stage.mount(mine));
}

function playExample(example) {
  const { scene } = keptNow();
  return play({ example, draft: null, scene: !scene || scene === "waiting" ? "result" : scene });
}

function showSource(source) {
  now.source = source;
  return attempt(() => stage.open(keptNow()));
}

/** Do something that the server may refuse; its reason is shown where the view would be. */
const attempt = (work) => work().catch((problem) => fill(find("#slot"), noteOf("bad", "This cannot be shown", problem)));

/** Show the tool that the address names, else the first. */
async function choose() {
  const { tools } = now.state;
  const asked = decodeURIComponent(location.hash.slice(1));
  const tool =
    tools.find(({ name }) => name === asked) ?? tools.find(({ state }) => state !== "none") ?? tools[0];
  if (!tool || tool.name === now.tool) return;
  Object.assign(now, { tool: tool.name, source: "genui" });
  drawList();
  fill(find("#refine-note"));
  await attempt(() => load(stage.open));
}

/** Read the tool that is chosen anew, and show it; `show` tells whether the view was mounted. */
async function load(show) {
  const { tool } = now;
  const details = await get(`api/view?tool=${encodeURIComponent(tool)}`);
  if (tool !== now.tool) return;
  now.details = details;
  const mine = keptNow();
  mine.example = Math.min(mine.example, details.examples.length - 1);
  drawHead();
  drawScenes({
    ...details,
    ...mine,
    source: now.source,
    onscene: (scene) => play({ scene, draft: null }),
    onexample: playExample,
    onsource: showSource,
  });
  panel.show(await show(mine));
}

/** Show what the server knows; the view that is shown keeps its input and its last result. */
async function showState() {
  drawNotes();
  drawServer();
  drawList();
  if (now.state.tools.some(({ name }) => name === now.tool)) return attempt(() => load(stage.update));
  now.tool = "";
  return choose();
}

let refreshing = Promise.resolve();
const refreshed = () => (refreshing = refreshing.then(readState).then(showState).catch(() => {}));

async function readState() {
  now.state = await get("api/state");
}

function drawServer() {
  const { server, tools } = now.state;
  const state = alike();
  const parts = [
    [server.name, server.version].filter(Boolean).join(" "),
    counted(tools.length, "tool"),
    state && state !== "fresh" && `all ${stateWord(state)}`,
  ];
  find("#server").textContent = parts.filter(Boolean).join(" · ");
}

/** Turn a switch of the host, and tell the view what of it changed. */
function change(name, value) {
  settings[name] = value;
  if (name === "host" && value) Object.assign(settings, settingsOf(now.state.hosts[value]));
  saveSettings(settings);
  applySettings();
  markSettings(settings);
  stage.place();
  const changes = {
    theme: () => ({ theme: value }),
    locale: () => ({ locale: value }),
    zone: () => ({ timeZone: value }),
    width: () => ({ containerDimensions: stage.dimensions() }),
    mode: () => ({ displayMode: value, containerDimensions: stage.dimensions() }),
    look: () => value && stage.look(),
  }[name]?.();
  if (changes) stage.setContext(changes);
  else if (now.tool) play();
}

const applySettings = () => (document.documentElement.style.colorScheme = settings.theme);

async function refine(event) {
  event.preventDefault();
  const wish = find("#wish");
  const button = find("#refine-send");
  const feedback = wish.value.trim();
  if (!feedback || !now.tool) return wish.focus();
  button.disabled = true;
  button.ariaBusy = true;
  fill(find("#refine-note"), h("p", { class: "dim small" }, "Changing the view…"));
  await changed("Nothing was changed", async () => {
    const { steps } = await post("api/refine", { tool: now.tool, feedback });
    wish.value = "";
    return doneNote(steps, feedback);
  });
  button.disabled = false;
  button.ariaBusy = null;
  wish.focus();
}

/** Change the view by `work`, which returns what to say of it; `failure` is the title of why it was not done. */
async function changed(failure, work) {
  const told = await work().catch((problem) => noteOf("warn", failure, problem));
  fill(find("#refine-note"), told);
  await refreshed();
}

function doneNote(steps, feedback) {
  const changes = steps.flatMap(({ patch }) => patch).length;
  const told = `Done: ${brief(feedback, 80)}, ${counted(changes, "change")} to the spec.`;
  const back = button("quiet sm", "Undo", () => undo(steps.length), { id: "undo-last" });
  return h("div", { class: "row small" }, h("span", {}, told), back);
}

function undo(steps) {
  return changed("Nothing was taken back", async () => {
    const { steps: gone } = await post("api/undo", { tool: now.tool, steps });
    return h("p", { class: "small" }, `Taken back: ${gone.map(({ feedback }) => brief(feedback, 60)).join("; ")}.`);
  });
}

const upstreamSays = ({ message }) =>
  message.method === "notifications/progress"
    ? stage.progress(message.params ?? {})
    : panel.message("upstream", message);

function violated({ frame, report }) {
  if (frame !== stage.frameId || !report) return;
  const directive = report["effective-directive"] || report["violated-directive"];
  panel.finding({
    rule: "csp-violation",
    severity: "error",
    message: `${directive} blocked ${report["blocked-uri"] || "inline code"}`,
    line: report["line-number"],
  });
}

/** Note what has become of the server, until its state is read anew. */
function noteState(changes) {
  Object.assign(now.state, changes);
  drawNotes();
}

function listenToPage() {
  addEventListener("hashchange", choose);
  addEventListener("resize", () =>
    settings.mode !== "inline" || settings.width === "full" ? change("width", settings.width) : null,
  );
  find("#search").addEventListener("input", drawList);
  find("#refine").addEventListener("submit", refine);
  find("#restart").addEventListener("click", ({ target }) => {
    target.disabled = true;
    post("api/restart", {})
      .catch(() => {})
      .finally(() => (target.disabled = false));
  });
  find("#toggle-panel").addEventListener("click", ({ currentTarget }) => {
    const hidden = find("#desk").classList.toggle("wide");
    find("#panel").hidden = hidden;
    currentTarget.setAttribute("aria-pressed", String(!hidden));
    if (settings.width === "full") change("width", "full");
  });
}

async function boot() {
  applySettings();
  panel.choose();
  listenToPage();
  try {
    await readState();
  } catch (error) {
    return fill(find("#notes"), noteOf("bad", "The preview cannot be shown", error));
  }
  const { hosts, faults } = now.state;
  settings.faults = settings.faults.filter((name) => faults[name]);
  if (hosts[settings.host]) Object.assign(settings, settingsOf(hosts[settings.host]));
  else settings.host = "";
  drawSettings(settings, now.state, change);
  listen({
    changed: refreshed,
    upstream: upstreamSays,
    violation: violated,
    down: (down) => noteState({ down }),
    up: () => noteState({ down: null }),
    error: () => noteState({ lost: true }),
    hello: () => now.state.lost && refreshed(),
  });
  await showState();
}

boot();
