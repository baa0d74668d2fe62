// sandbox.js: stands between the page and a view (MCP Apps 2026-01-26, "Sandbox proxy"). Its origin knows no token.
"use strict";

const SANDBOX = "ui/notifications/sandbox-";

let inner = null;
let page = "*";

/** The view's own frame. Its text comes from this origin, since only a header can carry its policy into an opaque origin. */
function load({ sandbox, allow }) {
  inner = document.createElement("iframe");
  inner.title = "View";
  inner.setAttribute("sandbox", sandbox || "allow-scripts");
  if (allow) inner.allow = allow;
  inner.src = "view";
  document.body.append(inner);
}

addEventListener("message", ({ source, origin, data }) => {
  if (source === parent) {
    if (data?.method === SANDBOX + "resource-ready") {
      page = origin;
      if (!inner) load(data.params ?? {});
    } else inner?.contentWindow.postMessage(data, "*");
  } else if (inner && source === inner.contentWindow && !String(data?.method).startsWith(SANDBOX)) {
    parent.postMessage(data, page);
  }
});

// A frame whose scheme differs from its page's is painted white until its view is there.
document.documentElement.style.colorScheme = location.hash === "#dark" ? "dark" : "light";
parent.postMessage({ jsonrpc: "2.0", method: SANDBOX + "proxy-ready", params: {} }, "*");
