// all-components.js: everything that outlines are made with, by the files that enter it.


// In the order of index.js: what is alike stands together.
import "./text.js";
import "./list.js";
import "./auto.js";
import "./stats.js";
import "./tree.js";
import "./rows.js";
import "./keyvalue.js";
import "./media.js";
import "./outline.js";
import "./chart.js";
import "./table.js";
