// page.js: the runtime of pages of other authors: that of every view, and what such a page may import.

import "./index.js";
import { guardPage } from "./boundary.js";
import { EXT_APPS } from "./ext-apps.js";

globalThis.genuiExtApps = EXT_APPS;

const data = document.getElementById("view-data");
// What it throws, it throws before it is whole.
if (data) guardPage(JSON.parse(data.textContent));
