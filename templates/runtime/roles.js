// roles.js: what members are to people, and the order in which they want them. src/genui/roles.py says the same.

import ROLES from "./roles.json" with { type: "json" };

const roles = ROLES.map((role) => ({ rank: 1, kinds: "text", ...role, whole: role.whole?.split("|"), last: role.last?.split("|") }));

/** The row of roles.json for a member: `words` of its name in small letters, `kind` text, number, boolean, moment or nested. */
export const roleOf = (words, kind) =>
  roles.find(
    ({ kinds, whole, last }) =>
      kinds.includes(kind) && ((!whole && !last) || whole?.includes(words) || last?.includes(words.split(" ").at(-1))),
  );

/** Does a member say nothing to people: no way on, no more, not truncated? */
export const saysNothing = (words, value) =>
  !value && /cursor|paging|warning/.test(roleOf(words, value === false ? "boolean" : "text")?.role);

/** The place of each member [{words, kind, inner, last, long, brief, few}] in a row: what rows are called by first, where an id would be what it stands for, ids and hashes last. */
export function arranged(members) {
  const found = members.map(({ words, kind }) => roleOf(words, kind));
  const at = (role, test) => members.findIndex((each, index) => role.test(found[index].role) && !each.last && !each.long && test(each));
  const own = ({ inner }) => !inner;
  // Rows that begin with their time and have no name are events: they stay as they are.
  const events = found[0]?.role === "moment";
  const lead = [at(/name/, own), events ? -1 : at(/subject/, own), at(/name/, () => !events), found[0]?.role === "id" ? at(/category|place/, (each) => own(each) && !each.few) : -1].find((index) => index >= 0);
  const isAtHand = (index) => members[index].brief && /subject|body/.test(found[index].role);
  const rank = (index) =>
    members[index].last ? 9 : lead === undefined ? (/hash|nested|link/.test(found[index].role) ? found[index].rank : 1) : index === lead ? -1 : isAtHand(index) ? 1 : found[index].rank;
  return [...members.keys()].sort((a, b) => rank(a) - rank(b));
}
