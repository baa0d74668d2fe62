"""OpenAI's Chat Completions API, and every server that is compatible with it, such as Ollama's."""

import os
from typing import Any

import httpx2
import openai

from genui.generate import sdk
from genui.generate.problems import ProviderError, problem_of_status
from genui.generate.request import Answer, ModelChoice, Report, Request, request_tokens, tokens_of

OLLAMA = "http://127.0.0.1:11434"
STOPPED = {"length": "truncated", "content_filter": "content-filtered", None: "network"}
"""The problem behind each finish reason that leaves no whole answer."""


async def answer(request: Request, choice: ModelChoice, report: Report, seconds: float) -> Answer:
    """Ask within so many seconds.

    Raises:
        ProviderError: There is no whole answer.
    """
    parts: list[str] = []
    refusal: list[str] = []
    came, finish = 0, None
    async with client_of(choice, seconds) as client:
        try:
            stream = await client.chat.completions.create(stream=True, **parameters(request, choice))
            async with stream:
                async for chunk in stream:
                    for part in chunk.choices or ():
                        parts.append(part.delta.content or "")
                        refusal.append(getattr(part.delta, "refusal", None) or "")
                        finish = part.finish_reason or finish
                        came += len(parts[-1])
                        report(came)
        except openai.APIError as error:
            raise failure(error, begun=bool(parts)) from error
        except (httpx2.HTTPError, httpx2.StreamError, ValueError) as error:
            raise sdk.broken(error) from error
    if any(refusal):
        raise ProviderError("content-filtered", f"the model refused: {''.join(refusal)}")
    if finish in STOPPED:
        raise ProviderError(STOPPED[finish], f"the answer stopped: {finish}", retry=finish is None)
    text = "".join(parts)
    return Answer(text, choice.provider, choice.model, request_tokens(request), tokens_of(text))


def client_of(choice: ModelChoice, seconds: float) -> openai.AsyncOpenAI:
    """Return a client with the key of the environment; a server of one's own may need none."""
    variable = "OLLAMA_API_KEY" if choice.provider == "ollama" else "OPENAI_API_KEY"
    given = sdk.settings(choice, seconds)
    if choice.provider == "ollama":
        given["base_url"] = ollama_address(choice)
    http = openai.DefaultAsyncHttpxClient(event_hooks=sdk.hooks(seconds))
    # The SDK refuses to start without a key, and a server of one's own may need none.
    return openai.AsyncOpenAI(api_key=os.environ.get(variable) or "none", http_client=http, **given)


def ollama_address(choice: ModelChoice) -> str:
    """Return where Ollama listens: base_url, else OLLAMA_HOST, else its own default."""
    host = (choice.base_url or os.environ.get("OLLAMA_HOST") or OLLAMA).rstrip("/")
    if "://" not in host:
        host = f"http://{host}" if ":" in host else f"http://{host}:11434"
    return host.removesuffix("/api").removesuffix("/v1") + "/v1"


def parameters(request: Request, choice: ModelChoice) -> dict[str, Any]:
    """Return the parameters of the call; compatible servers know the older name of the limit."""
    elsewhere = choice.provider == "ollama" or choice.base_url or os.environ.get("OPENAI_BASE_URL")
    system = {"role": "system", "content": request.system}
    held = {"name": request.prompt, "schema": dict(request.schema or {}), "strict": False}
    form = {"type": "json_schema", "json_schema": held}
    return {
        "model": choice.model,
        "messages": [system, *({"role": turn.role, "content": turn.text} for turn in request.turns)],
        "max_tokens" if elsewhere else "max_completion_tokens": request.output_tokens,
        **({} if elsewhere else {"prompt_cache_key": f"genui-{request.prompt}"}),
        **({} if request.schema is None else {"response_format": form}),
        **({} if choice.temperature is None else {"temperature": choice.temperature}),
    }


def failure(error: openai.APIError, *, begun: bool) -> ProviderError:
    """Return an error of the SDK as one of ours."""
    if isinstance(error, openai.APITimeoutError):
        return ProviderError("timeout", error.message)
    if isinstance(error, openai.APIConnectionError):
        return ProviderError("network", f"{error.message} {error.__cause__ or ''}".strip(), retry=begun)
    if not isinstance(error, openai.APIStatusError):
        limited = "rate" in f"{error.code} {error.type}"
        return ProviderError("rate-limit" if limited else "server", error.message, retry=True)
    if error.code == "insufficient_quota":
        return ProviderError("auth", error.message)
    problem = "content-filtered" if error.code == "content_filter" else problem_of_status(error.status_code)
    return ProviderError(problem, f"HTTP {error.status_code}: {error.message}")
