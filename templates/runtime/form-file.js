// form-file.js: a file as base64.

import { field, input, kinds } from "./form-node.js";

kinds.file = (n) => {
  let { value } = n;
  const ui = input({ attrs: n.attrs });
  ui.addEventListener("change", () => {
    value = undefined;
    const [file] = ui.files;
    if (!file) return;
    const reader = new FileReader();
    n.form.ready = Promise.all([n.form.ready, new Promise((done) => (reader.onloadend = done))]);
    reader.onload = () => {
      if (ui.files[0] !== file) return;
      value = n.url ? reader.result : reader.result.replace(/^[^,]*,/, "");
      n.form.changed();
    };
    reader.readAsDataURL(file);
  });
  n.get = () => value;
  return field(n, ui);
};
