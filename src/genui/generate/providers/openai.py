"""OpenAI's Chat Completions API, and every server that is compatible with it."""

import os
import time
from typing import Any

import httpx2
import openai

from genui.generate.providers.loop import kept
from genui.generate.providers.problems import ProviderError, problem_of_status, retry_seconds
from genui.generate.providers.request import Answer, ModelChoice, Report, Request, request_tokens, tokens_of
from genui.generate.providers.trust import certificates

STOPPED = {"length": "truncated", "content_filter": "content-filtered", None: "network"}
"""What a finish reason means that leaves no whole answer."""


async def answer(request: Request, choice: ModelChoice, report: Report) -> Answer:
    """Ask once.

    Raises:
        ProviderError: There is no whole answer.
    """
    client = kept("openai", choice.base_url, lambda: client_of(choice), close="close")
    parts: list[str] = []
    refusal: list[str] = []
    came, finish = 0, None
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
        raise told(error) from error
    except httpx2.TimeoutException as error:
        raise ProviderError("timeout", "the stream stopped") from error
    except (httpx2.HTTPError, httpx2.StreamError) as error:
        raise ProviderError("network", f"the stream broke: {str(error) or type(error).__name__}") from error
    except ValueError as error:
        raise ProviderError("server", f"what came is no answer of this API: {error}") from error
    if any(refusal):
        raise ProviderError("content-filtered", f"the model refused: {''.join(refusal)}")
    if finish in STOPPED:
        raise ProviderError(STOPPED[finish], f"the answer stopped: {finish}")
    text = "".join(parts)
    return Answer(text, "openai", choice.model, request_tokens(request), tokens_of(text))


def client_of(choice: ModelChoice) -> openai.AsyncOpenAI:
    """Return a client with the key of the environment; a server of one's own may need none."""
    key = os.environ.get("OPENAI_API_KEY") or "none"
    http = openai.DefaultAsyncHttpxClient(verify=certificates())
    return openai.AsyncOpenAI(api_key=key, base_url=choice.base_url, max_retries=0, http_client=http)


def parameters(request: Request, choice: ModelChoice) -> dict[str, Any]:
    """Return the parameters of the call; compatible servers know the older name of the limit."""
    own = choice.base_url is None and not os.environ.get("OPENAI_BASE_URL")
    system = {"role": "system", "content": request.system}
    given: dict[str, Any] = {
        "model": choice.model,
        "messages": [system, *({"role": turn.role, "content": turn.text} for turn in request.turns)],
        "max_completion_tokens" if own else "max_tokens": request.output_tokens,
    }
    if own:
        given["prompt_cache_key"] = f"genui-{request.prompt}"
    if request.schema is not None:
        held = {"name": request.prompt, "schema": dict(request.schema), "strict": False}
        given["response_format"] = {"type": "json_schema", "json_schema": held}
    if choice.temperature is not None:
        given["temperature"] = choice.temperature
    return given


def told(error: openai.APIError) -> ProviderError:
    """Return an error of the SDK as one of ours."""
    if isinstance(error, openai.APITimeoutError):
        return ProviderError("timeout", error.message)
    if isinstance(error, openai.APIConnectionError):
        return ProviderError("network", f"{error.message} {error.__cause__ or ''}".strip())
    if not isinstance(error, openai.APIStatusError):
        limited = "rate" in f"{error.code} {error.type}"
        return ProviderError("rate-limit" if limited else "server", error.message)
    if error.code == "insufficient_quota":
        return ProviderError("auth", error.message)
    problem = "content-filtered" if error.code == "content_filter" else problem_of_status(error.status_code)
    seconds = retry_seconds(error.response.headers, now=time.time())
    return ProviderError(problem, f"HTTP {error.status_code}: {error.message}", retry_after=seconds)
