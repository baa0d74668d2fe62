// keep.js: "Keep this result as example": what would be written is shown first, secrets masked, then written.
import { post } from "./api.js";
import { button, counted, fill, find, h, noteOf } from "./dom.js";

const LABEL = "Keep this result as example";
const put = (...nodes) => fill(find("#keep"), nodes);

/** Offer to keep what the last run of the tool returned; a failure is no example, nor is what a scene shows. */
export function offerKeep(tool, { scene, run }) {
  if (scene || !run.result || run.result.isError) return put();
  const offer = () => attempt("This cannot be kept", () => show(tool, run));
  put(
    run.kept
      ? h("p", { class: "small", role: "status" }, run.kept)
      : button("sm", LABEL, offer, { id: "keep-offer" }),
  );
}

const attempt = (title, work) => work().catch((problem) => put(noteOf("warn", title, problem)));

async function show(tool, run) {
  const call = { tool, arguments: run.arguments, result: run.result };
  const { file, masked, line, config, key, call: written } = await post("api/example", call);
  const secrets = masked.length
    ? `Masked, because it may be secret: ${masked.join(", ")}. Look through the rest: it is meant to be committed.`
    : "Nothing in it looks secret. Look through it: it is meant to be committed.";
  const keep = () => attempt("Nothing was written", () => write(call, key, run));
  put(
    h(
      "div",
      { class: "note", role: "group", "aria-label": LABEL },
      h("b", {}, `This will be added to ${file}`),
      h("p", { class: "small" }, secrets),
      h("pre", { tabindex: "0", class: "kept", dir: "auto" }, JSON.stringify(written, null, 2)),
      line && h("p", { class: "small" }, `And to ${config}: `, h("code", {}, line)),
      h(
        "div",
        { class: "row" },
        button("sm primary", "Write", keep, { id: "keep-write" }),
        button("sm", "Cancel", () => offerKeep(tool, { run }), { id: "keep-cancel" }),
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
  offerKeep(call.tool, { run });
}
