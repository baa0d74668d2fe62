"""Anthropic's Messages API: streamed, the system prompt cached, the answer held to a schema."""

import os
import time
from typing import Any

import anthropic
import httpx2

from genui.generate.providers.loop import kept
from genui.generate.providers.problems import ProviderError, problem_of_status, retry_seconds
from genui.generate.providers.request import Answer, ModelChoice, Report, Request
from genui.generate.providers.trust import certificates

STOPPED = {
    "max_tokens": "truncated",
    "model_context_window_exceeded": "truncated",
    "refusal": "content-filtered",
    None: "network",
}
"""What a stop reason means that leaves no whole answer."""

ERROR_TYPES = {
    "rate_limit_error": "rate-limit",
    "overloaded_error": "server",
    "api_error": "server",
    "timeout_error": "timeout",
    "authentication_error": "auth",
    "permission_error": "auth",
    "billing_error": "auth",
}
"""What an error means that comes inside a stream, whose status was 200."""


async def answer(request: Request, choice: ModelChoice, report: Report) -> Answer:
    """Ask once.

    Raises:
        ProviderError: There is no whole answer.
    """
    client = kept("anthropic", choice.base_url, lambda: client_of(choice), close="close")
    came = 0
    try:
        async with client.messages.stream(**parameters(request, choice)) as stream:
            async for text in stream.text_stream:
                came += len(text)
                report(came)
            message = await stream.get_final_message()
    except anthropic.APIError as error:
        raise told(error) from error
    except httpx2.TimeoutException as error:
        raise ProviderError("timeout", "the stream stopped") from error
    except (httpx2.HTTPError, httpx2.StreamError) as error:
        raise ProviderError("network", f"the stream broke: {str(error) or type(error).__name__}") from error
    except AssertionError as error:
        raise ProviderError("network", "the stream ended before it began") from error
    except ValueError as error:
        raise ProviderError("server", f"what came is no answer of this API: {error}") from error
    if message.stop_reason in STOPPED:
        raise ProviderError(STOPPED[message.stop_reason], f"the answer stopped: {message.stop_reason}")
    parts = [block.text for block in message.content if block.type == "text"]
    usage = message.usage
    cached = (usage.cache_read_input_tokens or 0) + (usage.cache_creation_input_tokens or 0)
    return Answer("".join(parts), "anthropic", choice.model, usage.input_tokens + cached, usage.output_tokens)


def client_of(choice: ModelChoice) -> anthropic.AsyncAnthropic:
    """Return a client with the key of the environment."""
    key = os.environ.get("ANTHROPIC_API_KEY") or None
    return anthropic.AsyncAnthropic(
        api_key=key,
        auth_token=None if key else os.environ.get("ANTHROPIC_AUTH_TOKEN") or None,
        base_url=choice.base_url,
        max_retries=0,
        http_client=anthropic.DefaultAsyncHttpxClient(verify=certificates()),
    )


def parameters(request: Request, choice: ModelChoice) -> dict[str, Any]:
    """Return the parameters of the call.

    Current models refuse a temperature, and the SDK has no such parameter: it is sent only where the
    config names one.
    """
    system = {"type": "text", "text": request.system, "cache_control": {"type": "ephemeral"}}
    given: dict[str, Any] = {
        "model": choice.model,
        "max_tokens": request.output_tokens,
        "system": [system],
        "messages": [{"role": turn.role, "content": turn.text} for turn in request.turns],
    }
    if request.schema is not None:
        given["output_config"] = {"format": {"type": "json_schema", "schema": dict(request.schema)}}
    if choice.temperature is not None:
        given["extra_body"] = {"temperature": choice.temperature}
    return given


def told(error: anthropic.APIError) -> ProviderError:
    """Return an error of the SDK as one of ours."""
    if isinstance(error, anthropic.APITimeoutError):
        return ProviderError("timeout", error.message)
    if isinstance(error, anthropic.APIConnectionError):
        return ProviderError("network", f"{error.message} {error.__cause__ or ''}".strip())
    if not isinstance(error, anthropic.APIStatusError):
        return ProviderError("network", error.message)
    problem = ERROR_TYPES.get(error.type or "") if error.status_code == 200 else None
    seconds = retry_seconds(error.response.headers, now=time.time())
    message = f"HTTP {error.status_code}: {error.api_message or error.message}"
    return ProviderError(problem or problem_of_status(error.status_code), message, retry_after=seconds)
