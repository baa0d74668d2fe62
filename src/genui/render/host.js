// host.js: a fake MCP Apps host that takes one view at a time through its whole life, and reports what it saw.
"use strict";

const NOTE = "ui/notifications/";
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

const TWO_FRAMES = 34;
/** Milliseconds that a page may take to greet before it is brought onto the screen: it may wait for a frame. */
const SOON = 1000;

/** Where a check stands, for whoever gives up on it. */
let phase = "load";

/** A promise, and what settles it. */
function promised() {
  let done;
  return { came: new Promise((settle) => (done = settle)), done };
}

/** A view in its frame: what can be asked of it, and what it said. */
function mount({ url, context, capabilities, patience, calm, first, answers }) {
  document.querySelector("iframe:not([hidden])")?.remove();
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.style.cssText = "position:absolute;left:-9999px;width:560px;height:300px;border:0";
  const view = { frame, heights: [], calls: [], odd: [], told: 0, patience, onScreen: false };
  const waiting = new Map();
  let lastId = 0;
  const probe = promised();
  const hello = promised();
  const ready = promised();
  const post = (message) => frame.contentWindow?.postMessage({ jsonrpc: "2.0", ...message }, "*");
  /** Bring the view onto the screen, where it stays. */
  view.show = () => {
    view.onScreen = true;
    frame.style.left = "0";
  };
  if (calm) view.show();
  view.notify = (method, params) => post({ method: NOTE + method, params });

  const requests = {
    "ui/initialize": () => {
      hello.done(true);
      return { protocolVersion: "2026-01-26", hostInfo: { name: "genui render check", version: "1" }, hostCapabilities: capabilities, hostContext: context };
    },
    "tools/call": (params) => {
      view.calls.push(params);
      return answers(params);
    },
    "ui/request-display-mode": () => ({ mode: "inline" }),
    "resources/read": ({ uri }) => ({ contents: [{ uri, text: "" }] }),
  };
  const notifications = {
    [NOTE + "initialized"]: () => {
      // At once: a view that begins to listen only later loses what a fast host sends.
      for (const [method, params] of first) view.notify(method, params);
      ready.done(true);
    },
    [NOTE + "size-changed"]: ({ height }) => {
      if (!Number.isFinite(height)) return;
      view.heights.push(height);
      view.told = performance.now();
      frame.style.height = Math.min(Math.max(height, 40), 30000) + "px";
    },
  };

  const hear = ({ id, value, screen, at }) => {
    if (screen) return view.show();
    if (id) return waiting.get(id)?.(value);
    // A slow browser shows the probe to the frame's empty first document too, which hears nothing for long.
    if (at === url) probe.done(true);
  };
  view.receive = ({ source, data }) => {
    if (source !== frame.contentWindow) return;
    if (data?.probe === SECRET) return hear(data);
    if (data?.jsonrpc !== "2.0") return view.odd.length < 5 && view.odd.push(String(JSON.stringify(data)).slice(0, 120));
    const { id, method, params = {} } = data;
    if (!method) return;
    if (id === undefined) return notifications[method]?.(params);
    const answer = requests[method] ?? (() => ({}));
    try {
      post({ id, result: answer(params) });
    } catch (error) {
      post({ id, error: { code: -32602, message: error.message } });
    }
  };
  addEventListener("message", view.receive);

  view.ask = async (act, value) => {
    const id = ++lastId;
    const answer = new Promise((done) => waiting.set(id, done));
    const asked = probe.came.then(() => (frame.contentWindow.postMessage({ probe: SECRET, id, act, value }, "*"), answer));
    const got = await within(view.patience, asked);
    waiting.delete(id);
    if (got === LATE) throw LATE;
    return got;
  };
  view.hello = hello.came;
  view.ready = ready.came;
  frame.src = url;
  document.body.append(frame);
  return view;
}

const LATE = Symbol("late");
/** What a promise resolves to, or LATE; the timer goes with it. */
function within(ms, promise) {
  let timer;
  const late = new Promise((done) => (timer = setTimeout(done, ms, LATE)));
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Whether the view goes on asking for more height though nothing happens. */
async function grows(view) {
  const { heights } = view;
  const seen = heights.length;
  // A view that is done reports nothing for two frames; one that is not goes on until it has told enough.
  await wait(Math.max(0, view.told + TWO_FRAMES - performance.now()));
  await view.ask("settled");
  if (seen < 3 || heights.length === seen) return false;
  for (let round = 0; round < 10 && heights.length < 8; round++) await view.ask("drawn");
  const rising = () => heights.length >= 8 && heights.slice(-7).every((height, i, all) => !i || height !== all[i - 1]);
  if (!rising()) return false;
  const before = heights.length;
  await wait(250);
  return heights.length >= before + 3 && rising();
}

async function show(view, name, result) {
  phase = name;
  view.notify("tool-result", result);
  return view.ask("shown");
}

/** How it looks: contrast in both themes, and whether it fits a narrow host. */
async function looked(view) {
  phase = "another width and theme";
  const light = await view.ask("contrast");
  view.frame.style.width = "320px";
  view.notify("host-context-changed", { theme: "dark" });
  const narrow = await view.ask("extent", 320);
  const dark = await view.ask("contrast");
  view.frame.style.width = "560px";
  view.notify("host-context-changed", { theme: "light" });
  return { light, narrow, dark };
}

/** A state and the one after it: what is seen at last, and all that went wrong. */
function merged(state, last) {
  const both = (name) => [...state[name], ...last[name]];
  return { ...last, errors: both("errors"), blocked: both("blocked"), consoled: both("consoled") };
}

async function press(view, { args, limit }) {
  phase = "buttons";
  const labels = await view.ask("ready", args);
  const pressed = [];
  for (let i = 0; i < labels.length && pressed.length < limit; i++) {
    phase = `the button “${labels[i]}”`;
    const calls = view.calls.length;
    const { clicked, dead, before, after } = await view.ask("press", { index: i, args });
    if (!clicked) continue;
    const called = view.calls.length - calls;
    pressed.push({ label: labels[i], dead, called, before, after: called ? merged(after, await view.ask("shown")) : after });
  }
  return pressed;
}

/** Take a view through a plan; resolves to a report that render/rules.py reads. */
async function check(plan) {
  const report = { states: [], pressed: [], fuzzed: [] };
  let turn = 0;
  const answers = (params) => {
    if (plan.known && !plan.known.includes(params?.name)) throw new Error(`Unknown tool: ${params?.name}`);
    return plan.answers[turn++ % plan.answers.length];
  };
  phase = "load";
  const first = [["tool-input", { arguments: plan.args }], ["tool-result", plan.typical]];
  const view = mount({ ...plan, first, answers });
  try {
    if (plan.calm) await view.ask("calm");
    if ((await within(SOON, view.ready)) === LATE) view.show();
    report.hello = (await within(plan.patience, view.hello)) === true;
    report.ready = report.hello && (await within(plan.patience, view.ready)) === true;
    phase = "the first result";
    report.first = await view.ask("shown");
    if (!report.ready) return report;
    if (plan.glance) return Object.assign(report, { boxes: await view.ask("boxes") });
    const [[again, other], ...results] = plan.results;
    report.states.push({ name: again, ...(await show(view, again, other)) });
    Object.assign(report, await looked(view));
    for (const [name, result] of results) report.states.push({ name, ...(await show(view, name, result)) });
    report.pressed = await press(view, plan);
    // Ten thousand rows may take their time, where a stuck loop takes for ever.
    view.patience *= 4;
    for (const [name, result] of plan.fuzz) report.fuzzed.push({ name, ...(await show(view, name, result)) });
    report.grows = await grows(view);
  } catch (fault) {
    if (fault !== LATE) throw fault;
    report.hung = phase;
  } finally {
    Object.assign(report, { calls: view.calls.slice(0, 50), odd: view.odd, height: view.heights.at(-1) ?? 0, onScreen: view.onScreen });
    removeEventListener("message", view.receive);
    // Once the report is on its way: taking a view apart takes its time.
    setTimeout(() => view.frame.remove());
  }
  return report;
}

/** Take a view through a plan given as text, to its report as text. */
const run = async (plan) => JSON.stringify(await check(JSON.parse(plan)));
