// main.js: the page as a whole: what is chosen, what the server says, and who is told.
import { get, listen, post } from "./api.js";
import { brief, counted, fill, find, h, noteOf } from "./dom.js";
import { createPanel } from "./panel.js";
import { createStage } from "./stage.js";
import { drawScenes, drawSettings, markScene, markSettings } from "./toolbar.js";
import { drawTools, stateWord } from "./tools.js";
import { loadSettings, saveSettings, settingsOf } from "./settings.js";

const settings = loadSettings();
/** By tool: which scene is shown, from which example, or what was run last, and what was typed since. */
const kept = new Map();
let state = { tools: [], server: {}, hosts: {}, faults: {} };
let details = null;
let current = "";
let source = "genui";
let lost = false;

const panel = createPanel({ onundo: undo });
const stage = createStage({
  panel,
  settings,
  tools: () => state.tools,
  hostNow: () => state.hosts[settings.host],
  onrun: () => markScene(null),
  onmode: (mode) => change("mode", mode),
});

const keptOf = (name) => {
  if (!kept.has(name)) kept.set(name, { scene: "waiting", example: 0, run: null, draft: null });
  return kept.get(name);
};

/** What stands in the way of everything, above all else. */
function drawNotes() {
  const notes = [
    lost &&
      noteOf("bad", "The preview has ended", {
        message: "This page shows what it knew last.",
        hint: "Start it again: genui preview",
      }),
    state.problem &&
      noteOf("bad", "The project cannot be read", {
        ...state.problem,
        hint: [state.problem.hint, "The last state that could be read is shown."].filter(Boolean).join("\n"),
      }),
    state.down &&
      noteOf("warn", "The upstream is not running", {
        message: state.down.message,
        hint: [state.down.hint, "The next call starts it again."].filter(Boolean).join("\n"),
      }),
  ];
  fill(find("#notes"), notes);
  const badge = find("#upstream");
  badge.className = "badge " + (state.down ? "warn" : "");
  badge.textContent = state.down ? "upstream not running" : "";
}

function drawHead() {
  const { tool, title, state: name, reason, weight, budget, code } = details;
  const shown = title || tool.title || tool.annotations?.title || tool.name;
  fill(
    find("#head"),
    h("h1", { dir: "auto" }, shown),
    shown === tool.name ? null : h("code", {}, tool.name),
    h("span", { class: "push" }),
    name === "fresh"
      ? null
      : h(
          "span",
          { class: "badge " + (name === "missing" || name === "none" ? "" : "warn"), title: reason },
          stateWord(name),
        ),
    h(
      "span",
      { class: "small dim", title: "Size by gzip, without the tool's own data" },
      `${code} · ${(weight / 1000).toFixed(0)} KB${weight > budget ? ", over budget" : ""}`,
    ),
  );
  document.title = `${shown} · genui preview`;
}

function drawBars() {
  const mine = keptOf(current);
  drawScenes({
    examples: details.examples,
    scene: mine.scene,
    example: mine.example,
    own: details.own,
    source,
    onscene: playScene,
    onexample: playExample,
    onsource: showSource,
  });
}

const drawList = () =>
  drawTools(find("#tools"), {
    tools: state.tools,
    current,
    search: find("#search").value,
    onpick: (name) => (location.hash = encodeURIComponent(name)),
  });

async function playScene(scene) {
  Object.assign(keptOf(current), { scene, draft: null });
  markScene(scene);
  await attempt(() => stage.mount(keptOf(current)));
}

async function playExample(example) {
  const mine = keptOf(current);
  Object.assign(mine, { example, draft: null, scene: !mine.scene || mine.scene === "waiting" ? "result" : mine.scene });
  markScene(mine.scene);
  await attempt(() => stage.mount(mine));
}

async function showSource(chosen) {
  source = chosen;
  await attempt(() => stage.open(details, keptOf(current), { sandboxPort: state.sandboxPort, whose: source }));
}

/** Do something that the server may refuse; its reason is shown where the view would be. */
const attempt = (work) => work().catch((problem) => fill(find("#slot"), noteOf("bad", "This cannot be shown", problem)));

/** Show the tool that the address names, else the first. */
async function choose() {
  const asked = decodeURIComponent(location.hash.slice(1));
  const name = state.tools.some((tool) => tool.name === asked)
    ? asked
    : (state.tools.find((tool) => tool.state !== "none") ?? state.tools[0])?.name;
  if (!name || name === current) return;
  current = name;
  source = "genui";
  drawList();
  fill(find("#refine-note"));
  await attempt(() => load((mine) => stage.open(details, mine, { sandboxPort: state.sandboxPort, whose: source })));
}

/** Read the tool that is chosen anew, and show it; `mount` tells whether the view was mounted. */
async function load(mount) {
  const name = current;
  const next = await get(`api/view?tool=${encodeURIComponent(name)}`);
  if (name !== current) return;
  const mine = keptOf(name);
  details = next;
  mine.example = Math.min(mine.example, details.examples.length - 1);
  drawHead();
  drawBars();
  panel.show(details, { fresh: await mount(mine) });
}

/** Take over what has changed on the server; the view keeps its input and its last result. */
async function refresh() {
  state = await get("api/state");
  drawNotes();
  drawServer();
  drawList();
  if (state.tools.some((tool) => tool.name === current)) return attempt(() => load((mine) => stage.update(details, mine)));
  current = "";
  return choose();
}

let refreshing = Promise.resolve();
const refreshed = () => (refreshing = refreshing.then(refresh, refresh).catch(() => {}));

function drawServer() {
  const { name = "", version = "" } = state.server;
  const [first] = state.tools;
  const alike = first && state.tools.every((tool) => tool.state === first.state) && first.state !== "fresh";
  const parts = [
    [name, version].filter(Boolean).join(" "),
    counted(state.tools.length, "tool"),
    alike && `all ${stateWord(first.state)}`,
  ];
  find("#server").textContent = parts.filter(Boolean).join(" · ");
}

/** Turn a switch of the host, and tell the view what of it changed. */
function change(name, value) {
  settings[name] = value;
  if (name === "host" && value) Object.assign(settings, settingsOf(state.hosts[value]));
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
    look: () => (value ? stage.look() : null),
  }[name]?.();
  if (changes) stage.setContext(changes);
  else if (current) attempt(() => stage.mount(keptOf(current)));
}

const applySettings = () => (document.documentElement.style.colorScheme = settings.theme);

async function refine(event) {
  event.preventDefault();
  const wish = find("#wish");
  const button = find("#refine-send");
  const feedback = wish.value.trim();
  if (!feedback || !current) return wish.focus();
  button.disabled = true;
  button.ariaBusy = true;
  fill(find("#refine-note"), h("p", { class: "dim small" }, "Changing the view…"));
  await changed("Nothing was changed", async () => {
    const { steps } = await post("api/refine", { tool: current, feedback });
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
  const back = h(
    "button",
    { type: "button", class: "btn quiet sm", id: "undo-last", onclick: () => undo(steps.length) },
    "Undo",
  );
  return h(
    "div",
    { class: "row small" },
    h("span", {}, `Done: ${brief(feedback, 80)}, ${counted(changes, "change")} to the spec.`),
    back,
  );
}

function undo(steps) {
  return changed("Nothing was taken back", async () => {
    const { steps: gone } = await post("api/undo", { tool: current, steps });
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

function listenToServer() {
  listen(
    {
      changed: refreshed,
      upstream: upstreamSays,
      violation: violated,
      down: (problem) => ((state.down = problem), drawNotes()),
      up: () => ((state.down = null), drawNotes()),
    },
    {
      lost: () => ((lost = true), drawNotes()),
      back: () => ((lost = false), refreshed()),
    },
  );
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
  const toggle = find("#toggle-panel");
  toggle.addEventListener("click", () => {
    const hidden = (find("#panel").hidden = !find("#panel").hidden);
    toggle.setAttribute("aria-pressed", String(!hidden));
    find("#desk").classList.toggle("wide", hidden);
    if (settings.width === "full") change("width", "full");
  });
}

async function boot() {
  applySettings();
  panel.choose();
  listenToPage();
  try {
    state = await get("api/state");
  } catch (error) {
    return fill(find("#notes"), noteOf("bad", "The preview cannot be shown", error));
  }
  if (!state.hosts[settings.host]) settings.host = "";
  settings.faults = settings.faults.filter((name) => state.faults[name]);
  if (settings.host) Object.assign(settings, settingsOf(state.hosts[settings.host]));
  drawSettings(settings, state, change);
  listenToServer();
  drawNotes();
  drawServer();
  drawList();
  await choose();
}

boot();
