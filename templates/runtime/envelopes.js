// envelopes.js: what stands around the rows or the object that an answer is about: wrappers, paging, lists side by side.

import { memberWords } from "./brief.js";
import { memberLabel, named, STATUS_NAME, wordsOf } from "./columns.js";
import { isEmpty } from "./data.js";
import { besideRows, roleOf, saysNothing } from "./roles.js";
import { flagTone, toneOf } from "./tones.js";
import {
  entriesOf, formatted, isList, isNested, isNumber, isPlain, isText, isUrl, joined, keys, objectOf, present, textOf, valuesOf, words,
} from "./values.js";

export const isOk = ([name, each]) => each === true && /^(success|ok|done)$/.test(name);

/** How members begin that tell of an answer, not of what it is about. */
const META =
  /^(ok$|success|status|(row_?)?count|total|size|pages?(_?(no|num|size|count|index|token|info).*)?$|pagi(ng|nation)|per_?page|limit|offset|cursor|next|prev|has_?more|truncated|took|elapsed|error|message|meta|response_meta|start_?at|max_?results|_?links$|code|version|object|kind|type|schema|source_?id|query|generated|request_?id|time_?zone|currency|language|lang$|locale|(\w+_)?units?$|encoding|mime|algorithm|iterations|converged|_?shards|timed_?out|max_?score)/i;
/** In what, and where, the members beside these are told. */
export const ASIDE = /^\/(utc_?offset\w*|time_?zone\w*|generation_?time\w*)(\/|$)/i;
export const WRAPPER =
  /^(results?|data|content|items|outputs?|response|payload|rows|records|values?|list|body|hits|entries|text|message|markdown|html|answer|stdout)$/i;

export const isMeta = (name) => META.test(wordsOf(name).replaceAll(" ", "_"));
/** What an answer says about itself, if it is soon read over. */
export const isAbout = ([name, each]) => isPlain(each) && (isMeta(name) || keys(each).every(isMeta)) && JSON.stringify(each).length <= 400;
/** The plain members of a value, of whatever depth, without its links to itself and other pages. */
export const leavesOf = (entry) => (isNested(entry[1]) ? entriesOf(entry[1]).flatMap(leavesOf) : isUrl(entry[1]) ? [] : [entry]);

/** See through envelopes: the one member that matters, and the words of its siblings. */
export function seeThrough(value, input) {
  const asked = valuesOf(Object(input)).map(textOf);
  const names = keys(input).filter((name) => name[2]);
  /** Does a member repeat an argument: "repository" what was asked as "repo"? */
  const echoes = (name) => names.some((each) => name.startsWith(each) || (name[2] && each.startsWith(name)));
  const told = [];
  const states = [];
  // What is deeper is data.
  for (let depth = 0; isPlain(value) && depth < 4; depth++) {
    const entries = entriesOf(value).filter((entry) => !isOk(entry) && (present(entry[1]) || WRAPPER.test(entry[0])));
    let bodies = entries.filter(
      ([name, each]) =>
        isNested(each) || (isText(each) && WRAPPER.test(name) && (entries.length === 1 || each.length > 300 || each.includes("\n"))),
    );
    if (!bodies[0]) bodies = entries.filter(([, each]) => each === null);
    if (bodies[1]) bodies = bodies.filter((entry) => !isAbout(entry) && !isEmpty(entry[1]));
    if (bodies.length !== 1) break;
    const [[name, inner]] = bodies;
    const siblings = entries.filter((entry) => entry !== bodies[0]);
    const minor = siblings.filter(([name, each]) => isMeta(name) || isEmpty(each) || echoes(name) || asked.includes(textOf(each)));
    const wraps = WRAPPER.test(name) || (isList(inner) && inner.some(isPlain));
    const few = wraps && siblings.length <= 2 && siblings.every((entry) => (!isNested(entry[1]) || isAbout(entry)) && roleOf(wordsOf(entry[0]), "text").role !== "name");
    if (!(siblings.length ? few || minor.length * 2 > siblings.length : wraps)) break;
    const plain = siblings.flatMap(leavesOf);
    told.push(...plain.filter(([name, each]) => textOf(each).length <= 200 && !saysNothing(wordsOf(name), each, besideRows(value, input))).map(memberWords));
    for (const [name, each] of plain) {
      const tone = STATUS_NAME.test(wordsOf(name)) ? toneOf(each) : flagTone(wordsOf(name), each);
      if (/warn|bad/.test(tone)) states.push({ text: words(memberLabel(name), ": ", formatted(each, "badge")), tone });
    }
    value = inner;
  }
  return { value, told: joined(told, " · "), states };
}

/** Rows of cells beside a list of the columns' names, as databases answer, become objects. */
export function withNames(value) {
  const entries = entriesOf(value);
  const heads = entries.find(([name, each]) => /^(columns|headers?|fields)/i.test(name) && isList(each)) ?? [];
  const names = heads[1]?.map((each) => textOf(each?.name ?? each));
  const isRows = (list) => isList(list) && list.length && list.every((row) => isList(row) && row.length === names.length);
  if (!names || !valuesOf(value).some(isRows)) return value;
  const rest = entries.filter(([name]) => name !== heads[0]);
  return objectOf(rest.map(([name, each]) => [name, isRows(each) ? named(names, each) : each]));
}

const isColumn = (each) => isList(each) && each.length > 2 && !each.some(isNested);

/** Lists of one length side by side, some of numbers, become rows; those of one member too, which lie beside another. */
export function sideBySide(value) {
  const length = Math.max(...valuesOf(value).filter(isColumn).map((each) => each.length));
  const fits = (each) => isColumn(each) && each.length === length;
  const all = entriesOf(value).flatMap((entry) =>
    isPlain(entry[1]) && valuesOf(entry[1]).every(fits) ? entriesOf(entry[1]) : [entry],
  );
  const { columns = [], rest = [] } = Object.groupBy(all, ([, each]) => (fits(each) ? "columns" : "rest"));
  if (!columns[1] || !columns.some(([, each]) => each.some(isNumber))) return value;
  const Values = columns[0][1].map((_, at) => objectOf(columns.map(([name, each]) => [name, each[at]])));
  return { ...objectOf(rest), Values };
}
