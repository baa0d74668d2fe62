// panel.js: what is known of a view and what passes between it and the host: protocol, findings, spec, history.
import { brief, button, copyButton, counted, fill, find, h, kilobytes } from "./dom.js";

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

/** `now.details` is what the server knows of the view that is shown. */
export function createPanel({ now, onundo }) {
  const tabs = [
    { id: "protocol", label: "Protocol", draw: drawLog, count: () => list.querySelectorAll("details").length },
    { id: "findings", label: "Findings", draw: drawFindings, count: () => findings().length },
    { id: "spec", label: "Spec", draw: drawSpec, count: () => 0 },
    { id: "history", label: "History", draw: drawHistory, count: () => now.details?.ledger.length },
  ];
  const pane = find("#pane");
  let chosen = "protocol";
  /** The log: what passed, and where frames begin. */
  const list = h("div", { id: "log" });
  let seen = [];
  let filter = "";
  const asked = new Map();

  const findings = () => [...seen, ...(now.details?.findings ?? [])];

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
          h("span", { class: "count" }),
        ),
      ),
    );
    pane.setAttribute("aria-labelledby", `tab-${chosen}`);
    updateCounts();
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
    for (const { id, count } of tabs) find(`#tab-${id} .count`).textContent = count() || "";
  };

  function entryNode({ from, message, name, problem, time }) {
    const fromView = from === "view";
    const ontoggle = ({ currentTarget: node }) => {
      if (!node.querySelector("pre")) node.append(h("pre", { tabindex: "0" }, JSON.stringify(message, null, 2)));
    };
    return h(
      "details",
      { class: from, "data-method": name, "data-from": from, ontoggle },
      h(
        "summary",
        {},
        h("span", { class: "way", title: fromView ? "from the view" : "from the host" }, fromView ? "←" : "→"),
        h("span", { class: "what" }, name),
        h("time", {}, clock(time)),
        h("span", { class: "line" }, brief(contentOf(message), 120)),
        problem && h("span", { class: "problem" }, problem),
      ),
    );
  }

  /** Show what is looked for, and where frames begin. */
  const sift = (node) => (node.hidden = !(node.said ?? filter).includes(filter));

  function drawLog() {
    const label = "Filter messages";
    const oninput = ({ target }) => {
      filter = target.value.toLowerCase();
      for (const node of list.children) sift(node);
    };
    const clear = () => {
      list.replaceChildren();
      updateCounts();
    };
    return h(
      "div",
      { class: "log" },
      h(
        "div",
        { class: "row" },
        h("input", { type: "search", class: "find", placeholder: label, "aria-label": label, value: filter, oninput }),
        button("quiet sm", "Clear", clear),
      ),
      list,
    );
  }

  /** Add a message to the log; what breaks the protocol is a finding too. */
  function message(from, value, problem) {
    if (value?.method && value.id !== undefined) asked.set(value.id, value.method);
    const name = nameOf(value, asked);
    if (problem) finding({ rule: "protocol", severity: "warning", message: `${name}: ${problem}` });
    const node = entryNode({ from, message: value, name, problem, time: Date.now() });
    node.said = (name + JSON.stringify(value)).toLowerCase();
    add(node);
  }

  function add(node) {
    const atEnd = pane.scrollTop + pane.clientHeight >= pane.scrollHeight - 40;
    sift(node);
    list.append(node);
    if (list.childElementCount > 500) list.firstElementChild.remove();
    if (atEnd && list.isConnected) pane.scrollTop = pane.scrollHeight;
    updateCounts();
  }

  function finding(found) {
    if (seen.some((each) => each.rule === found.rule && each.message === found.message)) return;
    seen.push(found);
    if (chosen === "findings") choose();
    else updateCounts();
  }

  function drawFindings() {
    if (!now.details) return [];
    const list = findings().map(({ rule, severity, message, where, line, hint }) =>
      h(
        "div",
        { class: "finding", "data-rule": rule },
        h("div", { class: "row" }, h("span", { class: `badge ${SEVERITY[severity] ?? "info"}` }, severity), h("code", {}, rule)),
        h("p", {}, message),
        (where || line) && h("p", { class: "dim small" }, where || `line ${line}`),
        hint && h("p", { class: "dim small" }, hint),
      ),
    );
    const none = h("p", { class: "dim" }, "Nothing to mend: every check passes.");
    const checks = h("div", { class: "stack" }, h("h3", {}, "Checks"), list.length ? list : none);
    return h("div", { class: "pad" }, sizeNode(now.details), checks);
  }

  function drawSpec() {
    const { spec, file } = now.details ?? {};
    if (!spec) return h("p", { class: "pad dim" }, "There is no spec to show.");
    const text = JSON.stringify(spec, null, 2);
    const head = h("div", { class: "row" }, h("code", { class: "dim" }, file), h("span", { class: "push" }), copyButton(text));
    return h("div", { class: "pad" }, head, h("pre", { tabindex: "0" }, text));
  }

  function drawHistory() {
    const { ledger = [], generator = "" } = now.details ?? {};
    const made = generator === "offline" ? "made by rules from the tool's definition" : `made by ${generator}`;
    const told = ledger.length ? ", then changed in these words:" : ". Nothing was changed in words yet.";
    const steps = ledger.map((step, at) => stepNode(step, at, ledger.length - at));
    return h(
      "div",
      { class: "pad" },
      h("p", { class: "dim small" }, `The view was ${made}${told}`),
      h("ol", { class: "stack" }, steps),
    );
  }

  /** A step of the ledger; `back` takes it and the later ones back. */
  const stepNode = ({ feedback, verdict, patch }, at, back) =>
    h(
      "li",
      { class: "step", "data-step": String(at + 1) },
      h("q", { dir: "auto" }, feedback),
      verdict && verdict !== "applied" && h("p", { class: "small" }, verdict),
      h(
        "details",
        {},
        h("summary", {}, counted(patch.length, "change")),
        h("pre", { tabindex: "0" }, patch.map(tellOperation).join("\n")),
      ),
      h(
        "div",
        { class: "row" },
        button("sm", back === 1 ? "Undo" : `Undo this and ${back - 1} later`, () => onundo(back), { "data-undo": back }),
      ),
    );

  return {
    choose,
    message,
    /** Say in the log that a frame begins. */
    mark: (text) => add(h("p", { class: "mark" }, text)),
    finding,
    /** Show another view, or the same one changed; what was seen of the frames before is over where it is `fresh`. */
    show(fresh) {
      if (fresh) seen = [];
      if (chosen === "protocol") updateCounts();
      else choose();
    },
  };
}

const SEVERITY = { error: "bad", warning: "warn" };

function sizeNode({ weight, budget, bytes, code }) {
  const isOver = weight > budget;
  const bar = h("i");
  bar.style.width = `${Math.min(100, (weight / budget) * 100)}%`;
  return h(
    "div",
    { class: "stack", "data-size": "" },
    h("h3", {}, "Size by gzip, without the tool's own data"),
    h(
      "div",
      { class: "row" },
      h("b", {}, `${kilobytes(weight)} of ${kilobytes(budget)}`),
      isOver && h("span", { class: "badge warn" }, "over budget"),
    ),
    h("div", { class: isOver ? "meter over" : "meter" }, bar),
    h("p", { class: "dim small" }, `${kilobytes(bytes)} as served · ${code}`),
  );
}

const tellOperation = ({ op, path, value, from }) => `${op} ${path || "/"} ${from ?? JSON.stringify(value) ?? ""}`.trim();
