// keyvalue.js: the members of one object, name beside value.
// needs: dom.js value.js columns.js result.js

components["key-value"] = (props, scope, context) => {
  const value = evaluate(props.of, scope);
  if (!isNested(value)) return null;
  // Not one member of those that were planned: this is other data, which another component may show.
  if (props.fields?.length && props.fields.every(({ key }) => pointer(value, key) === undefined)) return null;
  const fields = props.fields ?? Object.keys(value).map((name) => ({ key: escapePointer(name), name }));
  return keyValue(value, columnsOf([value], fields), context);
};

/** The list itself; `columns` say what each member is called and how it is written. */
function keyValue(value, columns, context) {
  const node = h("dl", { class: "kv" });
  for (const column of columns) {
    const each = pointer(value, column.key);
    if (each === undefined && column.hidden) continue;
    const shown = {
      ...column,
      format: column.format?.name === "datetime" ? { ...column.format, year: true } : column.format,
    };
    node.append(h("dt", { dir: "auto" }, column.label), h("dd", {}, valueNode(each, shown, context)));
  }
  return node;
}
