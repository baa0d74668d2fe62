// form-pills.js: segments to choose the shape of a value, where its shapes are few and their names short.
// needs: dom.js form-choice.js

kinds.pills = (...parts) => {
  const box = pills(...parts);
  mark(box, { role: "radiogroup" });
  return box;
};
