"""Asking a model: attempts within one time budget, Retry-After honoured, cancelled for real."""

import asyncio
import logging
import threading
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from importlib import import_module
from types import ModuleType

from genui.generate.providers import loop
from genui.generate.providers.budget import Budget
from genui.generate.providers.problems import ProviderError, redact, secrets_of, without_secrets
from genui.generate.providers.request import Answer, ModelChoice, Report, Request
from genui.generate.providers.table import KEY_VARIABLES

FIRST_DELAY_SECONDS = 1.0
MAX_DELAY_SECONDS = 5.0
SENDING_SECONDS = 0.02
"""When a request is on its way: until then nothing else should want the processor."""

Wait = Callable[[float], Awaitable[None]]

log = logging.getLogger(__name__)

_schemaless: set[tuple[str, str | None, str]] = set()
"""Models that refused a schema while this process runs: they are not sent one again."""


def ask(
    choice: ModelChoice,
    request: Request,
    *,
    budget: Budget,
    report: Report = lambda characters: None,
    wait: Wait = asyncio.sleep,
) -> Answer:
    """Ask a model and return its answer, without the keys of this process should it hold one.

    Blocks the calling thread for no longer than the budget. `report` is called with 0 when it is asked.

    Raises:
        ProviderError: There is no answer; `problem` says why, by a slug of PROBLEMS.
    """
    if budget.cancelled:
        raise ProviderError("aborted", "stopped before it was asked")
    with budget.paused():
        load(choice.provider)
    answer = loop.run(_ask(choice, request, budget, report, wait))
    return replace(answer, text=without_secrets(answer.text, secrets_of(KEY_VARIABLES)))


def load(provider: str) -> ModuleType:
    """Return a provider's module, which loads its SDK."""
    return import_module(f"genui.generate.providers.{provider}")


def load_ahead(provider: str) -> None:
    """Begin to load a provider's module in a thread: an SDK takes seconds, in which there is other work."""

    def loading() -> None:
        with suppress(Exception):  # whoever asks then is told
            load(provider)

    threading.Thread(target=loading, name="genui-load", daemon=True).start()


async def _ask(choice: ModelChoice, request: Request, budget: Budget, report: Report, wait: Wait) -> Answer:
    task = asyncio.current_task()
    assert task is not None

    def stop() -> None:
        with suppress(RuntimeError):  # the loop ended by itself just now
            loop.running().call_soon_threadsafe(task.cancel)

    with budget.stopping(stop):
        try:
            async with asyncio.timeout(budget.remaining):
                return await _attempts(choice, request, budget, report, wait)
        except TimeoutError:
            message = f"no answer within {budget.seconds:.15g} s"
            raise ProviderError("timeout", message, retryable=False) from None
        except asyncio.CancelledError:
            if not budget.cancelled:
                raise
            raise ProviderError("aborted", "stopped while it was asked") from None


async def _attempts(
    choice: ModelChoice, request: Request, budget: Budget, report: Report, wait: Wait
) -> Answer:
    delay = FIRST_DELAY_SECONDS
    for attempt in range(choice.retries + 1):
        try:
            return await _attempt(choice, request, report)
        except ProviderError as error:
            pause = delay if error.retry_after is None else error.retry_after
            if not error.retryable or attempt == choice.retries or pause >= budget.remaining:
                raise
            log.info("%s: %s; asked again in %.1f s", request.tool, error.message, pause)
        await wait(pause)
        delay = min(delay * 2, MAX_DELAY_SECONDS)
    raise AssertionError("the last attempt returns or raises")


async def _attempt(choice: ModelChoice, request: Request, report: Report) -> Answer:
    """Ask once; where the provider refuses the schema of the answer, once more without."""
    who = (choice.provider, choice.base_url, choice.model)
    plain = replace(request, schema=None)
    try:
        return await _answer(choice, plain if who in _schemaless else request, report)
    except ProviderError as error:
        if error.problem != "invalid-request" or request.schema is None or who in _schemaless:
            raise
        log.info("%s: %s; asked again without a schema", request.tool, error.message)
    answer = await _answer(choice, plain, report)
    _schemaless.add(who)
    return answer


async def _answer(choice: ModelChoice, request: Request, report: Report) -> Answer:
    started = time.monotonic()
    sent = asyncio.get_running_loop().call_later(SENDING_SECONDS, report, 0)

    def heard(characters: int) -> None:
        sent.cancel()
        report(characters)

    try:
        given: Answer = await load(choice.provider).answer(request, choice, heard)
    except ProviderError:
        raise
    except (OSError, EOFError) as error:
        raise ProviderError("network", f"{type(error).__name__}: {error}") from error
    finally:
        sent.cancel()
    log.debug("%s: %s answered in %.1f s", request.tool, redact(choice.model), time.monotonic() - started)
    return given
