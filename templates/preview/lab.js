// lab.js: shows one view after another in one host with its faults, and reports what passed; src/genui/hosts/laboratory.py drives it.
import { linkOf } from "./faults.js";
import { h } from "./dom.js";
import { allowOf, createHost } from "./host.js";

async function frames(count) {
  while (count-- > 0) await new Promise(requestAnimationFrame);
}

let shown = null;

/** Has something come, which `awaited` resolves with true, within so many milliseconds? */
const came = (awaited, ms) => Promise.race([awaited.promise, new Promise((done) => setTimeout(done, ms, false))]);

/** Take the place of the view before with one of this plan, and tell it its input and result. */
async function mount(plan, turn) {
  shown?.close();
  const link = linkOf(plan);
  if (link.moves && turn) link.context.displayMode = plan.modes.find((mode) => mode !== link.context.displayMode) ?? "inline";
  const node = h("iframe", { title: "View", sandbox: plan.sandbox, allow: allowOf(plan.permissions) });
  const { frame } = link;
  const report = { wrong: [], told: [], calls: [], logs: [], width: frame.width };
  const hello = Promise.withResolvers();
  const call = Promise.withResolvers();
  const size = (height) => {
    const most = frame.raw ? 1e5 : frame.most;
    if (frame.fixed || frame.measured || !(height > 0)) return;
    node.style.height = `${Math.min(most, height + (frame.extra ?? 0))}px`;
  };
  const host = createHost({
    info: plan.info,
    link,
    served: plan.served,
    post: (message) => node.contentWindow?.postMessage(message, "*"),
    answers: {
      "tools/call": (params) => (report.calls.push(params), call.resolve(true), plan.result),
      "ui/update-model-context": () => ({}),
      "ui/open-link": () => ({}),
      "ui/request-display-mode": ({ mode }) => ({ mode: link.granted.includes(mode) ? mode : "inline" }),
    },
    told: {
      message: (from, message, problem) => problem && report.wrong.push(problem),
      initialized: () => ((node.style.visibility = ""), (node.style.position = ""), hello.resolve(true)),
      size: ({ height }) => (report.told.push(height), size(height)),
      log: ({ level, data }) => level === "error" && report.logs.push(String(data).slice(0, 300)),
    },
  });
  const receive = ({ source, data }) => source === node.contentWindow && host.receive(data);
  addEventListener("message", receive);
  Object.assign(node.style, { width: `${frame.width}px`, height: `${frame.fixed ?? frame.height}px`, border: "0" });
  if (frame.hidden) Object.assign(node.style, { visibility: "hidden", position: "absolute" });
  shown = {
    host,
    report,
    called: () => came(call, plan.patience),
    /** Give a frame that is measured the height of its document. */
    measured: (height) => frame.measured && (node.style.height = `${height}px`),
    close: () => (removeEventListener("message", receive), node.remove()),
  };
  node.src = plan.url;
  document.body.append(node);
  for (const [method, params] of plan.messages) host.notify(method, params);
  report.hello = await came(hello, plan.patience);
  return link.moves ? 1 : (frame.remounts ?? 0);
}

globalThis.lab = {
  /** Show a view; as often as its host mounts it. */
  async open(text) {
    const plan = JSON.parse(text);
    const again = await mount(plan, 0);
    for (let turn = 1; turn <= again && shown.report.hello; turn++) {
      await frames(3);
      await mount(plan, turn);
    }
    await frames(3);
    return shown.report.hello;
  },
  measured: (height) => (shown.measured(height), frames(2)),
  theme: (theme) => (shown.host.setContext({ theme }), frames(2)),
  called: () => shown.called(),
  settled: frames,
  report: () => JSON.stringify(shown.report),
};
