// roles.js: what members are to people, and the order in which they want them. src/genui/roles.py says the same.

import ROLES from "./roles.json" with { type: "json" };

const roles = ROLES.map((role) => ({ rank: 1, kinds: "text", ...role, whole: role.whole?.split("|"), last: role.last?.split("|") }));

/** The row of roles.json for a member: `words` of its name in small letters, `kind` text, number, boolean, moment or nested. */
export const roleOf = (words, kind) =>
  roles.find(
    ({ kinds, whole, last }) =>
      kinds.includes(kind) && ((!whole && !last) || whole?.includes(words) || last?.includes(words.split(" ").at(-1))),
  );

/**
 * Does a member say nothing to people: a way on for programs, no more, not truncated? Beside rows, too: how long it took, how many of them there are, one of the texts
 * that were `asked`.
 */
export const saysNothing = (words, value, { asked, counts } = {}) =>
  /cursor$|page token$/.test(words) ||
  (asked && (/^(took|elapsed|per page|page size|limit|offset|currency)\b/.test(words) || (asked.includes(value) && !/name$|title$/.test(words)) || (counts.includes(value) && /count|total|hits|results|returned|size/.test(words)))) ||
  (!value && /cursor|paging|warning/.test(roleOf(words, value === false ? "boolean" : "text")?.role));

/** What stands beside rows, for saysNothing: the texts among the arguments, and how many rows each list of a value has. */
export const besideRows = (value, input) => ({
  asked: Object.values(Object(input)).filter((each) => typeof each === "string" && each[1]),
  counts: Object.values(Object(value)).map((each) => each?.length),
});

/** A sentence as `isAsked` wants it. */
export const plainly = (text) => ` ${text} `.toLowerCase().replace(/[^\p{L}\d]+/gu, " ");

/** Does a sentence, or what was asked, speak of a member by the words of its name? */
export const isAsked = (words, asked = "") => words.split(" ").some((word) => word[2] && asked.includes(word[3] ? " " + word : ` ${word} `));

/**
 * The place of each member [{words, kind, inner, last, long, brief, few, apart}] in a row: what rows are called by first, where an id would be what it stands for, then what the
 * sentence `about` the tool speaks of, ids and hashes last.
 */
export function arranged(members, about) {
  const found = members.map(({ words, kind }) => roleOf(words, kind));
  const at = (role, test) => members.findIndex((each, index) => role.test(found[index].role) && !each.last && !each.long && test(each));
  const own = ({ inner, few }) => !inner && !few;
  // Rows that begin with their time and have no name are events: they stay as they are.
  const events = found[0]?.role === "moment";
  const telling = found.filter((_, index) => !members[index].last);
  const isId = telling[0]?.role === "id";
  const first = found.indexOf(telling.find(({ role }) => role !== "id"));
  const within = at(/name/, () => !events);
  const opens = (role) => at(role, (each) => each === members[first] && own(each));
  const lead = [
    at(/name/, ({ inner }) => !inner),
    events ? -1 : at(/subject/, ({ inner }) => !inner),
    // An artist before the name of a place.
    within < 0 ? -1 : opens(/category/),
    within,
    isId ? opens(/moment/) : -1,
    isId ? at(/category|place/, own) : -1,
    // What an order number stands for, where no two rows have the same.
    found[0]?.role === "choice" ? at(/category/, (each) => each === members[1] && each.apart) : -1,
    events ? -1 : at(/category/, (each) => own(each) && isAsked(each.words, about)),
  ].find((index) => index >= 0);
  const isAtHand = (index) => members[index].brief && /subject|body/.test(found[index].role);
  const isTold = (index) => members[index].kind !== "boolean" && found[index].rank > 0 && found[index].rank < 4 && isAsked(members[index].words, about);
  const rank = (index) =>
    members[index].last ? 9 : lead === undefined ? (/hash|nested|link/.test(found[index].role) ? found[index].rank : 1) : index === lead ? -1 : isTold(index) ? 0 : isAtHand(index) ? 1 : found[index].rank;
  return [...members.keys()].sort((a, b) => rank(a) - rank(b));
}
