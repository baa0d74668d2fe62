// frames.js: a page's frames and timers, so that a check need not wait for those of the screen.
"use strict";

const { setTimeout: later, requestAnimationFrame: frame, getComputedStyle: styleOf } = window;
const darkens = matchMedia("(prefers-color-scheme: dark)");
const { postMessage } = parent;
const tell = (message) => postMessage.call(parent, { probe: SECRET, ...message }, "*");
const FRAME = 16;
/** What comes so soon is waited for; where a check is calm, all that a person would wait for. */
const SOON = 20;
const LATER = 300;
/** Milliseconds without a change after which a calm check looks, and how often it waits for them. */
const STILL = 60;
const ROUNDS = 4;
/** What has to be waited for: timers by when they are due, and whether the page needs frames of the screen. */
const due = { timers: new Map(), always: false, calm: false };
window.setTimeout = (act, ms = 0, ...rest) => {
  if (typeof act !== "function" || ms > LATER) return later(act, ms, ...rest);
  const run = () => {
    due.timers.delete(id);
    act(...rest);
  };
  const id = later(run, ms);
  due.timers.set(id, ms);
  return id;
};
const isDue = () => [...due.timers.values()].some((ms) => due.calm || !(ms > SOON));
const { clearTimeout: forget } = window;
window.clearTimeout = (id) => {
  due.timers.delete(id);
  forget(id);
};

// A view is off the screen, where Chromium draws nothing, until it does what only frames of the screen bring about.
let onScreen = false;
function needScreen() {
  if (!onScreen) tell({ screen: true });
  onScreen = true;
}
function needFrames() {
  due.always = true;
  needScreen();
}
const marks = (owner, name, which = () => true) => {
  const own = owner?.[name];
  if (!own) return;
  owner[name] = function (...all) {
    if (which(...all)) needFrames();
    return own.apply(this, all);
  };
};
marks(IntersectionObserver.prototype, "observe");
marks(PerformanceObserver.prototype, "observe");
marks(Document.prototype, "startViewTransition");
marks(window, "requestIdleCallback");
marks(window, "matchMedia");
marks(Element.prototype, "animate");
marks(EventTarget.prototype, "addEventListener", (type) => /^(resize|scroll|scrollend|transition\w+|animation\w+)$/.test(type));

// What a page does in a frame comes in its time, or before it when a check asks for it.
let asked = new Map();
let frames = 0;
let booked = false;
function book() {
  if (booked) return;
  booked = true;
  later(() => {
    booked = false;
    hurry();
  }, FRAME);
}
window.requestAnimationFrame = (act) => {
  if (typeof act !== "function") return frame(act);
  asked.set(++frames, act);
  book();
  return frames;
};
window.cancelAnimationFrame = (id) => void asked.delete(id);
function runFrame() {
  const acts = asked;
  asked = new Map();
  const now = performance.now();
  for (const act of acts.values()) {
    try {
      act(now);
    } catch (fault) {
      reportError(fault);
    }
  }
}

/** Every resize observer with its callback and what it was told of each target. */
const observers = [];
const sizeOf = ({ offsetWidth, offsetHeight, clientWidth, clientHeight }) => [offsetWidth, offsetHeight, clientWidth, clientHeight].join();
const isNews = (told, target) => told.has(target) && told.get(target) !== sizeOf(target);
function entryOf(target) {
  const { paddingLeft, paddingRight, paddingTop, paddingBottom } = styleOf(target);
  const [left, right, top, bottom] = [paddingLeft, paddingRight, paddingTop, paddingBottom].map(parseFloat);
  const width = target.clientWidth - left - right;
  const height = target.clientHeight - top - bottom;
  const box = (inlineSize, blockSize) => [{ inlineSize, blockSize }];
  const content = box(width, height);
  const borderBoxSize = box(target.offsetWidth, target.offsetHeight);
  return { target, contentRect: new DOMRect(left, top, width, height), contentBoxSize: content, borderBoxSize, devicePixelContentBoxSize: content };
}
window.ResizeObserver = class ResizeObserver extends window.ResizeObserver {
  #told = new Map();
  constructor(act) {
    const hear = (entries, self) => {
      const news = entries.filter(({ target }) => !(target instanceof HTMLElement) || isNews(this.#told, target));
      for (const { target } of news) this.#told.set(target, sizeOf(target));
      if (news.length) act.call(self, news, self);
    };
    super(typeof act === "function" ? hear : act);
    observers.push({ told: this.#told, tell: (entries) => act.call(this, entries, this) });
  }
  observe(target, ...rest) {
    super.observe(target, ...rest);
    if (target instanceof HTMLElement) this.#told.set(target, "0,0,0,0");
    else needFrames();
    book();
  }
  unobserve(target) {
    super.unobserve(target);
    this.#told.delete(target);
  }
  disconnect() {
    super.disconnect();
    this.#told.clear();
  }
};
const depthOf = (node) => {
  let depth = 0;
  for (let at = node; at; at = at.parentNode) depth++;
  return depth;
};

/** Tell the observers of sizes what changed, as the end of a frame does: deeper and deeper, what is left the next time. */
function tellSizes() {
  for (let above = 0; ; ) {
    const late = observers.map((one) => [one, [...one.told.keys()].filter((target) => isNews(one.told, target))]).filter(([, news]) => news.length);
    if (!late.length) return;
    const now = late.map(([one, news]) => [one, news.filter((target) => depthOf(target) > above)]).filter(([, news]) => news.length);
    if (!now.length) {
      const message = "ResizeObserver loop completed with undelivered notifications.";
      dispatchEvent(new ErrorEvent("error", { message, cancelable: true }));
      return;
    }
    above = Math.min(...now.flatMap(([, news]) => news.map(depthOf)));
    for (const [{ told, tell }, news] of now) {
      for (const target of news) told.set(target, sizeOf(target));
      try {
        tell(news.map(entryOf));
      } catch (fault) {
        reportError(fault);
      }
    }
  }
}

/** What a frame would do to the page, without one. */
function hurry() {
  runFrame();
  document.documentElement?.getBoundingClientRect();
  if (observers.length) tellSizes();
  if (window.onresize || window.onscroll) needFrames();
}

/** A frame of the screen, drawn. */
const drawn = () => (needScreen(), new Promise((done) => frame(() => later(done, 0))));

const tasks = new MessageChannel();
let ran = null;
tasks.port1.onmessage = () => ran();
/** A task of its own, behind all that are waiting; timers would come some milliseconds later. */
const task = () => new Promise((done) => ((ran = done), tasks.port2.postMessage(0)));

const waits = () => due.always || document.getAnimations().some(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);

/** The tasks that wait, and frames and timers as long as the page uses any or goes on changing, up to a limit. */
async function settled() {
  await settledSoon();
  for (let round = 0; due.calm && round < ROUNDS; round++) {
    const before = notes.mutations;
    await new Promise((done) => later(done, STILL));
    if (before === notes.mutations && !isDue()) return;
    await settledSoon();
  }
}

async function settledSoon() {
  for (let before = -1, round = 0; round < 12; round++) {
    const changed = before !== notes.mutations;
    if (round > 1 && !changed && !isDue() && !(round < 4 && (asked.size || waits()))) return;
    before = notes.mutations;
    if (round > 0 && waits()) await drawn();
    else if (isDue()) await new Promise((done) => later(done, SOON / 4));
    else await task();
    hurry();
    await task();
  }
}
