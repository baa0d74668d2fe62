// stage.js: the view on the stage: mounted, fed, and fed again with the same input and result after each change.
import { post } from "./api.js";
import { button, fill, find, h } from "./dom.js";
import { linkOf } from "./faults.js";
import { openFrame } from "./frame.js";
import { fault, INVALID_REQUEST } from "./host.js";
import { clearHeard, heardAnswers } from "./heard.js";
import { offerKeep } from "./keep.js";
import { clearResources, kindOf, resourceNode, showResources, textOf } from "./resources.js";
import { capabilitiesOf, MODES, played, variablesOf } from "./toolbar.js";

const MAX_HEIGHT = 4000;
const FORWARDED = ["tools/call", "resources/read", "resources/list", "resources/templates/list", "prompts/list"];

/** What a request of a frame is called on the server. */
const keyOf = (frame, id) => `${frame.id}-${id}`;

/**
 * `now` is what is shown, `settings` what the host is like; `panel` is told what passes, `onrun()` when the view has run
 * its tool, `onmode(mode)` when it wants another display mode.
 */
export function createStage({ now, panel, settings, onrun, onmode }) {
  const slot = find("#slot");
  const canvas = find("#canvas");
  let view = null;
  let turn = 0;
  let keys = 0;
  let height = 0;

  /** The known host that is played. */
  const hostNow = () => now.state.hosts[settings.host];
  const room = () => Math.max(240, canvas.clientWidth - 32);
  const widthOf = () => (settings.width === "full" ? room() : Number(settings.width));

  const dimensions = () =>
    settings.mode === "fullscreen"
      ? { width: canvas.clientWidth, height: canvas.clientHeight }
      : settings.mode === "pip"
        ? { width: 320, height: 240 }
        : Number(settings.width) === hostNow()?.frame.width
          ? hostNow().context.containerDimensions
          : { width: widthOf(), maxHeight: hostNow()?.frame.most ?? MAX_HEIGHT };

  const modesNow = () => hostNow()?.modes ?? MODES.map(([mode]) => mode);

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
    availableDisplayModes: modesNow(),
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
    const { context = {}, omits, contextOmits = [], frame, faults = [] } = hostNow() ?? {};
    const whole = { ...contextOf(now.details.tool), ...(context.userAgent && { userAgent: context.userAgent }) };
    for (const name of contextOmits) delete whole[name];
    const inline = settings.mode === "inline" ? frame : {};
    const own = { height: 160, most: MAX_HEIGHT, ...inline, width: dimensions().width ?? widthOf() };
    const declared = { ...capabilitiesOf(settings), sandbox: {} };
    return linkOf({ context: whole, declared, modes: modesNow(), frame: own, omits, faults: [...faults, ...settings.faults] });
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
  async function callTool(frame, params, id) {
    const { kept } = frame;
    const tool = now.state.tools.find(({ name }) => name === params.name);
    if (tool?.visibility && !tool.visibility.includes("app"))
      throw fault(INVALID_REQUEST, `${params.name} is not for views: its visibility lacks "app"`);
    const key = keyOf(frame, id);
    const token = params._meta?.progressToken;
    const asked = token === undefined ? params : { ...params, _meta: { ...params._meta, progressToken: key } };
    frame.tokens.set(key, token);
    const answer = ask("tools/call", asked, key).finally(() => frame.tokens.delete(key));
    if (!kept || params.name !== now.details.tool.name) return answer;
    const run = { arguments: params.arguments ?? {} };
    Object.assign(kept, { scene: null, run, draft: null });
    onrun();
    deliver(frame, run, await answer.catch(failed));
    return answer;
  }

  const failed = ({ message }) => ({ isError: true, content: [{ type: "text", text: message }] });

  /** Remember a result; when the view that asked has been replaced meanwhile, the new one is told. */
  function deliver(frame, run, result) {
    const { kept } = frame;
    run.result = result;
    if (kept.run !== run || view?.kept !== kept) return;
    offerKeep(now.details.tool.name, kept);
    if (view !== frame) view.host.notify("tool-result", result);
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
  function answersFor(frame, link, allow) {
    const forwarded = (method) => async (params, id) => {
      await allow(method, params);
      return method === "tools/call" ? callTool(frame, params, id) : ask(method, params);
    };
    return {
      ...heardAnswers,
      ...(link.deaf && { "ui/update-model-context": () => ({}) }),
      ...Object.fromEntries(FORWARDED.map((method) => [method, forwarded(method)])),
      "ui/request-display-mode"({ mode }) {
        if (!link.granted.includes(mode)) return { mode: settings.mode };
        onmode(mode);
        return { mode };
      },
    };
  }

  /** What createHost needs, for the view or for a resource in a result. */
  function hostOptions(frame, { link = linkNow(), told = {}, renderData = null, allow = () => {} } = {}) {
    const answers = answersFor(frame, link, allow);
    /** What a resource asks in the dialect of mcp-ui. */
    const perform = async (method, params) => {
      const id = `action-${++keys}`;
      panel.message("view", { id, method, params });
      const result = await answers[method]?.(params, id);
      panel.message("host", { id, result: result ?? {} });
      return result;
    };
    const cancelled = ({ requestId, reason = "" }) =>
      post("api/cancel", { key: keyOf(frame, requestId), reason: String(reason) }).catch(() => {});
    const { info = { name: "genui preview", version: "1.0.0" }, served = {}, declared = served } = hostNow() ?? {};
    const unsaid = Object.entries(served).filter(([name]) => !declared[name]);
    return {
      info,
      link,
      served: { ...capabilitiesOf(settings), ...Object.fromEntries(unsaid) },
      answers,
      dialect: { perform, renderData, size: (params) => told.size?.(params) },
      told: { message: panel.message, cancelled, ...told },
    };
  }

  const resourceContext = () => ({ port: now.state.sandboxPort, theme: settings.theme, hostOptions });

  function resized(params) {
    if (!(params.height > 0)) return;
    const { raw, most, extra = 0 } = linkNow().frame;
    height = Math.min(raw ? Infinity : most, Math.ceil(params.height) + extra);
    place();
  }

  /** The document to show: genui's view, or the server's own. */
  async function documentOf({ tool, own }) {
    if (now.source === "genui") return post("api/frame", { tool: tool.name });
    const { contents = [] } = await ask("resources/read", { uri: own });
    const resource = contents.find(({ uri }) => uri === own) ?? contents[0] ?? {};
    if (kindOf(resource.mimeType) !== "html")
      return { node: await resourceNode({ uri: own, ...resource }, resourceContext()) };
    const ui = resource._meta?.ui ?? {};
    return { ...(await post("api/frame", { html: textOf(resource), csp: ui.csp })), permissions: ui.permissions };
  }

  /** The messages that bring a fresh view to where the last one was. */
  function restored(kept) {
    if (kept.scene) return played(kept.scene, now.details.examples[kept.example]);
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
    const { id, revision, permissions, node } = await documentOf(now.details);
    if (mine !== turn) return;
    await unmount();
    if (mine !== turn) return;
    if (node) return void fill(slot, node);
    const link = linkNow();
    const { name } = now.details.tool;
    const { draft } = kept;
    const frame = { id, kept, revision, tokens: new Map() };
    const told = {
      size: resized,
      teardown: () => closed(kept),
      draft: (fields) => (kept.draft = fields),
      initialized() {
        frame.node.style.visibility = "";
        // After what the view is told on being initialized.
        setTimeout(() => (again < (link.frame.remounts ?? 0) ? mount(kept, again + 1) : draft && view?.restore(draft)));
      },
    };
    const { sandboxPort: port } = now.state;
    const host = hostOptions(frame, { told, link });
    view = openFrame(frame, { port, title: `View of ${name}`, theme: settings.theme, permissions, host });
    if (link.frame.hidden) frame.node.style.visibility = "hidden";
    height = link.frame.height;
    panel.mark(now.source === "genui" ? "View mounted" : "The server's own view mounted");
    fill(slot, frame.node);
    place();
    offerKeep(name, kept);
    const messages = restored(kept);
    for (const [method, params] of messages) frame.host.notify(method, params);
    const [, result] = messages.find(([method]) => method === "tool-result") ?? [];
    showResources(result, resourceContext());
  }

  async function closed(kept) {
    await unmount();
    const again = button("sm", "Show it again", () => mount(kept));
    fill(slot, h("div", { class: "note" }, h("b", {}, "The view closed itself"), again));
  }

  return {
    get frameId() {
      return view?.id;
    },
    mount,
    place,
    /** Show a tool. */
    async open(kept) {
      clearHeard();
      clearResources();
      await mount(kept);
      return true;
    },
    /** Show what has changed of the same tool; mounts anew only when the view's bytes have changed. */
    async update(kept) {
      if (now.source !== "genui" || view?.revision === now.details.revision) return false;
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
