// later.js: parts of an outline that are made when somebody asks for them: the page when they open, or who writes the outline as JSON.

/** The outline with one more member, made once. */
export const later = (outline, name, make) =>
  Object.defineProperty(outline, name, {
    enumerable: true,
    configurable: true,
    get() {
      const value = make();
      Object.defineProperty(outline, name, { value, enumerable: true });
      return value;
    },
  });

/** What rows become, made of those that somebody asks for; of all of them in JSON. */
export const mapped = (rows, make) => ({
  length: rows.length,
  slice: (from, to) => rows.slice(from, to).map((row, at) => make(row, from + at)),
  toJSON: () => rows.map((row, at) => make(row, at)),
});
