// all-components.js: everything that outlines are made with, by the files that enter it.


import "./auto.js";
import "./chart.js";
import "./dag.js";
import "./keyvalue.js";
import "./list.js";
import "./media.js";
import "./rows.js";
import "./section.js";
import "./stats.js";
import "./table.js";
import "./text.js";
import "./tree.js";
