// checks-sizes.js: limits that do not count themselves, and limits of length.
// needs: checks.js

RULES.over = (v, n) => v > n;
RULES.under = (v, n) => v < n;
RULES.least = (v, n) => size(v) >= n;
RULES.most = (v, n) => size(v) <= n;
