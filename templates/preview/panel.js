// panel.js: what is known of a view and what passes between it and the host: protocol, findings, spec, history.
import { brief, copyButton, counted, fill, find, h, kilobytes } from "./dom.js";

const MAX_ENTRIES = 500;

const clock = (time) =>
  new Date(time)
    .toLocaleTimeString("en-GB", { minute: "2-digit", second: "2-digit", fractionalSecondDigits: 3 })
    .slice(-9);

/** The method of a message, or of the request that it answers. */
function nameOf(message, asked) {
  if (message?.method) return message.method;
  const name = asked.get(message?.id) ?? "";
  return message && "error" in message ? `${name} refused` : `${name} answered`;
}

const contentOf = (message) => message?.params ?? message?.result ?? message?.error ?? (message?.method ? {} : message);

export function createPanel({ onundo }) {
  const tabs = [
    { id: "protocol", label: "Protocol", draw: drawLog, count: () => log.filter((entry) => !entry.mark).length || "" },
    { id: "findings", label: "Findings", draw: drawFindings, count: () => findings().length || "" },
    { id: "spec", label: "Spec", draw: drawSpec, count: () => "" },
    { id: "history", label: "History", draw: drawHistory, count: () => details?.ledger.length || "" },
  ];
  const pane = find("#pane");
  let chosen = "protocol";
  let details = null;
  let log = [];
  let seen = [];
  let filter = "";
  const asked = new Map();

  const findings = () => [...seen, ...(details?.findings ?? [])];

  function drawTabs() {
    fill(
      find("#tabs"),
      tabs.map(({ id, label, count }) =>
        h(
          "button",
          {
            type: "button",
            role: "tab",
            id: `tab-${id}`,
            "data-tab": id,
            "aria-selected": String(id === chosen),
            "aria-controls": "pane",
            tabindex: id === chosen ? "0" : "-1",
            onclick: () => choose(id),
            onkeydown: step,
          },
          label,
          h("span", { class: "count" }, String(count())),
        ),
      ),
    );
    pane.setAttribute("aria-labelledby", `tab-${chosen}`);
  }

  function step(event) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const at = tabs.findIndex(({ id }) => id === chosen);
    choose(tabs[(at + by + tabs.length) % tabs.length].id);
    find(`#tab-${chosen}`).focus();
  }

  /** Show a tab, or the chosen one anew. */
  function choose(id = chosen) {
    chosen = id;
    drawTabs();
    fill(pane, tabs.find(({ id }) => id === chosen).draw());
    if (chosen === "protocol") pane.scrollTop = pane.scrollHeight;
  }

  const updateCounts = () => {
    for (const { id, count } of tabs) find(`#tab-${id} .count`).textContent = String(count());
  };

  function entryNode({ from, message, name, problem, time }) {
    const raw = () => JSON.stringify(message, null, 2) ?? "undefined";
    const node = h(
      "details",
      { class: from, "data-method": name, "data-from": from },
      h(
        "summary",
        {},
        h(
          "span",
          { class: "way", title: from === "view" ? "from the view" : "from the host" },
          from === "view" ? "←" : "→",
        ),
        h("span", { class: "what" }, name),
        h("time", {}, clock(time)),
        h("span", { class: "line" }, brief(contentOf(message), 120)),
        problem ? h("span", { class: "problem" }, problem) : null,
      ),
    );
    node.addEventListener(
      "toggle",
      () => node.open && node.children.length === 1 && node.append(h("pre", { tabindex: "0" }, raw())),
    );
    return node;
  }

  const nodeOf = (entry) => (entry.mark ? h("p", { class: "mark" }, entry.mark) : entryNode(entry));

  const wanted = (entry) =>
    !filter || entry.mark || (entry.name + JSON.stringify(entry.message)).toLowerCase().includes(filter);

  function drawLog() {
    const list = h("div", { id: "log" }, log.filter(wanted).map(nodeOf));
    const search = h("input", {
      type: "search",
      class: "find",
      placeholder: "Filter messages",
      "aria-label": "Filter messages",
      value: filter,
    });
    search.addEventListener("input", () => {
      filter = search.value.toLowerCase();
      fill(list, log.filter(wanted).map(nodeOf));
    });
    const clear = h("button", { type: "button", class: "btn quiet sm", onclick: () => ((log = []), choose()) }, "Clear");
    return h("div", { class: "log" }, h("div", { class: "row" }, search, clear), list);
  }

  /** Add a message to the log; what breaks the protocol is a finding too. */
  function message(from, value, problem) {
    if (value?.method && value.id !== undefined) asked.set(value.id, value.method);
    const name = nameOf(value, asked);
    if (problem) finding({ rule: "protocol", severity: "warning", message: `${name}: ${problem}` });
    add({ from, message: value, name, problem, time: Date.now() });
  }

  function add(entry) {
    log = [...log, entry].slice(-MAX_ENTRIES);
    const list = find("#log");
    if (list && wanted(entry)) {
      const atEnd = pane.scrollTop + pane.clientHeight >= pane.scrollHeight - 40;
      list.append(nodeOf(entry));
      if (list.childElementCount > MAX_ENTRIES) list.firstElementChild.remove();
      if (atEnd) pane.scrollTop = pane.scrollHeight;
    }
    updateCounts();
  }

  function finding(found) {
    if (seen.some((each) => each.rule === found.rule && each.message === found.message)) return;
    seen.push(found);
    if (chosen === "findings") choose();
    else updateCounts();
  }

  function drawFindings() {
    if (!details) return [];
    const list = findings().map((found) =>
      h(
        "div",
        { class: "finding", "data-rule": found.rule },
        h(
          "div",
          { class: "row" },
          h(
            "span",
            { class: "badge " + ({ error: "bad", warning: "warn" }[found.severity] ?? "info") },
            found.severity,
          ),
          h("code", {}, found.rule),
        ),
        h("p", {}, found.message),
        found.where || found.line ? h("p", { class: "dim small" }, found.where || `line ${found.line}`) : null,
        found.hint ? h("p", { class: "dim small" }, found.hint) : null,
      ),
    );
    const none = h("p", { class: "dim" }, "Nothing to mend: every check passes.");
    return h(
      "div",
      { class: "pad" },
      drawSize(),
      h("div", { class: "stack" }, h("h3", {}, "Checks"), list.length ? list : none),
    );
  }

  function drawSize() {
    const { weight, budget, bytes, code } = details;
    const share = Math.min(100, (weight / budget) * 100);
    const bar = h("i");
    bar.style.width = `${share}%`;
    const said = `${kilobytes(weight)} of ${kilobytes(budget)}`;
    return h(
      "div",
      { class: "stack", "data-size": "" },
      h("h3", {}, "Size by gzip, without the tool's own data"),
      h(
        "div",
        { class: "row" },
        h("b", {}, said),
        weight > budget ? h("span", { class: "badge warn" }, "over budget") : null,
      ),
      h("div", { class: "meter" + (weight > budget ? " over" : "") }, bar),
      h("p", { class: "dim small" }, `${kilobytes(bytes)} as served · ${code}`),
    );
  }

  function drawSpec() {
    if (!details?.spec) return h("p", { class: "pad dim" }, "There is no spec to show.");
    const text = JSON.stringify(details.spec, null, 2);
    return h(
      "div",
      { class: "pad" },
      h(
        "div",
        { class: "row" },
        h("code", { class: "dim" }, details.file),
        h("span", { class: "push" }),
        copyButton(() => text),
      ),
      h("pre", { tabindex: "0" }, text),
    );
  }

  function drawHistory() {
    const { ledger = [], generator = "" } = details ?? {};
    const steps = ledger.map((step, at) => {
      const back = ledger.length - at;
      return h(
        "li",
        { class: "step", "data-step": String(at + 1) },
        h("q", { dir: "auto" }, step.feedback),
        step.verdict && step.verdict !== "applied" ? h("p", { class: "small" }, step.verdict) : null,
        h(
          "details",
          {},
          h("summary", {}, counted(step.patch.length, "change")),
          h("pre", { tabindex: "0" }, step.patch.map(tellOperation).join("\n")),
        ),
        h(
          "div",
          { class: "row" },
          h(
            "button",
            { type: "button", class: "btn sm", "data-undo": String(back), onclick: () => onundo(back) },
            back === 1 ? "Undo" : `Undo this and ${back - 1} later`,
          ),
        ),
      );
    });
    const made = generator === "offline" ? "made by rules from the tool's definition" : `made by ${generator}`;
    const first = h(
      "p",
      { class: "dim small" },
      `The view was ${made}${ledger.length ? ", then changed in these words:" : ". Nothing was changed in words yet."}`,
    );
    return h("div", { class: "pad" }, first, h("ol", { class: "stack" }, steps));
  }

  return {
    choose,
    message,
    /** Say in the log that a frame begins. */
    mark: (text) => add({ mark: text }),
    finding,
    /** Show another view, or the same one changed; what was seen of the frames before is over. */
    show(next, { fresh = false } = {}) {
      details = next;
      if (fresh) seen = [];
      if (chosen === "protocol") updateCounts();
      else choose();
    },
  };
}

const tellOperation = ({ op, path, value, from }) => {
  const what = from ?? (value === undefined ? "" : JSON.stringify(value));
  return `${op} ${path || "/"} ${what}`.trim();
};
