"""Asking a model: one time budget over all attempts, real cancellation, no keys in the answer."""

import asyncio
import logging
import threading
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from importlib import import_module

from genui.generate.problems import ProviderError, redact, without_secrets
from genui.generate.request import Answer, ModelChoice, Report, Request

Answerer = Callable[[Request, ModelChoice, Report, float], Awaitable[Answer]]
"""Asks a provider, which may take so many seconds; raises ProviderError where there is no whole answer."""

ASKS = {
    "anthropic": "genui.generate.anthropic",
    "openai": "genui.generate.openai",
    "ollama": "genui.generate.openai",
    "command": "genui.generate.command",
}
"""The module whose `answer` asks a provider."""

log = logging.getLogger(__name__)

_schemaless: set[tuple[str, str | None, str]] = set()
"""Models that refused a schema while this process runs: they are not sent one again."""


class Budget:
    """The seconds that the requests of one job may take together; `cancel` may come from any thread.

    Nothing else counts: neither waiting for a slot, nor checking an answer, nor loading an SDK.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = self.left = seconds
        self.cancelled = False
        self._lock = threading.Lock()
        self._stop: Callable[[], object] = lambda: None

    def cancel(self) -> None:
        """Stop the request that runs within this budget, and let no other begin."""
        with self._lock:
            self.cancelled = True
            with suppress(RuntimeError):  # its loop ended by itself just now
                self._stop()

    def begin(self, stop: Callable[[], object]) -> None:
        """Note how the request that begins is stopped.

        Raises:
            ProviderError: The budget is cancelled.
        """
        with self._lock:
            if self.cancelled:
                raise ProviderError("aborted", "stopped before it was asked")
            self._stop = stop


def ask(
    choice: ModelChoice, request: Request, *, budget: Budget, report: Report = lambda characters: None
) -> Answer:
    """Ask a model and return its answer, without the keys of this process should it hold one.

    Blocks; for threads without an event loop.

    Raises:
        ProviderError: There is no answer.
    """
    if choice.provider == "replay":
        reply = choice.replies.get(request.key)
        if reply is None:
            raise ProviderError("missing-reply", f"no answer is recorded for {request.prompt} {request.key}")
        return Answer(reply.answer, reply.provider, reply.model)
    # Loads an SDK, which takes seconds: before the clock runs.
    answer: Answerer = import_module(ASKS[choice.provider]).answer
    # A loop of its own for each request: cancelling it closes the connection, so the provider stops too.
    given = asyncio.run(_within(budget, answer, request, choice, report))
    return replace(given, text=without_secrets(given.text))


async def _within(
    budget: Budget, answer: Answerer, request: Request, choice: ModelChoice, report: Report
) -> Answer:
    task, loop, started = asyncio.current_task(), asyncio.get_running_loop(), time.monotonic()
    assert task is not None
    budget.begin(lambda: loop.call_soon_threadsafe(task.cancel))
    try:
        async with asyncio.timeout(budget.left):
            return await _attempts(answer, request, choice, report, started + budget.left)
    except TimeoutError:
        raise ProviderError("timeout", f"no answer within {budget.seconds:.15g} s") from None
    except asyncio.CancelledError:
        if not budget.cancelled:
            raise
        raise ProviderError("aborted", "stopped while it was asked") from None
    finally:
        seconds = time.monotonic() - started
        budget.left = max(0.0, budget.left - seconds)
        log.debug("%s: %s took %.1f s", request.tool, redact(choice.model), seconds)


async def _attempts(
    answer: Answerer, request: Request, choice: ModelChoice, report: Report, ends: float
) -> Answer:
    """Ask, again where a stream broke, and without the schema of the answer where a provider refuses it."""
    who, tries = (choice.provider, choice.base_url, choice.model), 0
    # The refusal of a schema costs a request, so it is remembered.
    if who in _schemaless:
        request = replace(request, schema=None)
    refused = False
    while True:
        try:
            given = await answer(request, choice, report, ends - time.monotonic())
        except ProviderError as error:
            log.info("%s: %s", request.tool, error.message)
            if error.retry and tries < choice.retries:
                tries += 1
            elif error.problem == "invalid-request" and request.schema is not None:
                request, refused = replace(request, schema=None), True
            else:
                raise
        else:
            if refused:
                _schemaless.add(who)
            return given
