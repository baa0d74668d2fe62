"""Anthropic's Messages API: streamed, the system prompt cached, the answer held to a schema."""

import os
from typing import Any

import anthropic
import httpx2

from genui.generate import sdk
from genui.generate.problems import ProviderError, problem_of_status
from genui.generate.request import Answer, ModelChoice, Report, Request

STOPPED = {
    "max_tokens": "truncated",
    "model_context_window_exceeded": "truncated",
    "refusal": "content-filtered",
    None: "network",
}
"""The problem behind each stop reason that leaves no whole answer."""

ERROR_TYPES = {
    "rate_limit_error": "rate-limit",
    "overloaded_error": "server",
    "api_error": "server",
    "timeout_error": "timeout",
    "authentication_error": "auth",
    "permission_error": "auth",
    "billing_error": "auth",
}
"""The problem behind each error inside a stream whose status was 200."""

RETRIED = frozenset({"rate-limit", "server", "timeout"})
"""Problems that may pass."""


async def answer(request: Request, choice: ModelChoice, report: Report, seconds: float) -> Answer:
    """Ask within so many seconds.

    Raises:
        ProviderError: There is no whole answer.
    """
    came = 0
    async with client_of(choice, seconds) as client:
        try:
            async with client.messages.stream(**parameters(request, choice)) as stream:
                async for text in stream.text_stream:
                    came += len(text)
                    report(came)
                message = await stream.get_final_message()
        except anthropic.APIError as error:
            raise failure(error) from error
        except (httpx2.HTTPError, httpx2.StreamError, AssertionError, ValueError) as error:
            # The SDK asserts that a stream had a first event.
            raise sdk.broken(error) from error
    if message.stop_reason in STOPPED:
        problem = STOPPED[message.stop_reason]
        raise ProviderError(problem, f"the answer stopped: {message.stop_reason}", retry=problem == "network")
    parts = [block.text for block in message.content if block.type == "text"]
    usage = message.usage
    cached = (usage.cache_read_input_tokens or 0) + (usage.cache_creation_input_tokens or 0)
    return Answer("".join(parts), "anthropic", choice.model, usage.input_tokens + cached, usage.output_tokens)


def client_of(choice: ModelChoice, seconds: float) -> anthropic.AsyncAnthropic:
    """Return a client with the key of the environment."""
    key = os.environ.get("ANTHROPIC_API_KEY") or None
    return anthropic.AsyncAnthropic(
        api_key=key,
        auth_token=None if key else os.environ.get("ANTHROPIC_AUTH_TOKEN") or None,
        http_client=anthropic.DefaultAsyncHttpxClient(event_hooks=sdk.hooks(seconds)),
        **sdk.settings(choice, seconds),
    )


def parameters(request: Request, choice: ModelChoice) -> dict[str, Any]:
    """Return the parameters of the call.

    Current models refuse a temperature, and the SDK has no such parameter: it is sent only where the
    config names one.
    """
    # The system prompt is the same for every tool of a build, so it is cached.
    system = {"type": "text", "text": request.system, "cache_control": {"type": "ephemeral"}}
    held = {"type": "json_schema", "schema": dict(request.schema or {})}
    return {
        "model": choice.model,
        "max_tokens": request.output_tokens,
        "system": [system],
        "messages": [{"role": turn.role, "content": turn.text} for turn in request.turns],
        **({"output_config": {"format": held}} if request.schema is not None else {}),
        **({"extra_body": {"temperature": choice.temperature}} if choice.temperature is not None else {}),
    }


def failure(error: anthropic.APIError) -> ProviderError:
    """Return an error of the SDK as one of ours."""
    if isinstance(error, anthropic.APITimeoutError):
        return ProviderError("timeout", error.message)
    if not isinstance(error, anthropic.APIStatusError):
        return ProviderError("network", f"{error.message} {error.__cause__ or ''}".strip())
    message = f"HTTP {error.status_code}: {error.api_message or error.message}"
    if error.status_code == 200 and (problem := ERROR_TYPES.get(error.type or "")):
        return ProviderError(problem, message, retry=problem in RETRIED)
    return ProviderError(problem_of_status(error.status_code), message)
