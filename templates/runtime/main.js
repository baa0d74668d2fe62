// main.js: boots the page, listens to the host, and runs the tool.
// needs: dom.js labels.js format.js bridge.js form.js result.js states.js foot.js host.js

const HOST_PATIENCE = 1500;
const SKELETON_AFTER = 200;

/** What a view is made of; everything that changes while it lives is here. */
function createView({ tool, spec, form, example }) {
  const { words } = form;
  const { title } = words;
  const [, version] = /genui (\S+)/.exec(document.querySelector("meta[name=generator]")?.content ?? "") ?? [];
  const app = new App({ name: tool.name, version: version ?? "1.0.0", title }, {}, { autoResize: true });
  return {
    tool,
    spec,
    plan: form,
    example,
    words,
    title,
    app,
    root: document.querySelector("main"),
    heading: document.querySelector("h1"),
    last: null,
    running: null,
  };
}

const setState = (state) => (document.documentElement.dataset.state = state);

/** Put the parts into the page: heading, run line with the form in it, result, status. */
function layOut(view) {
  view.form = createForm({
    plan: view.plan,
    onsubmit: (args) => runTool(view, args),
    zone: () => view.app.getHostContext()?.timeZone
  });
  view.values = h("b", { dir: "auto" });
  view.summary = h("summary", {}, view.values, h("span", { class: "edit" }, "Edit"));
  view.limits = h("div", { class: "stack", hidden: true });
  view.run = h(
    "details",
    { class: "run fresh", open: true, ontoggle: () => view.run.open && noteOpened(view.summary) },
    view.summary,
    view.form.node,
    view.limits,
  );
  view.out = h("div", { class: "stack out" });
  view.progress = h("div", { class: "stack" }, skeleton());
  view.status = h("p", { class: "sr", role: "status" });
  const parts = [view.run, view.progress, view.out];
  if (view.spec.form?.position === "bottom") parts.push(parts.shift());
  view.heading.textContent = view.title;
  view.root.replaceChildren(view.heading, ...parts, view.status);
}

/** After a run the form is one line of the values that were sent. */
function foldForm(view, args) {
  const inside = view.hadFocus || view.run.contains(document.activeElement);
  view.hadFocus = false;
  view.values.textContent = view.form.summary(args) || view.title;
  view.run.classList.remove("fresh");
  view.heading.classList.add("sr");
  view.run.open = false;
  if (inside) view.summary.focus();
}

function openForm(view) {
  view.run.open = true;
  view.form.node.querySelector("input,select,textarea,button")?.focus();
}

const announce = (view, text) => (view.status.textContent = text);

/** Show that a run is under way; a former result stays, dimmed. */
function showRunning(view, args, oncancel) {
  endRunning(view);
  setState("running");
  const line = runningLine(view.words.doing, view.form.summary(args), oncancel);
  view.out.classList.add("old");
  view.out.setAttribute("aria-busy", "true");
  const late = setTimeout(() => view.out.firstChild || view.progress.append(skeleton()), SKELETON_AFTER);
  view.progress.replaceChildren(line.node);
  view.progress.hidden = false;
  view.running = { args, stop: () => (line.stop(), clearTimeout(late)) };
  announce(view, view.words.doing);
}

function endRunning(view) {
  view.running?.stop();
  view.running = null;
  view.progress.replaceChildren();
  view.progress.hidden = true;
  view.out.classList.remove("old");
  view.out.removeAttribute("aria-busy");
}

/** Our own run: callServerTool returns the result, it fires no event. */
async function runTool(view, args) {
  if (!canRun(view)) return announce(view, "The tool cannot be run from here.");
  const stop = new AbortController();
  const stopped = new Promise((_, reject) => stop.signal.addEventListener("abort", () => reject(stop.signal.reason)));
  view.hadFocus = view.run.contains(document.activeElement);
  showRunning(view, args, () => stop.abort());
  const mine = view.running;
  view.form.busy(true);
  try {
    const result = await Promise.race([
      view.app.callServerTool({ name: view.tool.name, arguments: args }, { signal: stop.signal }),
      stopped,
    ]);
    if (view.running === mine) guarded(view, () => showResult(view, result, args))(result);
    tellModel(view, args, result);
  } catch (fault) {
    if (view.running !== mine) return;
    if (stop.signal.aborted) showCancelled(view, "", args);
    else showFault(view, faultText(fault), args);
  } finally {
    view.form.busy(false);
  }
}

const faultText = (fault) =>
  [fault?.message ?? String(fault), fault?.data && pretty(fault.data)].filter(Boolean).join("\n");
const canRun = (view) => Boolean(view.app.getHostCapabilities()?.serverTools);

/** The model learns what the user ran, where the host lets it. */
function tellModel(view, args, result) {
  const able = view.app.getHostCapabilities()?.updateModelContext;
  if (!able || view.spec.context === false) return;
  const { text, structured } = readResult(result);
  const said = cut(structured ? JSON.stringify(structured) : text, 4000);
  const words = `In the view of ${view.tool.name} the user ran it with ${JSON.stringify(args)}. Result: ${said || "empty"}`;
  const context = { content: [{ type: "text", text: words }] };
  if (able.structuredContent && structured && said.length < 4000)
    context.structuredContent = { tool: view.tool.name, arguments: args, result: structured };
  view.app.updateModelContext(context).catch(() => {});
}

/** Show a result in its place, whatever it is; `args` is what it was made from, when known. */
function showResult(view, result, args = view.running?.args) {
  endRunning(view);
  view.last = { result, args };
  const read = readResult(result);
  if (result === null || typeof result !== "object" || Array.isArray(result))
    return showFault(view, "The answer is no tool result: " + cut(pretty(result) ?? "", 2000), args);
  if (read.state === "error") return showFault(view, errorText(read), args);
  const section = drawResult(view, result, read, args);
  view.out.replaceChildren(section);
  foldForm(view, args);
  setState("result");
  announce(view, loadedText(view, read));
}

const errorText = (read) => read.text || (read.structured ? pretty(read.structured) : "");

function drawResult(view, result, read, args) {
  locality.used = false;
  const section = renderResult(result, args ?? {}, {
    app: view.app,
    tool: view.tool,
    spec: view.spec,
    announce: (text) => announce(view, text),
  });
  const asked = args && view.form.summary(args);
  if (!section.childElementCount) {
    section.dataset.empty = "";
    const edit = view.plan.said.length ? () => openForm(view) : null;
    section.append(emptyNote(view.words.nothing, asked, factsOf(read.data), edit));
  }
  if (read.bytes > 1e5) section.dataset.large = "";
  section.append(...resultFoot(result, read, footText(read), { raw: view.spec.raw !== false }));
  return section;
}

/** What an empty answer says besides. */
const factsOf = (value) =>
  Object.entries(Object(value)).flatMap(([name, each]) => {
    if (each && typeof each === "object") return factsOf(each);
    return each === true || each === null ? [] : [`${labelOf(name)} ${textOf(each)}`];
  });

/** "Zurich time · 6.2 KB" */
function footText(read) {
  const place = locality.used && locality.timeZone?.split("/").at(-1).replaceAll("_", " ");
  const zone = place && (place === "UTC" ? place : place + " time");
  return [zone, read.bytes >= 1000 && formatValue(read.bytes, "bytes")].filter(Boolean).join(" · ");
}

function loadedText(view, read) {
  const rows = Array.isArray(read.data) ? read.data : Object.values(Object(read.data)).find(Array.isArray);
  return read.state === "empty"
    ? view.words.nothing
    : rows
      ? plural(rows.length, "item") + " loaded"
      : "Result loaded";
}

function showNote(view, node, state, args) {
  endRunning(view);
  view.out.replaceChildren(h("section", { "data-result": "" }, node));
  if (args) foldForm(view, args);
  setState(state);
}

const again = (view, args) => (canRun(view) && args ? () => runTool(view, args) : null);

function showFault(view, raw, args) {
  const edit = () => openForm(view);
  showNote(
    view,
    errorNote({
      raw,
      title: view.title,
      kept: args && view.form.summary(args).replaceAll(" · ", ", "),
      onretry: again(view, args),
      onedit: edit,
    }),
    "error",
    args,
  );
}

function showCancelled(view, reason, args = view.running?.args) {
  showNote(view, cancelledNote(reason, again(view, args)), "cancelled", args);
}

/** The host's own run: its input fills the form, which stays usable. */
function hostInput(view, args) {
  view.form.fill(args);
  if (Object.keys(args).length || !view.plan.said.length) foldForm(view, args);
  showRunning(view, args, null);
}

/** A fault in our own code must not leave the page blank. */
const guarded = (view, work) => (value) => {
  try {
    return work(value ?? {});
  } catch (fault) {
    console.error("genui:", fault);
    const raw = h("pre", { class: "wrap", dir: "auto" }, cut(pretty(value) ?? "", 1e5));
    view.out.replaceChildren(
      h(
        "section",
        { "data-result": "" },
        note("bad", { role: "alert" }, "This result could not be drawn", ["It follows as it came."]),
        raw,
      ),
    );
    setState("result");
  }
};

function listen(view) {
  const { app } = view;
  document.addEventListener("keydown", foldLast);
  app.ontoolinput = guarded(view, (input) => hostInput(view, Object(input.arguments)));
  app.ontoolinputpartial = guarded(view, (input) => view.form.fill(Object(input.arguments), true));
  app.ontoolresult = guarded(view, (result) => showResult(view, result));
  app.ontoolcancelled = guarded(view, ({ reason }) => showCancelled(view, reason));
  app.onhostcontextchanged = guarded(view, () => hostChanged(view));
  app.onteardown = () => {
    endRunning(view);
    document.removeEventListener("keydown", foldLast);
    view.form.destroy?.();
    return {};
  };
}

/** Theme and sizes live in CSS; a new locale or time zone redraws what is formatted. */
function hostChanged(view) {
  const redraw = applyHost(view.app.getHostContext() ?? {}, view.spec);
  if (redraw) view.form.redraw();
  if (redraw && view.last && document.documentElement.dataset.state === "result") {
    const { result, args } = view.last;
    view.out.replaceChildren(drawResult(view, result, readResult(result), args));
  }
}

/** Where no host answers, say what this page is and show its example. */
function showOutside(view) {
  endRunning(view);
  view.heading.after(outsideNote(view.title));
  const { arguments: args, result } = view.example ?? {};
  if (args) view.form.fill(args);
  setState("ready");
  if (result) showResult(view, result, args);
}

function showLimits(view) {
  const outside = view.root.querySelector('[data-component="outside"]');
  if (outside) {
    outside.remove();
    view.out.replaceChildren();
    view.last = null;
    view.run.open = true;
    setState("waiting");
  }
  if (canRun(view)) return;
  view.limits.hidden = false;
  view.limits.replaceChildren(
    h(
      "p",
      { class: "small dim" },
      "This host does not let views run tools: ask the assistant to run it with other values.",
    ),
  );
}

async function boot() {
  const view = createView(JSON.parse(document.getElementById("view-data").textContent));
  layOut(view);
  applyHost({}, view.spec);
  listen(view);
  const late = setTimeout(
    guarded(view, () => showOutside(view)),
    parent === window ? 0 : HOST_PATIENCE,
  );
  try {
    await view.app.connect();
  } catch (fault) {
    return console.info("genui: no host,", fault.message);
  }
  clearTimeout(late);
  showLimits(view);
  hostChanged(view);
  if (document.documentElement.dataset.state !== "waiting") return;
  endRunning(view);
  setState("ready");
}

boot();
