// form-fold.js: what is rarely used, folded.

import { same } from "./checks.js";
import { h } from "./dom.js";
import { kinds } from "./form-node.js";

/** Groups [label, names, folded] of the kids, at the end of the body. */
kinds.sets = (body, groups, all) => {
  for (const [label, names, folded] of groups) {
    const kids = names.flatMap((name) => all.get(name) ?? []);
    if (folded) kinds.fold(body, names, all, label);
    else if (kids[0]) body.append(h("fieldset.group", h("legend", label), h("div.grid", kids.map(({ el }) => el))));
  }
};

/** The `late` ones of the kids, at the end of the body; open where a value was given. */
kinds.fold = (body, late, all, label) => {
  const kids = late.flatMap((name) => all.get(name) ?? []);
  if (!kids[0]) return;
  const isGiven = ({ value, form, index }) => (value ?? null) !== null && !same(value, form.nodes[index].value);
  const summary = h("summary", label ?? "More options", !label && h("span.req", kids.length + " optional"));
  body.append(h("details.fold", { open: kids.some(isGiven) }, summary, h("div.grid", kids.map(({ el }) => el))));
};
