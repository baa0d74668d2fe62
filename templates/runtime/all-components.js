// all-components.js: everything that outlines are made with, by the files that enter it, in the order in which pages are packed.

import "./outline.js";
import "./text.js";
import "./rows.js";
import "./stats.js";
import "./auto.js";
import "./tree.js";
import "./keyvalue.js";
import "./list.js";
import "./media.js";
import "./chart.js";
import "./table.js";
