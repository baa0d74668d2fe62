// host.js: the host's side of MCP Apps 2026-01-26 for one view, over postMessage. It draws nothing and knows no server.

export const VERSION = "2026-01-26";
const NOTE = "ui/notifications/";
const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;
const INVALID_REQUEST = -32600;
const INTERNAL_ERROR = -32603;

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const isText = (value) => typeof value === "string";

/** What the params of a request have to be: member → test; a name that ends in ? may be left out. */
const PARAMS = {
  "ui/initialize": { appInfo: isObject, appCapabilities: isObject, protocolVersion: isText },
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

const fault = (code, message, data) => Object.assign(new Error(message), { code, data });

/** Refuse params that the specification does not allow. */
function check(method, params) {
  for (const [name, test] of Object.entries(PARAMS[method] ?? {})) {
    const member = name.replace("?", "");
    const value = params[member];
    if (value === undefined ? name === member : !test(value))
      throw fault(INVALID_PARAMS, `Invalid params for ${method}: ${member}: ${brief(value)}`);
  }
  if (method !== "ui/initialize") return;
  for (const member of ["name", "version"])
    if (!isText(params.appInfo[member]))
      throw fault(
        INVALID_PARAMS,
        `Invalid params for ui/initialize: appInfo.${member}: ${brief(params.appInfo[member])}`,
      );
}

const brief = (value) =>
  value === undefined ? "required, received undefined" : "received " + JSON.stringify(value)?.slice(0, 80);

/**
 * Speak with one view. `post(message)` reaches it; `answers` has a function (params, id) for each method that goes
 * beyond the protocol itself; `told` hears: message(from, message, problem), initialized(), size(params), log(params), teardown().
 * A host may serve more than it declares in its `capabilities`; one that is `early` tells before the view is initialized.
 * `toView` turns a message of the host into those that arrive.
 */
export function createHost({
  info,
  capabilities,
  served = capabilities,
  early = false,
  toView = (message) => [message],
  context,
  post,
  answers,
  told,
}) {
  let stage = "new";
  let lastId = 0;
  const waiting = new Map();
  const held = [];

  const send = (message) => {
    for (const each of toView({ jsonrpc: "2.0", ...message })) {
      told.message("host", each);
      post(each);
    }
  };

  /** Notifications never reach a view before it has said that it is initialized. */
  const notify = (method, params) => {
    if (stage === "ready" || (early && stage === "answered")) send({ method: NOTE + method, params });
    else held.push([method, params]);
  };

  const request = (method, params, timeout) =>
    new Promise((done, fail) => {
      const id = `host-${++lastId}`;
      const timer = setTimeout(() => (waiting.delete(id), fail(fault("TIMEOUT", `no answer to ${method}`))), timeout);
      waiting.set(id, { done, fail, timer });
      send({ id, method, params });
    });

  const setContext = (changes) => {
    Object.assign(context, changes);
    if (stage === "ready") send({ method: NOTE + "host-context-changed", params: changes });
  };

  const own = {
    ping: () => ({}),
    "ui/initialize": () => {
      if (stage !== "new") throw fault(INVALID_REQUEST, "ui/initialize was sent twice");
      stage = "answered";
      return { protocolVersion: VERSION, hostInfo: info, hostCapabilities: capabilities, hostContext: context };
    },
  };

  const start = () => {
    stage = "ready";
    told.initialized();
    release();
  };

  const release = () => {
    for (const [method, params] of held.splice(0)) notify(method, params);
  };

  /** What a view may tell: what is done then, and what would be wrong with it now. */
  const notes = {
    [NOTE + "initialized"]: {
      act: start,
      wrong: () => stage !== "answered" && "initialized, but ui/initialize was not just answered",
    },
    [NOTE + "size-changed"]: { act: (params) => told.size(params) },
    [NOTE + "request-teardown"]: { act: () => told.teardown() },
    "notifications/message": {
      act: (params) => told.log(params),
      wrong: () => !capabilities.logging && "this host does not offer logging",
    },
    "notifications/cancelled": { act: (params) => answers.cancel?.(params.requestId, params.reason) },
  };

  async function respond(id, method, params) {
    try {
      const answer = own[method] ?? answers[method];
      const need = NEEDS[method];
      if (stage === "new" && method !== "ui/initialize" && method !== "ping")
        throw fault(INVALID_REQUEST, `${method} before ui/initialize`);
      if (!answer || (need && !served[need])) throw fault(METHOD_NOT_FOUND, `This host does not offer ${method}`);
      check(method, params);
      send({ id, result: await answer(params, id) });
      if (early && method === "ui/initialize") release();
    } catch (error) {
      const code = Number.isInteger(error.code) ? error.code : INTERNAL_ERROR;
      send({ id, error: { code, message: error.message, ...(error.data === undefined ? {} : { data: error.data }) } });
    }
  }

  function settle({ id, result, error }) {
    const open = waiting.get(id);
    if (!open) return "an answer that nobody asked for";
    waiting.delete(id);
    clearTimeout(open.timer);
    if (error) open.fail(fault(error.code, error.message, error.data));
    else open.done(result);
  }

  /** Take one message of the view. */
  function receive(message) {
    if (!isObject(message) || message.jsonrpc !== "2.0")
      return told.message("view", message, "no JSON-RPC 2.0 message");
    const { id, method } = message;
    const params = isObject(message.params) ? message.params : {};
    if (method === undefined) return told.message("view", message, settle(message));
    if (id !== undefined) {
      told.message("view", message);
      return respond(id, method, params);
    }
    const note = notes[method];
    const early = stage === "new" && `${method} before ui/initialize`;
    const wrong = note ? early || note.wrong?.() : "no notification of this name";
    told.message("view", message, wrong || undefined);
    if (!wrong) note.act(params);
  }

  /** Ask the view to wind up; false when it did not answer. */
  const teardown = (timeout) =>
    stage === "ready"
      ? request("ui/resource-teardown", {}, timeout).then(
          () => true,
          () => false,
        )
      : Promise.resolve(true);

  const close = () => {
    stage = "closed";
    for (const { timer } of waiting.values()) clearTimeout(timer);
    waiting.clear();
  };

  return {
    receive,
    notify,
    request,
    setContext,
    teardown,
    close,
    progress: (params) => send({ method: "notifications/progress", params }),
  };
}
