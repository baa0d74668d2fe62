// planned-rows.js: the rows of a planned table where they were not expected.

import { readText } from "./data.js";
import { pointer } from "./expressions.js";
import { isText } from "./format.js";
import { rowsOf } from "./table.js";

/** Rows with something of the planned columns where they were not expected: in a text, or as the whole result. */
export function strayRows(value, columns = []) {
  const data = isText(value) ? readText(value).data : value;
  const rows = isText(data) ? rowsOfLines(data.replace(/^\s*\n|(?<![\r\n])[\r\n]+$/g, "")) : rowsOf(data);
  return rows?.some((row) => columns.some(({ key }) => pointer(row, key) !== undefined)) ? rows : null;
}

/** CSV and its kin: lines of cells below a line of names. */
function rowsOfLines(text) {
  const mark = ["\t", ";", ",", "|"].find((each) => text.split("\n").every((line) => line.includes(each)));
  const cell = RegExp(`(?:"((?:[^"]|"")*)"|([^${mark}\\n]*))([${mark}\\n]|$)`, "g");
  const lines = [[]];
  for (const [, quoted, plain, end] of text.matchAll(cell)) {
    lines.at(-1).push(quoted?.replaceAll('""', '"') ?? plain.trim());
    if (end === "\n") lines.push([]);
    else if (!end) break;
  }
  const [names, ...rest] = lines;
  const fits = mark && rest[0] && rest.every((line) => line.length === names.length);
  return fits ? rest.map((line) => Object.fromEntries(names.map((name, i) => [name, line[i]]))) : null;
}
