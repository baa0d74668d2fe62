// outline-alone.js: the first stage without a page, for whoever runs scripts and has no browser.

import "./all-components.js";
import { lookForLiterals, readResult } from "./data.js";
import { errorText, tellFault } from "./faults.js";
import { openResult, resultOutline } from "./outline.js";

/** The outline of a CallToolResult as JSON, of `json`: {spec, tool, result, input, title}. */
globalThis.outline = (json) => {
  const { spec, tool, result, input, title } = JSON.parse(json);
  lookForLiterals(spec.result, tool);
  const read = readResult(result);
  if (read.state === "error") return JSON.stringify({ type: "result", state: "error", parts: [{ type: "error", ...tellFault(errorText(read), title) }] });
  const faults = [];
  const onfault = (type, fault) => faults.push(`${type}: ${fault}`);
  const outline = resultOutline(...openResult(result, input, { tool, spec, read, onfault }));
  return JSON.stringify(faults[0] ? { ...outline, faults } : outline);
};
