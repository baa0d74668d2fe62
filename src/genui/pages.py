"""Taking in a page: validate, repair, link, and validate the linked page, since that is what is served.

Its import of the App package becomes a `const` at the start of its module, so scope, strict mode, order and
top-level await stay those of the module. The runtime that all views have is a script right before the first
one that needs it, and before that stand the data that a build must remember.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from genui.assets import PAGE_RUNTIME, STYLE, Assets
from genui.errors import ArtifactError
from genui.forms import form_plan
from genui.link import DATA, head_data, within
from genui.lint import MAX_PAGE_BYTES, validate_page
from genui.lint.page import SCRIPT_TYPES, Element, Page, parse_page
from genui.lint.repair import Verdict, judge
from genui.model import Finding, Tool, View, errors_of
from genui.plaintext import data_text
from genui.scripts import Node
from genui.scripts.tree import read_tree


@dataclass(frozen=True, slots=True)
class Entered:
    """The result for a page that a person or a model wrote."""

    verdict: Verdict
    """On the page as it was given."""
    findings: tuple[Finding, ...]
    """Of the page as given; where it is let in, of the artifact."""
    page: str = ""
    """The source to store: as given, or repaired; "" where the page is not let in."""
    html: bytes = b""
    """The artifact."""
    repairs: tuple[str, ...] = ()
    """The repairs that were made, or could be made where none is allowed."""


def linked_page(
    tool: Tool,
    page: str,
    assets: Assets,
    *,
    source: str,
    tools: Sequence[Tool] | None = None,
    max_bytes: int = MAX_PAGE_BYTES,
) -> tuple[bytes, tuple[Finding, ...]]:
    """Link a page and hold it and the artifact to the rules; return it, and the findings with their places.

    No bytes are returned where it cannot be linked.
    """
    findings = validate_page(page.encode(), tools=tools, linked=False, max_bytes=max_bytes)
    if errors_of(findings):
        return b"", findings
    try:
        html = link_page(tool, page, assets, source=source)
    except PageError as error:
        return b"", (*findings, error.finding)
    found = validate_page(html, tools=tools, linked=True, max_bytes=max_bytes)
    # The artifact repeats what the page was told; places in the page are of more use.
    told = {finding.rule for finding in findings}
    return html, (*findings, *(finding for finding in found if finding.rule not in told))


def enter_page(
    tool: Tool,
    data: bytes,
    assets: Assets,
    *,
    source: str,
    repair: bool = True,
    tools: Sequence[Tool] | None = None,
    max_bytes: int = MAX_PAGE_BYTES,
) -> Entered:
    """Take a page through validate, repair and link; `page` is empty where it cannot be let in.

    `source` is the digest of all that the page is made from, for the head of the artifact's data.
    """
    judged = judge(data, tools=tools, max_bytes=max_bytes)
    repaired = judged.verdict == "repair"
    if judged.verdict == "reject" or (repaired and not repair):
        return Entered(judged.verdict, judged.findings, repairs=judged.repairs)
    used = judged.repaired if repaired and judged.repaired is not None else data
    page = used.removeprefix(b"\xef\xbb\xbf").decode().replace("\r\n", "\n").replace("\r", "\n")
    html, findings = linked_page(tool, page, assets, source=source, tools=tools, max_bytes=max_bytes)
    if errors_of(findings):
        return Entered("reject", findings)
    return Entered(judged.verdict, findings, page, html, judged.repairs if repaired else ())


PACKAGE = re.compile(
    r"@modelcontextprotocol/ext-apps(?:@[^/]+)?"
    r"(?:/(?:app|app-with-deps|index)(?:\.m?js)?|/dist/(?:src/)?(?:app|app-with-deps|index)\.js)?/?"
)
"""The specifiers that mean the App class and what belongs to it."""

RELATED = re.compile(r"@modelcontextprotocol/ext-apps(?:@[^/]+)?(?:/|\Z)")
"""Other parts of the package: for hosts, servers and React."""

NAMESPACE = "genuiExtApps"
"""The global under which the runtime leaves what can be imported."""

DATA_ID = "view-data"
"""The id of the data block."""

STYLED = '<style id="genui-style" media="not all">{style}</style>\n'
"""The style for the runtime's own drawing, which replaces a page that fails; until then it is off."""

EXPORTED = frozenset(
    {"App", "PostMessageTransport", "applyDocumentTheme", "applyHostFonts", "applyHostStyleVariables"}
    | {
        "getDocumentTheme",
        "LATEST_PROTOCOL_VERSION",
        "RESOURCE_MIME_TYPE",
        "RESOURCE_URI_META_KEY",
        "default",
    }
)
"""The names in it."""

COMMENT = "<!-- A page linked by genui, with code of its own: change page.html, then run genui build. -->"
DOCTYPE = re.compile(r"\s*<!doctype[^>]*>", re.IGNORECASE)


class PageError(ArtifactError):
    """A page that cannot be linked; `finding` says what in it, and where."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(
            f"{finding.line}:{finding.column} {finding.rule}: {finding.message}", hint=finding.hint
        )
        self.finding = finding


Edit = tuple[int, int, str]
"""Start and end of a part of a script, in bytes, and what it becomes."""


@dataclass(frozen=True, slots=True)
class Change:
    """What linking does to one script."""

    edits: tuple[Edit, ...]
    bindings: tuple[str, ...]
    """Patterns and names that are bound to the namespace at the start of the module."""


def link_page(tool: Tool, page: str, assets: Assets, *, source: str) -> bytes:
    """Link a page into the bytes of its artifact; `source` is the digest of all that it is made from.

    Raises:
        PageError: An import cannot be resolved, or the page uses a name that linking needs.
    """
    # As HTML parsers read line ends: places of the parser have to be places in this text.
    text = page.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    parsed = parse_page(text)
    changes = list(changed_scripts(parsed))
    refuse_reserved(text, parsed, changes)
    starts = [0, *(found.end() for found in re.finditer("\n", text))]
    first = changes[0][0] if changes else next(filter(runs, parsed.named("script")), None)
    parts: list[str] = []
    at = 0
    if first is not None:
        at = starts[first.line - 1] + first.column - 1
        plan = form_plan(tool, {}) if changes else {}
        # What genui's frame around the page says of a run.
        told = {"form": {name: plan[name] for name in ("words", "said")}} if plan else {}
        data = data_text({**head_data(tool, View(tool.name, {}), source=source), **told})
        parts += [text[:at], f"{DATA.decode()}\n{data}\n</script>\n"]
    if changes:
        parts.append(STYLED.format(style=within(STYLE, assets.texts[STYLE])))
        parts.append(f"<script>{assets.texts[PAGE_RUNTIME]}</script>\n")
    for element, change in changes:
        begin = script_offset(text, starts, element)
        parts += [text[at:begin], edited(element.text, change)]
        at = begin + len(element.text)
    return headed("".join([*parts, text[at:]])).encode()


def refuse_reserved(text: str, page: Page, changes: list[tuple[Element, Change]]) -> None:
    """Refuse a page that uses a name which linking gives to something else.

    Raises:
        PageError: It does.
    """
    found = [
        (name, element.line, element.column)
        for element in page.elements
        if (name := element.attributes.get("id")) == DATA_ID
    ]
    if changes and NAMESPACE in text:
        found.append((NAMESPACE, *place_of(text, text.index(NAMESPACE))))
    for name, line, column in found:
        raise PageError(
            Finding("reserved-name", "error", f"the page uses {name!r}", "rename it", "", line, column)
        )


def headed(html: str) -> str:
    """Return the page with a comment that tells a reader which file to change."""
    doctype = DOCTYPE.match(html)
    return html if doctype is None else f"{doctype[0]}\n{COMMENT}{html[doctype.end() :]}"


def changed_scripts(page: Page) -> Iterator[tuple[Element, Change]]:
    """Yield the scripts that import the package, each with what becomes of its imports."""
    for element in page.named("script"):
        if element.said("type") not in SCRIPT_TYPES or "ext-apps" not in element.text:
            continue
        change = change_of(element)
        if not change.edits:
            continue
        if not runs(element):
            raise error_at(element, None, "import-unresolved", "this script does not run where it stands")
        yield element, change


def runs(element: Element) -> bool:
    """Tell whether a script runs where it stands."""
    return element.namespace == "html" and all(parent.name != "template" for parent in parents(element))


def parents(element: Element) -> Iterator[Element]:
    """Yield the elements around one, from the inside."""
    while element.parent is not None:
        element = element.parent
        yield element


def change_of(element: Element) -> Change:
    """Return what linking does to a script."""
    edits: list[Edit] = []
    bindings: list[str] = []
    source = read_tree(element.text).source
    for node in (*source.nodes("import_statement"), *source.nodes("export_statement")):
        if not means_package(element, node, node.get("source")):
            continue
        if element.said("type") != "module":
            raise error_at(element, node, "import-outside-module", "only a module can import")
        bindings += bound(element, node)
        # The semicolon keeps apart what the statement kept apart, the line ends keep places in errors.
        edits.append((node.start, node.end, ";" + "\n" * node.text.count("\n")))
    for node in source.nodes("call_expression"):
        called, arguments = node.get("function"), node.get("arguments")
        is_import = called is not None and called.kind == "import"
        specifiers = arguments.kids if is_import and arguments is not None else ()
        if specifiers and means_package(element, node, specifiers[0]):
            edits.append((node.start, node.end, f"Promise.resolve(globalThis.{NAMESPACE})"))
    return Change(tuple(edits), tuple(bindings))


def means_package(element: Element, node: Node, named: Node | None) -> bool:
    """Tell whether a specifier means what the bridge offers."""
    if named is None or named.kind not in ("string", "template_string"):
        return False
    specifier = named.name
    if PACKAGE.fullmatch(specifier):
        return True
    if RELATED.match(specifier):
        raise error_at(
            element,
            node,
            "import-unresolved",
            f"{specifier!r} is for hosts, servers or frameworks, not for pages",
        )
    return False


def bound(element: Element, node: Node) -> Iterator[str]:
    """Yield what an import statement binds: a destructuring pattern, or the name of the namespace."""
    if node.kind == "export_statement":
        return
    clause = next((child for child in node.kids if child.kind == "import_clause"), None)
    for part in clause.kids if clause else ():
        if part.kind == "identifier":
            yield f"{{default:{part.text}}}"
        elif part.kind == "namespace_import":
            yield part.kids[0].text
        elif part.kind == "named_imports":
            specifiers = [child for child in part.kids if child.kind == "import_specifier"]
            yield "{" + ",".join(member(element, specifier) for specifier in specifiers) + "}"


def member(element: Element, specifier: Node) -> str:
    """Return an import specifier as a member of a destructuring pattern."""
    name, alias = specifier.get("name"), specifier.get("alias")
    assert name is not None
    imported = name.name
    if imported not in EXPORTED:
        known = ", ".join(sorted(EXPORTED - {"default"}))
        raise error_at(
            element, specifier, "import-unresolved", f"the bridge has no {imported!r}", f"it has {known}"
        )
    return f"{imported}:{alias.text}" if alias is not None else str(imported)


def edited(script: str, change: Change) -> str:
    """Return a script with its imports replaced, the bindings in its first line."""
    # The parser of scripts counts bytes.
    data, at = script.encode(), 0
    parts = [f"const {pattern}=globalThis.{NAMESPACE};".encode() for pattern in change.bindings]
    for start, end, text in sorted(change.edits):
        parts += [data[at:start], text.encode()]
        at = end
    return b"".join([*parts, data[at:]]).decode()


def error_at(element: Element, node: Node | None, rule: str, message: str, hint: str = "") -> PageError:
    """Return the error for a place in a script, or for the script itself."""
    line, column = element.line, element.column
    if node is not None:
        row, byte = node.source.place(node.start)
        line, column = element.text_line + row, (element.text_column if row == 0 else 1) + byte
    hint = hint or 'import { App } from "@modelcontextprotocol/ext-apps" in a <script type="module">'
    return PageError(Finding(rule, "error", message, hint, line=line, column=column))


def place_of(text: str, at: int) -> tuple[int, int]:
    """Return line and column of an offset, 1-based."""
    before = text[:at]
    return before.count("\n") + 1, at - before.rfind("\n")


def script_offset(text: str, starts: list[int], element: Element) -> int:
    """Return where a script's text begins."""
    begin = starts[element.text_line - 1] + element.text_column - 1
    if not text.startswith(element.text, begin):
        raise error_at(
            element, None, "import-unresolved", "this script's text is not what stands in the file"
        )
    return begin
