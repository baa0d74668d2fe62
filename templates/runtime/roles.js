// roles.js: what members are to people, and the order in which they want them. src/genui/roles.py says the same.

import roles from "./roles.json" with { type: "json" };

/** The row of roles.json for a member: `words` of its name in small letters, `kind` text, number, boolean, moment or nested. */
export const roleOf = (words, kind) =>
  roles.find(
    ({ kinds, whole, last }) =>
      kinds.includes(kind) && ((!whole[0] && !last[0]) || whole.includes(words) || last.includes(words.split(" ").at(-1))),
  );

/** Does a member say nothing to people: no way on, no more, not truncated? */
export const saysNothing = (words, value) =>
  !value && /cursor|paging|warning/.test(roleOf(words, value === false ? "boolean" : "text")?.role);

/** The place of each member [{words, kind, inner, last, long, brief}] in a row: what rows are called by first, ids and hashes last. */
export function arranged(members) {
  const found = members.map(({ words, kind }) => roleOf(words, kind));
  const at = (role, test) => members.findIndex((each, index) => found[index].role === role && !each.last && !each.long && test(each));
  const own = ({ inner }) => !inner;
  // Rows that begin with their time and have no name are events: they stay as they are.
  const events = found[0]?.role === "moment";
  const lead = [at("name", own), events ? -1 : at("subject", own), at("name", () => !events), found[0]?.role === "id" ? at("thing", own) : -1].find((index) => index >= 0);
  const isAtHand = (index) => members[index].brief && /subject|body/.test(found[index].role);
  const rank = (index) =>
    members[index].last ? 9 : lead === undefined ? (/hash|nested|link/.test(found[index].role) ? found[index].rank : 1) : index === lead ? -1 : isAtHand(index) ? 1 : found[index].rank;
  return [...members.keys()].sort((a, b) => rank(a) - rank(b));
}
