// main.js: builds the page of a view, listens to the host, and runs the tool.

import { runAgain } from "./actions.js";
import { createBridge, logFault, tellSize } from "./bridge.js";
import { lookForLiterals, readResult } from "./data.js";
import { h, hostCan, say, visible } from "./dom.js";
import { errorText, faultOf, faultText } from "./faults.js";
import { createFold } from "./fold.js";
import { focusFirst } from "./form-node.js";
import { createForm, summaryOf } from "./form.js";
import { cut, entriesOf, isList, isNested, isPlain, isText, keys, locality, plural, pretty, setLocale, textOf, valuesOf } from "./format.js";
import { labelOf } from "./labels.js";
import { renderResult } from "./draw.js";
import { cancelledNote, detailsFold, emptyNote, errorNote, goneNote, note, outsideNote, resultFoot, runningLine } from "./states.js";

const page = document.documentElement;
const setState = (state) => (page.dataset.state = state);
const announce = (text) => (status.textContent = text);
/** Arguments in a few words, where there are any. */
const brief = (args) => args && summaryOf(said, args);

/** What the page's data say, and the words of the form's plan. */
let tool, spec, plan, example, reviewed, words, said;
/** The bridge, and what every component is told of the page. */
let app, here;
/** The parts of the page. */
let heading, blank, form, values, summary, run, progress, out, status;

/** What was shown last, {result, read, args}; the run that is under way, {args}; arguments that the folded form is yet to get. */
let last, running, hadFocus, outside, late;
/** What a person is asked to complete and send, as the model proposed it: {result, args}. */
let proposal;

/** Keeps the result that is shown within what an inline view may take. */
let fold = () => {};

/** Is this what the host has sent before, or what a person has run since? */
const repeats = (name, value) =>
  [running ?? last, proposal].some((known) => JSON.stringify(known?.[name]) === JSON.stringify(value));

/** Build the page of a view from its data, then listen to the host. */
export function startView(data) {
  ({ tool, spec, form: plan, example, reviewed } = data);
  ({ words, said } = plan);
  lookForLiterals(spec.result, tool);
  app = createBridge((event, params) => guarded(HEARD[event], params));
  here = { app, tool, spec, announce };
  heading = document.querySelector("h1");
  blank = document.querySelector("[data-component=skeleton]");
  form = createForm(plan, runTool);
  values = say("b");
  summary = h("summary", values, h("span.edit", "Edit"));
  run = h("details.run", { open: true, ontoggle: () => run.open && fillIn() },
    summary,
    spec.description && say("p.dim about", spec.description),
    form.node
  );
  progress = h("div.stack", blank);
  out = h("div.stack out");
  status = h("p.sr", { role: "status" });
  if (data.runs === false) cannotRun("Only the assistant may run this tool: ask it.");
  return boot();
}

/** After a run the form is one line of the values that were sent. */
function foldForm(args) {
  const inside = hadFocus || run.contains(document.activeElement);
  hadFocus = false;
  const asked = brief(args);
  values.replaceChildren(visible(words.title), asked ? say("span.asked", " · " + asked) : "");
  run.className = "run ran";
  heading.className = "sr";
  run.open = false;
  if (inside) summary.focus();
}

/** Fill the form with what it is yet to get; a search in the page may open it as well. */
const fillIn = () => (late &&= form.fill(late));

function openForm() {
  run.open = true;
  fillIn();
  focusFirst(form.node);
}

/** Show that a run is under way; a former result stays, dimmed. */
function showRunning(args, oncancel) {
  endRunning();
  setState("running");
  const line = runningLine(words.doing, brief(args), oncancel);
  form.busy(!!oncancel);
  setTimeout(() => line.isConnected && !out.firstChild && progress.append(blank), 200);
  progress.append(line);
  announce(words.doing);
  return (running = { args });
}

function endRunning() {
  running = undefined;
  progress.replaceChildren();
  form.busy();
}

/** A host may let views run tools and not say so: it is tried once, when somebody asks. */
let refused;

/** Our own run: callTool returns the result, it fires no event. */
async function runTool(args) {
  if (refused) return announce(refused);
  const stop = new AbortController();
  const unsaid = !hostCan(here, "serverTools");
  const signal = unsaid ? AbortSignal.any([stop.signal, AbortSignal.timeout(5000)]) : stop.signal;
  hadFocus = run.contains(document.activeElement);
  const mine = showRunning(args, () => stop.abort());
  const result = await app.callTool({ name: tool.name, arguments: args }, { signal }).catch(faultResult);
  if (running !== mine) return;
  const { thrown } = Object(result);
  if (unsaid && thrown && !stop.signal.aborted) cannotRun();
  if (thrown && signal.aborted) return showCancelled(refused);
  guarded(showResult, result);
  if (!thrown) tellModel(args);
}

/** A run that nobody asked for: it is not announced, and the model is not told of it. */
async function rerun(args) {
  const shown = last;
  const result = await app.callTool({ name: tool.name, arguments: args }).catch(faultResult);
  if (last !== shown || !isFree()) return;
  const read = readResult(result);
  if (read.state === "error") return showFault(errorText(read), args);
  last = { result, read, args };
  guarded(() => out.replaceChildren(drawResult(last)));
}

const faultResult = (fault) => ({ thrown: true, isError: true, content: [{ type: "text", text: faultText(fault) }] });
/** Nobody runs anything, fills the form or is busy with the result. */
const isFree = () => page.dataset.state === "result" && !run.open && !out.contains(document.activeElement);

/** Say for good that this view cannot run its tool. */
function cannotRun(why = "This host does not let views run tools: ask the assistant.") {
  refused = why;
  run.append(h("p.small dim", why));
}

const tellsModel = () => hostCan(here, "updateModelContext") && spec.context !== false;

/** The model learns what the user ran, where the host lets it. */
function tellModel(args) {
  if (!tellsModel()) return;
  const { text, structured } = last.read;
  const told = cut(structured ? JSON.stringify(structured) : text, 4000);
  const about = `The user ran ${tool.name} in its view with ${JSON.stringify(args)}. Result: ${told || "empty"}`;
  // More data beside the text would fill the model's context.
  const whole = isPlain(structured) && JSON.stringify(structured).length <= 20_000 && { structuredContent: structured };
  app.send("ui/update-model-context", { content: [{ type: "text", text: about }], ...whole }).catch(() => {});
}

/** Show a result in its place, whatever it is; `args` is what it was made from, when known. */
function showResult(result, args = running?.args) {
  // A host that begins anew sends what it sent before: what was sorted, opened and scrolled stays.
  if (!running && repeats("result", result)) return;
  endRunning();
  const read = readResult(result);
  // genui serve answers so in the place of a tool that a person sends: hosts may have dropped all but the text.
  if (read.text.startsWith(`Not run yet: the form of ${tool.name} `)) return askPerson(result, args);
  last = { result, read, args };
  if (read.state === "error") return showFault(errorText(read), args);
  if (isGone(result)) return showNote(goneNote(again(args)), "result", args);
  out.replaceChildren(drawResult(last));
  foldForm(args);
  setState("result");
  // Tables have given way by then.
  queueMicrotask(() => fold());
  announce(loadedText(read));
}

/** The form as it is before any run, with what the model proposed. */
function askPerson(result, args) {
  proposal = { result, args };
  run.className = "run";
  heading.className = "";
  run.open = true;
  fillIn();
  setState("ready");
}

/** An answer that its tool cannot have given: some hosts keep none, and send an empty one after a reload. */
const isGone = ({ structuredContent, content }) =>
  tool.outputSchema?.required?.[0] && !keys(structuredContent)[0] && !content?.some(({ text }) => !/^({})?$/.test(text));

function drawResult({ result, read, args }) {
  locality.used = false;
  const section = renderResult(result, args ?? {}, { ...here, read });
  if (!section.childElementCount) section.append(emptyNote(words.nothing, brief(args), factsOf(read.data), said[0] && openForm));
  if (!refused) section.append(runAgain({ args, read }, here, { run: runTool, rerun, isFree }));
  fold = createFold(section, read.data, app);
  const foot = resultFoot(result, read, " ", here, proposal && !tellsModel() && "Copy result");
  section.append(...foot);
  // Columns with times may have given way by then.
  queueMicrotask(() => (foot[0].firstChild.textContent = footText(section)));
  return section;
}

/** What an empty answer says besides. */
const factsOf = (value) =>
  entriesOf(isNested(value) ? value : {}).flatMap(([name, each]) =>
    isNested(each) ? factsOf(each) : !each || each === true ? [] : `${labelOf(name)} ${textOf(each)}`
  );

/** "Zurich time · Not reviewed" */
function footText(section) {
  const place = locality.used && /\d:\d\d/.test(section.textContent) && locality.timeZone?.split("/").at(-1).replaceAll("_", " ");
  return [place && place + " time", reviewed === false && "Not reviewed"].filter(Boolean).join(" · ");
}

function loadedText({ state, data }) {
  // A text is no list of its letters: five million of them would take a while.
  const rows = isList(data) ? data : isNested(data) && valuesOf(data).find(isList);
  return state === "empty" ? words.nothing : rows ? plural(rows.length, "item") + " loaded" : "Result loaded";
}

function showNote(node, state, args) {
  endRunning();
  out.replaceChildren(h("section", { "data-result": "" }, node));
  if (args) foldForm(args);
  setState(state);
}

const again = (args) => !refused && args && (() => runTool(args));
const showFault = (raw, args) => showNote(errorNote(raw, words.title, brief(args), again(args), openForm), "error", args);
const showCancelled = (reason, args = running?.args) => showNote(cancelledNote(reason, again(args)), "cancelled", args);

/** The host's own run: its input fills the form, which stays usable. */
function hostInput(args) {
  // A host that begins anew: nothing runs, and what was typed since stays.
  if (repeats("args", args)) return;
  // Thousands of fields that are folded at once would only keep the result waiting.
  if (!JSON.stringify((late = args))[5000]) fillIn();
  if (proposal) return;
  if (keys(args)[0] || !said[0]) foldForm(args);
  // It may come after its result.
  if (last && !last.args && !running) last.args = args;
  else showRunning(args);
}

/** A fault in our own code must not leave the page blank. */
function guarded(work, value = {}) {
  try {
    return work?.(value);
  } catch (fault) {
    console.error("genui:", fault);
    logFault(app.abilities(), tool.name, fault);
    showNote(
      [
        note("bad", { role: "alert" }, "This could not be drawn; its data follows.", []),
        detailsFold(faultOf(fault)),
        say("pre.wrap", cut(pretty(value), 1e5))
      ],
      "result"
    );
  }
}

/** What the host says, by the names of the bridge. */
const HEARD = {
  toolinput: (input) => hostInput(Object(input.arguments)),
  toolinputpartial: (input) => form.fill(Object(input.arguments), true),
  toolresult: showResult,
  toolcancelled: ({ reason }) => showCancelled(reason),
  hostcontextchanged: hostChanged,
  teardown: () => (endRunning(), { result: {} })
};

/** Take over theme, style variables, safe area, locale and time zone of the host; true when formatted values must be drawn anew. */
function applyHost(context) {
  const { theme, styles, safeAreaInsets } = context;
  const { style } = page;
  style.colorScheme = [spec.theme, theme].find((each) => /^(light|dark)$/.test(each)) ?? "";
  for (const [name, value] of entriesOf(Object(styles?.variables)))
    if (/^--(color|font|border|shadow)-/.test(name)) style.setProperty(name, isText(value) && !/url|image/i.test(value) ? value : "");
  document.body.style.padding = ["top", "right", "bottom", "left"]
    .map((side) => (safeAreaInsets?.[side] | 0) + "px")
    .join(" ");
  const before = JSON.stringify(locality);
  setLocale(context);
  page.dir = (locality.locale && new Intl.Locale(locality.locale).getTextInfo?.().direction) ?? "ltr";
  return before !== JSON.stringify(locality);
}

/** Theme and sizes live in CSS; a new locale or time zone redraws what is formatted and what nobody has touched. */
function hostChanged() {
  const redraws = applyHost(app.surroundings());
  fold();
  if (!redraws) return;
  if (plan.nodes.some(({ kind }) => kind === "time") && !late) form.fill((running ?? last)?.args, true);
  if (page.dataset.state === "result")
    out.replaceChildren(drawResult(last));
}

/** Where no host answers, say what this page is and show its example. */
function showOutside() {
  endRunning();
  heading.after((outside = outsideNote(words.title)));
  const { arguments: args, result } = example ?? {};
  if (args) form.fill(args);
  setState("ready");
  if (result) showResult(result, args);
}

/** Escape folds what is open around the focus, else the last that is. */
function foldLast(event) {
  if (event.key !== "Escape" || event.defaultPrevented) return;
  const all = [...document.querySelectorAll("details:is(.ran,.fold)[open]>summary,button[aria-expanded=true]")];
  const toggle = all.findLast((each) => each.parentNode.contains(document.activeElement)) ?? all.at(-1);
  toggle?.click();
  toggle?.focus();
}

async function boot() {
  heading.textContent = visible(words.title);
  heading.after(...(spec.form?.position === "bottom" ? [progress, out, run] : [run, progress, out]), status);
  applyHost({});
  document.addEventListener("keydown", foldLast);
  if (parent === window) return guarded(showOutside);
  const wait = setTimeout(guarded, 1500, showOutside);
  // Where no host answers, that is all there is to say.
  // The version of the app is that of the data that the page is built from.
  if (!(await app.connect({ name: tool.name, version: "2", title: words.title }).catch(console.info))) return;
  clearTimeout(wait);
  // At once: the host's input and result may come before the next task.
  if (outside) {
    outside.remove();
    out.replaceChildren();
    run.open = true;
    setState("ready");
  }
  // What is posted leaves when this task ends: the host need not wait until the form is drawn.
  setTimeout(meetHost);
}

/** The host has answered: take over what it says of itself, and be ready for it. */
function meetHost() {
  new ResizeObserver(([{ contentRect }]) => {
    tellSize(contentRect.height);
    // In a frame of its own: a change of the page now would be a loop.
    requestAnimationFrame(() => fold());
  }).observe(page);
  hostChanged();
  if (page.dataset.state !== "waiting") return;
  endRunning();
  setState("ready");
}
