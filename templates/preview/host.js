// host.js: the host's side of MCP Apps 2026-01-26 for one view, over postMessage. It draws nothing and knows no server.

const NOTE = "ui/notifications/";
export const INVALID_REQUEST = -32600;
const TEARDOWN = "teardown";

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const isText = (value) => typeof value === "string";

/** What the params of a request have to be: the way to a member → test; a name that ends in ? may be left out. */
const PARAMS = {
  "ui/initialize": { "appInfo.name": isText, "appInfo.version": isText, appCapabilities: isObject, protocolVersion: isText },
  "tools/call": { name: isText, "arguments?": isObject },
  "resources/read": { uri: isText },
  "ui/open-link": { url: isText },
  "ui/message": { role: (role) => role === "user", content: Array.isArray },
  "ui/update-model-context": { "content?": Array.isArray, "structuredContent?": isObject },
  "ui/request-display-mode": { mode: (mode) => ["inline", "fullscreen", "pip"].includes(mode) },
  "ui/download-file": { contents: Array.isArray },
};

/** The capability that a host has to have declared for a request. */
const NEEDS = {
  "tools/call": "serverTools",
  "resources/read": "serverResources",
  "resources/list": "serverResources",
  "resources/templates/list": "serverResources",
  "ui/open-link": "openLinks",
  "ui/message": "message",
  "ui/update-model-context": "updateModelContext",
  "ui/download-file": "downloadFile",
};

export const fault = (code, message, data) => Object.assign(new Error(message), { code, data });

/** Refuse params that the specification does not allow. */
function check(method, params) {
  for (const [name, test] of Object.entries(PARAMS[method] ?? {})) {
    const member = name.replace("?", "");
    const value = member.split(".").reduce((within, part) => within?.[part], params);
    if (value === undefined ? name === member : !test(value))
      throw fault(-32602, `Invalid params for ${method}: ${member}: ${brief(value)}`);
  }
}

const brief = (value) =>
  value === undefined ? "required, received undefined" : "received " + JSON.stringify(value)?.slice(0, 80);

/** What a view may be let use of the device (ui.permissions), by the feature that a frame's `allow` names. */
const FEATURES = {
  camera: "camera",
  microphone: "microphone",
  geolocation: "geolocation",
  clipboardWrite: "clipboard-write",
};

/** The value of a frame's `allow` for permissions {name: …}. */
export const allowOf = (permissions) =>
  Object.keys(permissions ?? {})
    .map((name) => FEATURES[name])
    .filter(Boolean)
    .join("; ");

/**
 * Speak with one view. `post(message)` reaches it; `answers` has a function (params, id) for each method that goes
 * beyond the protocol itself; `told` hears message(from, message, problem) and, where it wants to, initialized(),
 * size(params), log(params), teardown() and cancelled(params).
 * `link` is what is between the two (faults.js): a host may serve more than it declares; one that is early tells before
 * the view is initialized; `toView` turns a message of the host into those that arrive.
 */
export function createHost({ info, link, served, post, answers, told }) {
  const { declared, early, context } = link;
  let stage = "new";
  /** What is called when the view has answered that it winds up: the one thing that a host asks of it. */
  let ended;
  const held = [];

  const send = (message) => {
    for (const each of link.toView({ jsonrpc: "2.0", ...message })) {
      told.message("host", each);
      post(each);
    }
  };

  /** Notifications never reach a view before it has said that it is initialized. */
  const notify = (method, params) => {
    if (stage === "ready" || (early && stage === "answered")) send({ method: NOTE + method, params });
    else held.push([method, params]);
  };

  const own = {
    ping: () => ({}),
    "ui/initialize": () => {
      if (stage !== "new") throw fault(INVALID_REQUEST, "ui/initialize was sent twice");
      stage = "answered";
      return { protocolVersion: "2026-01-26", hostInfo: info, hostCapabilities: declared, hostContext: context };
    },
  };

  const release = () => {
    for (const [method, params] of held.splice(0)) notify(method, params);
  };

  /** What a view may tell: who is told of it, and what would be wrong with it now. */
  const notes = {
    __proto__: null,
    [NOTE + "initialized"]: [ready, () => stage !== "answered" && "initialized, but ui/initialize was not just answered"],
    [NOTE + "size-changed"]: [told.size],
    [NOTE + "request-teardown"]: [told.teardown],
    "notifications/message": [told.log, () => !declared.logging && "this host does not offer logging"],
    "notifications/cancelled": [told.cancelled],
  };
  const UNKNOWN = [undefined, () => "no notification of this name"];

  function ready() {
    stage = "ready";
    told.initialized?.();
    release();
  }

  async function respond(id, method, params) {
    try {
      const answer = own[method] ?? answers[method];
      const need = NEEDS[method];
      if (stage === "new" && method !== "ui/initialize" && method !== "ping")
        throw fault(INVALID_REQUEST, `${method} before ui/initialize`);
      if (!answer || (need && !served[need])) throw fault(-32601, `This host does not offer ${method}`);
      check(method, params);
      send({ id, result: await answer(params, id) });
      if (early && method === "ui/initialize") release();
    } catch (error) {
      const code = Number.isInteger(error.code) ? error.code : -32603;
      send({ id, error: { code, message: error.message, ...(error.data === undefined ? {} : { data: error.data }) } });
    }
  }

  /** Take one message of the view. */
  function receive(message) {
    if (!isObject(message) || message.jsonrpc !== "2.0")
      return told.message("view", message, "no JSON-RPC 2.0 message");
    const { id, method } = message;
    const params = isObject(message.params) ? message.params : {};
    if (method === undefined) {
      const asked = id === TEARDOWN && ended;
      told.message("view", message, asked ? undefined : "an answer that nobody asked for");
      return asked && ended();
    }
    if (id !== undefined) {
      told.message("view", message);
      return respond(id, method, params);
    }
    const [act, wrong] = notes[method] ?? UNKNOWN;
    const problem = stage === "new" ? `${method} before ui/initialize` : wrong?.();
    told.message("view", message, problem);
    if (!problem) act?.(params);
  }

  /** Ask the view to wind up, and wait so long for its answer. */
  const teardown = (timeout) =>
    new Promise((done) => {
      if (stage !== "ready") return done();
      ended = done;
      setTimeout(done, timeout);
      send({ id: TEARDOWN, method: "ui/resource-teardown", params: {} });
    });

  return {
    receive,
    notify,
    teardown,
    setContext(changes) {
      Object.assign(context, changes);
      if (stage === "ready") notify("host-context-changed", changes);
    },
    progress: (params) => send({ method: "notifications/progress", params }),
  };
}
