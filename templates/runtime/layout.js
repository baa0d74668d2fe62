// layout.js: results in columns, where a spec asks for them: all that they need stands in style.css.
// needs: result.js
