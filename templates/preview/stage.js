// stage.js: the view on the stage: mounted, fed, and fed again with the same input and result after each change.
import { post } from "./api.js";
import { fill, find, h } from "./dom.js";
import { applyFaults, plainLink } from "./faults.js";
import { openFrame } from "./frame.js";
import { fault, INVALID_REQUEST } from "./host.js";
import { clearHeard, heardAnswers } from "./heard.js";
import { clearKeep, offerKeep } from "./keep.js";
import { kindOf, textOf } from "./resources.js";
import { played } from "./scenes.js";
import { capabilitiesOf, MODES, variablesOf } from "./settings.js";
import { clearResources, resourceNode, showResources } from "./uiresources.js";

const MAX_HEIGHT = 4000;
const START_HEIGHT = 160;
const PIP = { width: 320, height: 240 };
const FORWARDED = ["resources/read", "resources/list", "resources/templates/list", "prompts/list"];

/** What a request of a frame is called on the server. */
const keyOf = (frame, id) => `${frame.id}-${id}`;

/**
 * `panel` is told what passes; `settings` is what the host is like, `hostNow()` the known host that it plays, if any;
 * `onrun()` when the view has run its tool.
 */
export function createStage({ panel, settings, tools, hostNow, onrun, onmode }) {
  const slot = find("#slot");
  const canvas = find("#canvas");
  let view = null;
  let port = 0;
  let turn = 0;
  let details = null;
  let source = "genui";
  let keys = 0;
  let height = 0;

  const room = () => Math.max(240, canvas.clientWidth - 32);
  const widthOf = () => (settings.width === "full" ? room() : Number(settings.width));

  const dimensions = () =>
    settings.mode === "fullscreen"
      ? { width: canvas.clientWidth, height: canvas.clientHeight }
      : settings.mode === "pip"
        ? PIP
        : Number(settings.width) === hostNow()?.frame.width
          ? hostNow().context.containerDimensions
          : { width: widthOf(), maxHeight: hostNow()?.frame.most ?? MAX_HEIGHT };

  const look = () => (settings.look ? { styles: { variables: variablesOf(settings.look) } } : {});

  const contextOf = (tool) => ({
    // The specification wants an object's schema here, whatever the server said.
    toolInfo: {
      id: 1,
      tool: { ...tool, inputSchema: tool.inputSchema?.type === "object" ? tool.inputSchema : { type: "object" } },
    },
    theme: settings.theme,
    ...look(),
    displayMode: settings.mode,
    availableDisplayModes: hostNow()?.modes ?? MODES,
    containerDimensions: dimensions(),
    locale: settings.locale,
    timeZone: settings.zone,
    userAgent: "genui preview",
    platform: "web",
    deviceCapabilities: { touch: matchMedia("(pointer: coarse)").matches, hover: matchMedia("(hover: hover)").matches },
    safeAreaInsets: { top: 0, right: 0, bottom: 0, left: 0 },
  });

  /** What is between the host and the view, as the chosen host and faults have it. */
  function linkNow() {
    const { context = {}, modes = MODES, omits, contextOmits = [], frame, faults = [] } = hostNow() ?? {};
    const whole = { ...contextOf(details.tool), ...(context.userAgent && { userAgent: context.userAgent }) };
    for (const name of contextOmits) delete whole[name];
    const inline = settings.mode === "inline" ? frame : {};
    const own = { height: START_HEIGHT, most: MAX_HEIGHT, ...inline, width: dimensions().width ?? widthOf() };
    const declared = { ...capabilitiesOf(settings), sandbox: {} };
    return applyFaults(plainLink({ context: whole, declared, modes, frame: own, omits }), [...faults, ...settings.faults]);
  }

  function place() {
    canvas.dataset.mode = settings.mode;
    const node = slot.firstElementChild;
    if (!node) return;
    const full = settings.mode === "fullscreen";
    const { width, fixed } = linkNow().frame;
    node.style.width = full ? "100%" : `${width}px`;
    node.style.height = full ? "100%" : `${fixed ?? dimensions().height ?? height}px`;
    find("#measure").textContent = settings.mode === "inline" && height ? `${width} × ${height}` : "";
  }

  /** What a view runs goes to the upstream, as one of the tools that views may call. */
  async function callTool(frame, kept, params, id) {
    const tool = tools().find(({ name }) => name === params.name);
    if (tool?.visibility && !tool.visibility.includes("app"))
      throw fault(INVALID_REQUEST, `${params.name} is not for views: its visibility lacks "app"`);
    const key = keyOf(frame, id);
    const token = params._meta?.progressToken;
    const mine = kept && params.name === details.tool.name;
    const asked = token === undefined ? params : { ...params, _meta: { ...params._meta, progressToken: key } };
    frame.tokens.set(key, token);
    const run = { arguments: params.arguments ?? {} };
    if (mine) Object.assign(kept, { scene: null, run, draft: null });
    if (mine) onrun();
    const answer = ask("tools/call", asked, key).finally(() => frame.tokens.delete(key));
    if (mine) deliver(frame, kept, run, await answer.catch(failed));
    return answer;
  }

  const failed = ({ message }) => ({ isError: true, content: [{ type: "text", text: message }] });

  /** Remember a result; when the view that asked has been replaced meanwhile, the new one is told. */
  function deliver(frame, kept, run, result) {
    run.result = result;
    if (kept.run !== run) return;
    offerKeep(details.tool.name, run);
    if (view && view !== frame && view.kept === kept) view.host.notify("tool-result", result);
    showResources(result, resourceContext());
  }

  async function ask(method, params, key = `page-${++keys}`) {
    const answer = await post("api/ask", { method, params, key }).catch((problem) => {
      throw fault(-32000, problem.message, problem.hint && { hint: problem.hint });
    });
    if (answer.error) throw fault(answer.error.code, answer.error.message, answer.error.data);
    return answer.result;
  }

  /** What a frame may have answered; `allow(method, params)` is asked before anything reaches the upstream. */
  function answersFor(holder, kept, allow) {
    const upstream = Object.fromEntries(FORWARDED.map((method) => [method, (params) => ask(method, params)]));
    upstream["tools/call"] = (params, id) => callTool(holder.frame, kept, params, id);
    const asked = Object.entries(upstream).map(([method, answer]) => [
      method,
      async (params, id) => (await allow(method, params), answer(params, id)),
    ]);
    return {
      ...heardAnswers,
      ...Object.fromEntries(asked),
      cancel: (id, reason) => post("api/cancel", { key: keyOf(holder.frame, id), reason: String(reason ?? "") }).catch(() => {}),
    };
  }

  /** What createHost needs, for the view or for a resource in a result. */
  function hostOptions(holder, kept, { link = linkNow(), told = {}, renderData = null, allow = () => {} } = {}) {
    const answers = answersFor(holder, kept, allow);
    /** What a resource asks in the dialect of mcp-ui. */
    const perform = async (method, params) => {
      const id = `action-${++keys}`;
      panel.message("view", { id, method, params });
      const result = await answers[method]?.(params, id);
      panel.message("host", { id, result: result ?? {} });
      return result;
    };
    if (link.deaf) answers["ui/update-model-context"] = () => ({});
    answers["ui/request-display-mode"] = ({ mode }) =>
      link.granted.includes(mode) ? (onmode(mode), { mode }) : { mode: settings.mode };
    const { info = { name: "genui preview", version: "1.0.0" }, served = {}, declared = served } = hostNow() ?? {};
    const unsaid = Object.entries(served).filter(([name]) => !declared[name]);
    return {
      info,
      capabilities: link.declared,
      served: { ...capabilitiesOf(settings), ...Object.fromEntries(unsaid) },
      early: link.early,
      toView: link.toView,
      context: link.context,
      answers,
      dialect: { perform, renderData, size: (params) => told.size?.(params) },
      told: { message: panel.message, initialized() {}, size() {}, log() {}, teardown() {}, ...told },
    };
  }

  function resourceContext() {
    const holder = { frame: { id: `resource-${++keys}`, tokens: new Map() } };
    return {
      port,
      theme: settings.theme,
      hostOptions: (options) => hostOptions(holder, null, options),
    };
  }

  function resized(params) {
    if (!(params.height > 0)) return;
    const { raw, most, extra = 0 } = linkNow().frame;
    height = Math.min(raw ? Infinity : most, Math.ceil(params.height) + extra);
    place();
  }

  /** The document to show: genui's view, or the server's own. */
  async function documentOf(name) {
    if (source === "genui") return { ...(await post("api/frame", { tool: name })), permissions: {} };
    const { contents = [] } = await ask("resources/read", { uri: details.own });
    const resource = contents.find(({ uri }) => uri === details.own) ?? contents[0] ?? {};
    if (kindOf(resource.mimeType) !== "html")
      return { node: await resourceNode({ uri: details.own, ...resource }, resourceContext()) };
    const ui = resource._meta?.ui ?? {};
    return { ...(await post("api/frame", { html: textOf(resource), csp: ui.csp })), permissions: ui.permissions };
  }

  /** The messages that bring a fresh view to where the last one was. */
  function restored(kept) {
    if (kept.scene) return played(kept.scene, details.examples[kept.example]);
    const { arguments: args, result } = kept.run;
    return [["tool-input", { arguments: args }], ...(result ? [["tool-result", result]] : [])];
  }

  async function unmount() {
    const old = view;
    view = null;
    await old?.close();
  }

  async function mount(kept, again = 0) {
    const mine = ++turn;
    const opened = await documentOf(details.tool.name);
    if (mine !== turn) return;
    await unmount();
    if (mine !== turn) return;
    if (opened.node) return void fill(slot, opened.node);
    const holder = {};
    const { draft } = kept;
    const link = linkNow();
    const told = {
      size: resized,
      teardown: () => closed(kept),
      draft: (fields) => (kept.draft = fields),
      // After what the view is told on being initialized.
      initialized: () => (
        (frame.node.style.visibility = ""),
        setTimeout(() => (again < (link.frame.remounts ?? 0) ? mount(kept, again + 1) : draft && view?.restore(draft)))
      ),
    };
    const frame = openFrame({
      id: opened.id,
      port,
      title: `View of ${details.tool.name}`,
      theme: settings.theme,
      permissions: opened.permissions,
      host: hostOptions(holder, kept, { told, link }),
    });
    if (link.frame.hidden) frame.node.style.visibility = "hidden";
    height = link.frame.height;
    panel.mark(source === "genui" ? "View mounted" : "The server's own view mounted");
    holder.frame = view = Object.assign(frame, { kept, revision: opened.revision, tokens: new Map() });
    fill(slot, frame.node);
    place();
    kept.scene ? clearKeep() : offerKeep(details.tool.name, kept.run);
    const messages = restored(kept);
    for (const [method, params] of messages) frame.host.notify(method, params);
    const [, result] = messages.find(([method]) => method === "tool-result") ?? [];
    showResources(result, resourceContext());
  }

  async function closed(kept) {
    await unmount();
    const again = h("button", { type: "button", class: "btn sm", onclick: () => mount(kept) }, "Show it again");
    fill(slot, h("div", { class: "note" }, h("b", {}, "The view closed itself"), again));
  }

  return {
    get frameId() {
      return view?.id;
    },
    mount,
    place,
    /** Show a tool; `details` as the server knows it. */
    async open(next, kept, { sandboxPort, whose }) {
      details = next;
      port = sandboxPort;
      source = whose;
      clearHeard();
      clearResources();
      await mount(kept);
      return true;
    },
    /** Take over new details of the same tool; mounts anew only when the view's bytes have changed. */
    async update(next, kept) {
      details = next;
      if (source !== "genui" || view?.revision === next.revision) return false;
      await mount(kept);
      return true;
    },
    /** Tell the view what has changed; a host that moves its frame for another display mode mounts it anew. */
    setContext: (changes) =>
      changes.displayMode && linkNow().moves ? view && mount(view.kept) : view?.host.setContext(changes),
    look,
    dimensions,
    /** A progress notification of the upstream, to the view that asked for it. */
    progress(params) {
      const token = view?.tokens.get(params.progressToken);
      if (token !== undefined) view.host.progress({ ...params, progressToken: token });
    },
  };
}
