// form-pills.js: segments to choose the shape of a value, where its shapes are few and their names short.
// needs: form-choice.js

kinds.pills = pills;
