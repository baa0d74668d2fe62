"""Repairs of what a script does with its App: import, version, connection, handlers, results, submits."""

from genui.lint.calls import dropped_in
from genui.lint.contract import apps, connects, handlers, is_receiver, late_in
from genui.lint.liveness import module_only
from genui.lint.repair.draft import Draft, Edit, after_imports, edit
from genui.plaintext import embed_json
from genui.scripts import FUNCTIONS, SDK, Node, Script, Thing, value_of

IMPORT = f'import {{ App }} from "{SDK}";\n'
SUBMITS = """
{
  // A sandbox without allow-forms fires no submit event: a click or Enter does, here.
  const submit = (form, submitter) => {
    if (form.noValidate || submitter?.formNoValidate || form.reportValidity()) {
      form.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true, submitter }));
    }
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("button, input");
    if (event.defaultPrevented || !button?.form || button.disabled) return;
    if (button.type !== "submit" && button.type !== "image") return;
    event.preventDefault();
    submit(button.form, button);
  });
  document.addEventListener("keydown", (event) => {
    const { form, tagName, type } = event.target;
    if (event.key !== "Enter" || event.defaultPrevented || event.isComposing) return;
    if (tagName !== "INPUT" || !form) return;
    if (/^(button|submit|reset|image|file|checkbox|radio|color|range)$/.test(type)) return;
    if (form.querySelector("button:not([type]), [type=submit], [type=image]")) return;
    event.preventDefault();
    submit(form, null);
  });
}
"""
"""Stands in for the browser's own way from a click or Enter to a submit event."""

LINKS = """\
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  if (!link || !/^https?:/.test(link.href) || event.defaultPrevented) return;
  event.preventDefault();
  APP.openLink({ url: link.href });
});
"""
"""Has the host open links; APP stands for the name of the App."""


def make_modules(draft: Draft) -> bool:
    """Mark scripts that import or wait at the top as the modules that they are."""
    plain = [tag for tag, script in draft.scripts() if not script.module and module_only(script) is not None]
    for tag in plain:
        tag["type"] = "module"
    return bool(plain)


def add_import(draft: Draft) -> bool:
    """Import App where it is used and nothing declares it."""
    done = False
    for tag, script in draft.scripts():
        if any(value_of(script, node.callee) == Thing("App") for node in apps(script)):
            tag["type"] = "module"
            done = edit(tag, script, [Edit(0, 0, "\n" + IMPORT)])
    return done


def add_version(draft: Draft) -> bool:
    """Let every App say its name and version."""
    title = draft.soup.title
    name = " ".join(title.get_text().split()) if title is not None else ""
    said = {"name": embed_json(name or "view"), "version": '"1.0.0"'}
    return draft.edit_scripts(lambda script: [edit for node in apps(script) for edit in told(node, said)])


def told(app: Node, said: dict[str, str]) -> list[Edit]:
    """Return the edits that have an App say what it does not."""
    listed = app.get("arguments")
    if not app.arguments:
        start = listed.start if listed is not None else app.end
        return [Edit(start, app.end, f"({{ name: {said['name']}, version: {said['version']} }})")]
    literal = app.arguments[0]
    known = {(kid.get("key") or kid).name for kid in literal.kids}
    text = "".join(f" {key}: {value}," for key, value in said.items() if key not in known)
    return [first_member(literal, text)] if literal.kind == "object" and text else []


def first_member(literal: Node, text: str) -> Edit:
    """Return the edit that puts members, each with its comma, before the others of an object literal."""
    return Edit(literal.start + 1, literal.start + 1, text if literal.kids else text.rstrip(",") + " ")


def keep_resizing(draft: Draft) -> bool:
    """Name autoResize among options that took its place."""

    def edits(script: Script) -> list[Edit]:
        options = [one for node in apps(script) for one in node.arguments[2:3] if one.kind == "object"]
        return [first_member(one, " autoResize: true,") for one in options if "autoResize" not in one.text]

    return draft.edit_scripts(edits)


def add_connect(draft: Draft) -> bool:
    """Connect the App at the end of the script that creates it."""
    for tag, script in draft.scripts():
        name = app_name(script)
        if name and not connects(script):
            end = len(script.source.data.rstrip())
            wait = "await " if script.module else ""
            return edit(tag, script, [Edit(end, end, f"\n{wait}{name}.connect();")])
    return False


def app_name(script: Script) -> str:
    """Return the name under which the whole script knows its one App."""
    made = apps(script)
    holder = made[0].parent if len(made) == 1 else None
    binding = script.binding(holder.get("name")) if holder is not None else None
    return binding.name if binding is not None and binding.scope is script.names.top else ""


def move_handlers(draft: Draft) -> bool:
    """Set handlers before connecting, by moving them up."""

    def edits(script: Script) -> list[Edit]:
        late = [statement(node) for _, node in late_in(script)]
        begun = [statement(node) for node in connects(script)]
        return handlers_up(script, begun[0], late) if late and len(begun) == 1 else []

    return draft.edit_scripts(edits)


def statement(node: Node) -> Node:
    """Return the statement that a node is in, itself in a list of statements."""
    while node.parent is not None and node.parent.kind not in ("program", "statement_block"):
        node = node.parent
    return node


def handlers_up(script: Script, begun: Node, late: list[Node]) -> list[Edit]:
    """Move handlers before connect(), where all that they use is declared before it."""
    for name, binding in script.names.bound.items():
        is_new = binding.node.start > begun.start and binding.kind != "function"
        if is_new and any(name.inside(node) and not binding.node.inside(node) for node in late):
            return []
    moved = "".join(node.text + "\n" for node in late)
    return [Edit(begun.start, begun.start, moved), *(Edit(node.start, node.end, "") for node in late)]


def deliver_results(draft: Draft) -> bool:
    """Hand results that were dropped to the page's own ontoolresult."""

    def edits(script: Script) -> list[Edit]:
        if not any(
            name == "ontoolresult" and node.parent is not None and node.parent.get("right") is node
            for name, node in handlers(script)
        ):
            return []
        return [one for call, whole in dropped_in(script) for one in delivered(script, call, whole)]

    return draft.edit_scripts(edits)


def delivered(script: Script, call: Node, whole: Node) -> list[Edit]:
    """Return the edit that passes a call's result on, unless the handler that would get it makes the call."""
    target = call.callee.owner if call.callee is not None else None
    around = [up for up in call.up() if up.kind in FUNCTIONS]
    if target is None or target.kind != "identifier" or any(is_receiver(script, one) for one in around):
        return []
    receiver = f"{target.text}.ontoolresult"
    awaited, later = f"{receiver}?.({whole.text})", f"{whole.text}.then((result) => {receiver}?.(result))"
    passed = awaited if whole.kind == "await_expression" else later
    return [Edit(whole.start, whole.end, passed)]


def make_submits_work(draft: Draft) -> bool:
    """Let a click on a form's button, or Enter, be its submit event."""
    for tag, script in draft.scripts():
        at = after_imports(script)
        if script.module and script.imports_sdk and "submit" in script.text:
            return edit(tag, script, [Edit(at, at, SUBMITS)])
    return False


def open_links(draft: Draft) -> bool:
    """Let the host open the links that lead away."""
    for tag, script in draft.scripts():
        name, begun = app_name(script), connects(script)
        if name and begun:
            start = statement(begun[0]).start
            return edit(tag, script, [Edit(start, start, LINKS.replace("APP", name))])
    return False
