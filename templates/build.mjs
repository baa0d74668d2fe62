// Builds templates/dist/runtime.js, page.js, outline.js and style.css with esbuild and terser, and refuses what could end its element in a page.
import { createRequire } from "node:module";
import { mkdirSync, writeFileSync } from "node:fs";

// Development tools: they are installed with what the tests need.
const installed = createRequire(new URL("../tests/host/", import.meta.url));
const { buildSync } = installed("esbuild");
const { minify } = installed("terser");
const here = new URL(".", import.meta.url).pathname;

const common = { absWorkingDir: here, minify: true, write: false, charset: "utf8", legalComments: "none" };
const script = (entry) => buildSync({ ...common, entryPoints: [`runtime/${entry}.js`], bundle: true, format: "iife", target: "es2022" });
const built = {
  "runtime.js": script("index"),
  // The same for pages of other authors, with the bridge that they import.
  "page.js": script("page"),
  // What makes outlines, for Python.
  "outline.js": script("outline-alone"),
  "style.css": buildSync({ ...common, entryPoints: ["style.css"], target: "chrome123" }),
};

mkdirSync(new URL("dist/", import.meta.url), { recursive: true });
for (const [name, { outputFiles }] of Object.entries(built)) {
  const bundle = outputFiles[0].text.trimEnd();
  // The names that terser gives compress better: pages are 4 % smaller by gzip. Arrow functions are safe, as no function is called with `new`.
  const text = name.endsWith(".js") ? (await minify(bundle, { ecma: 2022, compress: { passes: 6, unsafe_arrows: true, unsafe: true, lhs_constants: false, comparisons: false, arrows: false, inline: 1, pure_getters: true }, format: { quote_style: 2 } })).code : bundle;
  const ending = /<\/(script|style)|<script|<!--/i.exec(text);
  if (ending) throw new Error(`${name} contains ${ending[0]}, which no inline script or style may contain`);
  writeFileSync(new URL(`dist/${name}`, import.meta.url), text);
}
