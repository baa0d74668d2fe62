// frame.js: a view in its two frames: the sandbox of another origin, and in it the view of no origin.
import { allowOf, createHost } from "./host.js";
import { h } from "./dom.js";
import { hearDialect } from "./dialect.js";
import { sandboxOf } from "./resources.js";

const READY = "ui/notifications/sandbox-proxy-ready";
const TEARDOWN_MS = 1000;

/**
 * Open a document that the server keeps under `id`. `host` is what createHost takes, less its post.
 * Returns { node, id, host, close }.
 */
export function openFrame({ id, port, title, theme, permissions = {}, host: options }) {
  const origin = `http://${location.hostname}:${port}`;
  const node = h("iframe", { title, sandbox: "allow-scripts allow-same-origin", src: `${origin}/${id}/#${theme}` });
  const post = (message) => node.contentWindow?.postMessage(message, origin);
  const host = createHost({ ...options, post });
  const receive = ({ source, origin: from, data }) => {
    if (source !== node.contentWindow || from !== origin) return;
    if (data?.method === READY) {
      const params = { sandbox: sandboxOf("html"), allow: allowOf(permissions), csp: {} };
      post({ jsonrpc: "2.0", method: "ui/notifications/sandbox-resource-ready", params });
    } else if (data?.genui === "draft") options.told.draft?.(data.fields);
    else if (!hearDialect(data, { ...options.dialect, reply: post })) host.receive(data);
  };
  addEventListener("message", receive);
  return {
    node,
    id,
    host,
    restore: (fields) => post({ genui: "restore", fields }),
    async close() {
      await host.teardown(TEARDOWN_MS);
      removeEventListener("message", receive);
      host.close();
      node.remove();
    },
  };
}
