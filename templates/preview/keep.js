// keep.js: "Keep this result as example": what would be written is shown first, secrets masked, then written.
import { post } from "./api.js";
import { counted, fill, find, h, noteOf } from "./dom.js";

const LABEL = "Keep this result as example";
const put = (...nodes) => fill(find("#keep"), nodes);
const button = (label, onclick, id, more = "") =>
  h("button", { type: "button", class: `btn sm ${more}`, id, onclick }, label);

export const clearKeep = () => put();

/** Offer to keep what a run of the tool returned; a failure is no example. */
export function offerKeep(tool, run) {
  if (!run.result || run.result.isError) return clearKeep();
  put(
    run.kept
      ? h("p", { class: "small", role: "status" }, run.kept)
      : button(LABEL, () => attempt("This cannot be kept", () => show(tool, run)), "keep-offer"),
  );
}

const attempt = (title, work) => work().catch((problem) => put(noteOf("warn", title, problem)));

async function show(tool, run) {
  const call = { tool, arguments: run.arguments, result: run.result };
  const { file, masked, line, config, key, call: written } = await post("api/example", call);
  const secrets = masked.length
    ? `Masked, because it may be secret: ${masked.join(", ")}. Look through the rest: it is meant to be committed.`
    : "Nothing in it looks secret. Look through it: it is meant to be committed.";
  put(
    h(
      "div",
      { class: "note", role: "group", "aria-label": LABEL },
      h("b", {}, `This will be added to ${file}`),
      h("p", { class: "small" }, secrets),
      h("pre", { tabindex: "0", class: "kept", dir: "auto" }, JSON.stringify(written, null, 2)),
      line ? h("p", { class: "small" }, `And to ${config}: `, h("code", {}, line)) : null,
      h(
        "div",
        { class: "row" },
        button("Write", () => attempt("Nothing was written", () => write(call, key, run)), "keep-write", "primary"),
        button("Cancel", () => offerKeep(tool, run), "keep-cancel"),
      ),
    ),
  );
  find("#keep-write").focus();
}

async function write(call, key, run) {
  const { file, masked } = await post("api/example", { ...call, key });
  const secrets = masked.length ? `, ${counted(masked.length, "value")} masked` : "";
  // Kept with the run: the page draws itself anew when the files have changed.
  run.kept = `Kept in ${file}${secrets}. genui build makes the view anew with it.`;
  offerKeep(call.tool, run);
}
