"""What the page may ask of the server, and what the sandbox's origin serves to frames."""

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from genui.canonical import parsed
from genui.errors import GenuiError, UpstreamError
from genui.plaintext import embed_json
from genui.preview.csp import Document, policy_of
from genui.preview.desk import Desk, told
from genui.preview.guard import NAMES, Guard, Places

TYPES = {"html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
COMMON = {
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}
METHODS = frozenset(
    {"tools/call", "resources/read", "resources/list", "resources/templates/list", "prompts/list"}
)
"""What a view may ask the upstream through its host."""
SANDBOX_POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; frame-src 'self'; base-uri 'none'"

METHOD_NOT_FOUND = -32601

Work = Callable[[Desk, dict[str, Any]], dict[str, Any] | None]


def application(
    desk: Desk,
    places: Places,
    texts: dict[str, str],
    *,
    lifespan: Callable[[Starlette], AbstractAsyncContextManager[None]] | None = None,
) -> ASGIApp:
    """Return the whole preview as one ASGI application; `texts` are the page's files by name."""
    page = Starlette(
        routes=page_routes(desk, places, texts), exception_handlers={GenuiError: on_error}, lifespan=lifespan
    )
    return Guard(page, Starlette(routes=sandbox_routes(desk, places, texts)), places)


def page_policy(places: Places) -> str:
    """Return the policy of the page itself: its own files, and frames of elsewhere."""
    sandboxes = " ".join(f"http://{name}:{places.sandbox_port}" for name in NAMES)
    local = " ".join(f"http://{name}:*" for name in NAMES)
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
        f"frame-src {sandboxes} https: {local}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def page_routes(desk: Desk, places: Places, texts: dict[str, str]) -> list[Route]:
    """Return the routes of the page: its files, what it knows, and its API."""
    page_headers = COMMON | {
        "content-security-policy": page_policy(places),
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
    }

    async def asset(request: Request) -> Response:
        return text_response(texts, request.path_params.get("name") or "index.html", page_headers)

    async def state(_: Request) -> Response:
        return told_json(await run_in_threadpool(desk.state) | {"sandboxPort": places.sandbox_port})

    async def view(request: Request) -> Response:
        return told_json(await run_in_threadpool(desk.details, request.query_params.get("tool", "")))

    async def events(_: Request) -> Response:
        return StreamingResponse(desk.live.stream(), media_type="text/event-stream", headers=COMMON)

    posts = [Route(f"/api/{name}", posted(work, desk), methods=["POST"]) for name, work in POSTS.items()]
    return [
        Route("/", asset),
        Route("/api/state", state),
        Route("/api/view", view),
        Route("/api/events", events),
        *posts,
        Route("/{name}", asset),
    ]


def posted(work: Work, desk: Desk) -> Callable[[Request], Awaitable[Response]]:
    """Return the endpoint of a function that takes the request's JSON and may take its time."""

    async def endpoint(request: Request) -> Response:
        return told_json(await run_in_threadpool(work, desk, await body(request)) or {})

    return endpoint


def frame(desk: Desk, asked: dict[str, Any]) -> dict[str, Any]:
    """Keep a tool's view, or a document that the page has, for a frame to load."""
    if "tool" in asked:
        return desk.frame(str(asked["tool"]))
    document = Document(str(asked.get("html", "")).encode(), policy_of(asked.get("csp")))
    return {"id": desk.frames.add(document)}


def ask(desk: Desk, asked: dict[str, Any]) -> dict[str, Any]:
    """Pass a request of a view on to the upstream."""
    method, params = str(asked.get("method")), asked.get("params")
    if method not in METHODS:
        return {"error": {"code": METHOD_NOT_FOUND, "message": f"a view may not ask for {method}"}}
    return desk.call(method, params if isinstance(params, dict) else {}, key=str(asked.get("key", "")))


POSTS: dict[str, Work] = {
    "frame": frame,
    "ask": ask,
    "cancel": lambda desk, asked: desk.upstream.cancel(
        str(asked.get("key", "")), reason=str(asked.get("reason", ""))
    ),
    "refine": lambda desk, asked: desk.refine(str(asked.get("tool", "")), str(asked.get("feedback", ""))),
    "undo": lambda desk, asked: desk.undo(
        str(asked.get("tool", "")), asked["steps"] if isinstance(asked.get("steps"), int) else 1
    ),
    "example": lambda desk, asked: desk.keep_example(asked),
    "restart": lambda desk, _: desk.restart(),
}
"""What the page may ask to be done, by the last part of its address."""


def sandbox_routes(desk: Desk, places: Places, texts: dict[str, str]) -> list[Route]:
    """Return the routes of the other origin: the frame between page and view, and the views."""
    ancestors = " ".join(f"http://{name}:{places.port}" for name in NAMES)
    outer = COMMON | {"content-security-policy": f"{SANDBOX_POLICY}; frame-ancestors {ancestors}"}

    def found(request: Request) -> Document | None:
        return desk.frames.get(request.path_params["key"])

    async def sandbox(request: Request) -> Response:
        name = request.path_params.get("name") or "sandbox.html"
        if found(request) is None or not name.startswith("sandbox."):
            return PlainTextResponse("No frame has this address.\n", 404, headers=COMMON)
        return text_response(texts, name, outer)

    async def view(request: Request) -> Response:
        document = found(request)
        if document is None:
            return PlainTextResponse("No frame has this address.\n", 404, headers=COMMON)
        if request.headers.get("sec-fetch-dest", "iframe") != "iframe":
            return PlainTextResponse("A view is shown in a frame only.\n", 403, headers=COMMON)
        policy = f"{document.policy}; sandbox allow-scripts; report-uri report"
        return Response(
            document.html,
            media_type="text/html; charset=utf-8",
            headers=COMMON | {"content-security-policy": policy},
        )

    async def report(request: Request) -> Response:
        if found(request) is not None:
            told_of = (await body(request)).get("csp-report")
            desk.live.tell("violation", frame=request.path_params["key"], report=told_of)
        return Response(status_code=204)

    return [
        Route("/{key}/view", view),
        Route("/{key}/report", report, methods=["POST"]),
        Route("/{key}/", sandbox),
        Route("/{key}/{name}", sandbox),
    ]


def text_response(texts: dict[str, str], name: str, headers: dict[str, str]) -> Response:
    """Return one of the page's files."""
    if name not in texts:
        return PlainTextResponse(f"There is no {name} here.\n", 404, headers=COMMON)
    kind = TYPES.get(name.rpartition(".")[2], "text/plain")
    return Response(texts[name], media_type=f"{kind}; charset=utf-8", headers=headers)


def told_json(value: Any) -> Response:
    """Return a value as JSON that every reader takes."""
    return Response(embed_json(value), media_type="application/json", headers=COMMON)


async def body(request: Request) -> dict[str, Any]:
    """Return the JSON object that a request carries.

    Raises:
        GenuiError: It carries something else.
    """
    value = parsed(await request.body())
    if not isinstance(value, dict):
        raise GenuiError("the body is no JSON object", hint="send one")
    return value


async def on_error(_: Request, error: Exception) -> Response:
    """Answer with the error and its hint."""
    assert isinstance(error, GenuiError)
    status = 502 if isinstance(error, UpstreamError) else 422
    return JSONResponse({"problem": told(error)}, status, headers=COMMON)
