// keyvalue.js: the members of one object, name beside value.
// needs: dom.js value.js columns.js result.js

components["key-value"] = ({ of, fields }, scope, context) => {
  const value = evaluate(of, scope);
  if (!isNested(value)) return null;
  // Not one member of those that were planned: this is other data, which another component may show.
  if (fields?.length && fields.every(({ key }) => pointer(value, key) === undefined)) return null;
  const told = fields
    ? [...fields, ...planned.leftOut([value], fields, context).filter(({ hidden }) => !hidden)]
    : Object.keys(value).map((name) => ({ key: escapePointer(name), name }));
  const columns = toldColumnsOf([value], told).filter(({ key, hidden }) => !hidden || pointer(value, key) !== undefined);
  return keyValue(value, columns, context);
};
