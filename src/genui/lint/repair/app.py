"""Repairs of what a script does with its App: import, version, connection, handlers, results, submits."""

from genui.lint.calls import dropped_in, tool_calls
from genui.lint.contract import apps, connects, handlers, is_receiver, late_in
from genui.lint.repair.draft import Draft, Edit, after_imports, edit, set_type
from genui.lint.syntax import module_only
from genui.scripts import (
    FUNCTIONS,
    MEMBERS,
    SDK,
    UNDEFINED,
    Node,
    Record,
    Script,
    Thing,
    options_of,
    property_name,
    value_of,
)

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


def make_modules(draft: Draft) -> bool:
    """Mark scripts that import or wait at the top as the modules that they are."""
    done = False
    for tag, script in draft.scripts():
        if not script.module and module_only(script) is not None:
            set_type(tag, "module")
            done = True
    return done


def add_import(draft: Draft) -> bool:
    """Import App where it is used and nothing declares it."""
    done = False
    for tag, script in draft.scripts():
        used = [node.get("constructor") for node in apps(script)]
        if any(callee is not None and value_of(script, callee) == Thing("App") for callee in used):
            set_type(tag, "module")
            done = edit(tag, script, [Edit(0, 0, "\n" + IMPORT)]) or done
    return done


def add_version(draft: Draft) -> bool:
    """Let every App say its name and version."""
    title = draft.soup.title
    name = " ".join(title.get_text().split()) if title is not None else ""
    done = False
    for tag, script in draft.scripts():
        edits: list[Edit] = []
        for node in apps(script):
            given = node.arguments
            if not given:
                at = node.fields["arguments"].start if node.get("arguments") else node.end
                text = f'{{ name: {quoted(name or "view")}, version: "1.0.0" }}'
                edits.append(
                    Edit(at + 1, at + 1, text) if node.get("arguments") else Edit(at, at, f"({text})")
                )
                continue
            literal = literal_of(script, given[0])
            value = value_of(script, given[0])
            if literal is None or not isinstance(value, Record):
                continue
            missing = [key for key in ("name", "version") if value.members.get(key, UNDEFINED) == UNDEFINED]
            if any(key in value.members for key in missing):
                continue
            said = {"name": quoted(name or "view"), "version": '"1.0.0"'}
            text = "".join(f" {key}: {said[key]}{',' if literal.kids else ' '}" for key in missing)
            edits.append(Edit(literal.start + 1, literal.start + 1, text))
        done = edit(tag, script, edits) or done
    return done


def literal_of(script: Script, node: Node) -> Node | None:
    """Return the object literal that an expression is, or names."""
    if node.kind == "object":
        return node
    binding = script.names.bound.get(node)
    if binding is None or len(binding.given) != 1:
        return None
    given = binding.given[0]
    return given.node if given.node is not None and given.node.kind == "object" and not given.path else None


def quoted(text: str) -> str:
    """Return a text as a JavaScript literal that no HTML parser can leave early."""
    from genui.pagedata import embed_json

    return embed_json(text)


def keep_resizing(draft: Draft) -> bool:
    """Name autoResize among options that took its place."""
    done = False
    for tag, script in draft.scripts():
        edits: list[Edit] = []
        for node in apps(script):
            given = node.arguments
            literal = literal_of(script, given[2]) if len(given) > 2 else None
            if literal is not None and "autoResize" not in literal.text:
                comma = "," if literal.kids else " "
                edits.append(Edit(literal.start + 1, literal.start + 1, f" autoResize: true{comma}"))
        done = edit(tag, script, edits) or done
    return done


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
    name = holder.get("name") if holder is not None and holder.kind == "variable_declarator" else None
    binding = script.names.top.names.get(name.name) if name is not None else None
    return binding.name if binding is not None and binding.node is name else ""


def move_handlers(draft: Draft) -> bool:
    """Set handlers before connecting: by connecting after them, or by moving them up."""
    done = False
    for tag, script in draft.scripts():
        late = [statement(node) for _, node in late_in(script)]
        begun = [statement(node) for node in connects(script)]
        if not late or len(begun) != 1:
            continue
        edits = connect_later(script, begun[0], late) or handlers_up(script, begun[0], late)
        done = edit(tag, script, edits) or done
    return done


def statement(node: Node) -> Node:
    """Return the statement that a node is in, itself in a list of statements."""
    at = node
    while at.parent is not None and at.parent.kind not in ("program", "statement_block"):
        at = at.parent
    return at


def connect_later(script: Script, begun: Node, late: list[Node]) -> list[Edit]:
    """Move connect() behind the last handler, where nothing between them needs the connection."""
    if any(node.parent is not begun.parent for node in late) or begun.kind != "expression_statement":
        return []
    last = max(late, key=lambda node: node.start)
    between = (
        [kid for kid in begun.parent.kids if begun.end <= kid.start <= last.start] if begun.parent else []
    )
    if any(kid not in late and uses_app(script, kid) for kid in between):
        return []
    return [Edit(begun.start, begun.end, ""), Edit(last.end, last.end, "\n" + begun.text)]


def uses_app(script: Script, node: Node) -> bool:
    """Tell whether a statement runs something of the App right away."""
    for member in script.source.nodes(*MEMBERS):
        if not member.inside(node) or Thing("app") not in options_of(value_of(script, member.get("object"))):
            continue
        around = next((up for up in member.up() if up is node or up.kind in FUNCTIONS), None)
        if around is node or around is None:
            return True
    return any(
        one.kind == "await_expression" and one.inside(node) for one in script.source.nodes("await_expression")
    )


def handlers_up(script: Script, begun: Node, late: list[Node]) -> list[Edit]:
    """Move handlers before connect(), where all that they use is declared before it."""
    edits: list[Edit] = []
    for node in late:
        for name, binding in script.names.bound.items():
            own = binding.node.inside(node)
            if (
                name.inside(node)
                and not own
                and binding.node.start > begun.start
                and binding.kind != "function"
            ):
                return []
        edits.append(Edit(node.start, node.end, ""))
        edits.append(Edit(begun.start, begun.start, node.text + "\n"))
    return merged(edits)


def merged(edits: list[Edit]) -> list[Edit]:
    """Put insertions at one place together, in their order."""
    at = {one.start for one in edits if one.start == one.end}
    joined = [Edit(start, start, "".join(e.text for e in edits if e.start == e.end == start)) for start in at]
    return [*joined, *(one for one in edits if one.start != one.end)]


def deliver_results(draft: Draft) -> bool:
    """Hand results that were dropped to the page's own ontoolresult."""
    done = False
    for tag, script in draft.scripts():
        if not any(name == "ontoolresult" and "assignment" in node.kind for name, node in handlers(script)):
            continue
        edits: list[Edit] = []
        for call, whole in dropped_in(script):
            target = call.fields["function"].get("object")
            if target is None or target.kind != "identifier" or inside_receiver(script, call):
                continue
            edits.append(delivered(whole, f"{target.text}.ontoolresult"))
        done = edit(tag, script, edits) or done
    return done


def inside_receiver(script: Script, call: Node) -> bool:
    """Tell whether a call is made by the handler that would get its result."""
    return any(up.kind in FUNCTIONS and is_receiver(script, up) for up in call.up())


def delivered(whole: Node, receiver: str) -> Edit:
    """Return the edit that passes a call's result on."""
    inner = whole
    while inner.kind == "parenthesized_expression" and inner.kids:
        inner = inner.kids[0]
    if inner.kind == "await_expression":
        return Edit(whole.start, whole.end, f"{receiver}?.({inner.text})")
    return Edit(whole.start, whole.end, f"{inner.text}.then((result) => {receiver}?.(result))")


def receive_results(draft: Draft) -> bool:
    """Let the function that shows the page's own calls show the host's results too."""
    for tag, script in draft.scripts():
        name, shown = app_name(script), shown_by(script)
        begun = connects(script)
        if name and shown and begun:
            start = statement(begun[0]).start
            return edit(tag, script, [Edit(start, start, f"{name}.ontoolresult = {shown};\n")])
    return False


def shown_by(script: Script) -> str:
    """Return the declared function that is given what callServerTool returns."""
    found: set[str] = set()
    for call in tool_calls(script):
        at: Node = call
        while at.parent is not None and at.parent.kind in ("await_expression", "parenthesized_expression"):
            at = at.parent
        site = at.parent.parent if at.parent is not None and at.parent.kind == "arguments" else None
        callee = site.get("function") if site is not None else None
        if callee is None and at.parent is not None and at.parent.kind in MEMBERS:
            after = at.parent.parent
            if property_name(script, at.parent) == "then" and after is not None and after.arguments:
                callee = after.arguments[0]
        binding = script.names.bound.get(callee) if callee is not None else None
        if binding is not None and binding.kind == "function" and binding.scope is script.names.top:
            found.add(binding.name)
    return found.pop() if len(found) == 1 else ""


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
            text = (
                'document.addEventListener("click", (event) => {\n'
                '  const link = event.target.closest?.("a[href]");\n'
                "  if (!link || !/^https?:/.test(link.href) || event.defaultPrevented) return;\n"
                "  event.preventDefault();\n"
                f"  {name}.openLink({{ url: link.href }});\n"
                "});\n"
            )
            return edit(tag, script, [Edit(start, start, text)])
    return False
