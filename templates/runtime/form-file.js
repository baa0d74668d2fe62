// form-file.js: a file as base64.
// needs: dom.js form-node.js

kinds.file = (n) => {
  let { value } = n;
  const ui = input({ attrs: n.attrs });
  ui.addEventListener("change", () => {
    value = undefined;
    if (!ui.files[0]) return;
    const reader = new FileReader();
    n.form.pending.push(new Promise((done) => (reader.onloadend = done)));
    reader.onload = () => {
      value = n.url ? reader.result : reader.result.replace(/^[^,]*,/, "");
      n.form.changed(ui);
    };
    reader.readAsDataURL(ui.files[0]);
  });
  n.get = () => value;
  return field(n, ui);
};
