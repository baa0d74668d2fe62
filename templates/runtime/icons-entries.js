// icons-entries.js: the signs of what adds and removes.
// needs: icons.js

ICONS.remove = "M4.5 4.5l7 7m0-7l-7 7";
ICONS.add = "M8 3.5v9M3.5 8h9";
