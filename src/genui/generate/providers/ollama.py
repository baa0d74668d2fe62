"""A local model by Ollama's chat API, streamed as one JSON object a line."""

import json
import os
import time
from contextlib import suppress
from typing import Any

import httpx2

from genui.generate.providers.loop import kept
from genui.generate.providers.problems import ProviderError, problem_of_status, retry_seconds
from genui.generate.providers.request import Answer, ModelChoice, Report, Request
from genui.generate.providers.trust import certificates

HOST = "http://127.0.0.1:11434"


async def answer(request: Request, choice: ModelChoice, report: Report) -> Answer:
    """Ask once.

    Raises:
        ProviderError: There is no whole answer.
    """
    url = f"{address(choice)}/api/chat"
    key = os.environ.get("OLLAMA_API_KEY")
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    client = kept("ollama", choice.base_url, client_of, close="aclose")
    parts: list[str] = []
    last: dict[str, Any] = {}
    came = 0
    try:
        async with client.stream("POST", url, headers=headers, json=body(request, choice)) as response:
            if response.status_code != 200:
                raise refused(response, await response.aread())
            async for line in response.aiter_lines():
                if not line.strip():
                    continue
                last = read_line(line)
                parts.append(str((last.get("message") or {}).get("content") or ""))
                came += len(parts[-1])
                report(came)
    except httpx2.TimeoutException as error:
        raise ProviderError("timeout", str(error)) from error
    except (httpx2.HTTPError, httpx2.InvalidURL, httpx2.StreamError) as error:
        raise ProviderError("network", f"{url}: {str(error) or type(error).__name__}") from error
    if not last.get("done"):
        raise ProviderError("network", "the stream ended before its last line")
    if last.get("done_reason") == "length":
        raise ProviderError("truncated", "the answer reached its limit of tokens")
    counts = [last.get(name) or 0 for name in ("prompt_eval_count", "eval_count")]
    return Answer("".join(parts), "ollama", choice.model, *counts)


def client_of() -> httpx2.AsyncClient:
    """Return a client that waits for as long as the budget does."""
    return httpx2.AsyncClient(timeout=None, verify=certificates())


def address(choice: ModelChoice) -> str:
    """Return where Ollama listens: base_url, else OLLAMA_HOST, else its own default."""
    host = (choice.base_url or os.environ.get("OLLAMA_HOST") or HOST).rstrip("/")
    if "://" not in host:
        host = f"http://{host}" if ":" in host else f"http://{host}:11434"
    return host.removesuffix("/api").removesuffix("/v1")


def body(request: Request, choice: ModelChoice) -> dict[str, Any]:
    """Return the body of the call."""
    turns = [{"role": turn.role, "content": turn.text} for turn in request.turns]
    options: dict[str, Any] = {"num_predict": request.output_tokens}
    if choice.temperature is not None:
        options["temperature"] = choice.temperature
    given = {"model": choice.model, "stream": True, "options": options}
    given["messages"] = [{"role": "system", "content": request.system}, *turns]
    return given if request.schema is None else {**given, "format": dict(request.schema)}


def read_line(line: str) -> dict[str, Any]:
    """Read one line of the stream."""
    try:
        read = json.loads(line)
    except ValueError:
        read = None
    if not isinstance(read, dict):
        raise ProviderError("network", f"a line of the answer is no JSON object: {line[:80]}")
    if read.get("error"):
        raise ProviderError("server", str(read["error"]))
    return read


def refused(response: httpx2.Response, data: bytes) -> ProviderError:
    """Return the error that an HTTP status stands for."""
    text = data[:2000].decode(errors="replace")
    with suppress(ValueError, KeyError, TypeError):
        text = str(json.loads(data)["error"])
    seconds = retry_seconds(response.headers, now=time.time())
    problem = problem_of_status(response.status_code)
    return ProviderError(problem, f"HTTP {response.status_code}: {text}", retry_after=seconds)
