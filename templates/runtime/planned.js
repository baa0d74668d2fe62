// planned.js: members that a spec says nothing of.
// needs: columns.js

/**
 * The members that `given` columns leave out: hidden, but for those that came although the tool's schema, which
 * knows of some that are given, says nothing of them.
 */
planned.leftOut = (rows, given, context) => {
  const schema = JSON.stringify(context.tool?.outputSchema) ?? "";
  const announced = (name) => schema.includes(JSON.stringify(name) + ":");
  const strict = given.some(({ key }) => announced(nameOf(key)));
  const within = (a, b) => (a + "/").startsWith(b + "/");
  return memberKeys(rows)
    .filter(({ key }) => key && !given.some((column) => within(column.key, key) || within(key, column.key)))
    .map((column) => ({ ...column, hidden: !strict || announced(column.name) }));
};
