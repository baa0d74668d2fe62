// planned.js: members that a spec says nothing of.

import { memberKeys } from "./columns.js";
import { pointerName } from "./values.js";

/**
 * The members that `given` columns leave out: hidden, but for those that came although the tool's schema, which
 * knows of some that are given, says nothing of them.
 */
export function leftOut(rows, given, context) {
  const schema = JSON.stringify(context.tool?.outputSchema) ?? "";
  const announced = ({ key }) => schema.includes(JSON.stringify(pointerName(key.split("/")[1] ?? "")) + ":");
  // What a step made on the way to a column that is given is no surprise.
  const strict = given.some(announced) && !context.component?.props?.transform;
  const within = (a, b) => (a + "/").startsWith(b + "/");
  return memberKeys(rows)
    .filter(({ key }) => key && !given.some((column) => within(column.key, key) || within(key, column.key)))
    .map((column) => ({ ...column, hidden: !strict || announced(column) }));
}
