// timeline.js: rows along time.
// needs: result.js format.js expressions.js value.js events.js

components.timeline = ({ rows, at, title = ITEM, meta }, scope, context) => {
  const list = listOf(evaluate(rows, scope));
  const eventAt = (item, index) => {
    const [when, head, about] = [at, title, meta].map((each) => evaluate(each, { ...scope, item, index }));
    return { when, title: head, about: textOf(about) };
  };
  return list && timelineNode(list.map(eventAt), context);
};
