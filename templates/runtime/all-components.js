// all-components.js: everything that outlines are made with, by the files that enter it, in the order in which pages are packed.

import "./outline.js";
import "./rows.js";
import "./auto.js";
import "./tree.js";
import "./keyvalue.js";
import "./media.js";
import "./chart-kinds.js";
import "./items.js";
import "./table.js";
