"""Worker processes: where many views have to be made, other processors make some of them."""

import os
import pickle
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from threading import Thread
from typing import IO, Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")

FEWEST = 64
"""So many things to do are worth the start of a process."""

SHARE = 6
"""A worker is given this part of what is left at a time, so that all end together."""

MOST = 3
"""Workers besides the process itself."""

COMMAND = ("-P", "-c", "from genui.workers import attend; attend()")


def shared_out(work: Callable[[T], R], things: Iterable[T]) -> Iterator[R]:
    """Yield what `work` makes of each thing, in order, as `map` does; where they are many, with workers.

    `work` is pure. What cannot be handed to a worker, or fails there, is done, or fails, here.
    """
    todo = deque(enumerate(things))
    number = min(processors() - 1, MOST) if len(todo) >= FEWEST else 0
    done: dict[int, R] = {}
    at, last = 0, len(todo)
    with ExitStack() as stack:
        threads = [stack.enter_context(attending(work, todo, done)) for _ in range(number)]
        while at < last:
            try:
                own, thing = todo.popleft()
            except IndexError:
                for thread in filter(None, threads):
                    thread.join()
            else:
                done[own] = work(thing)
            while at in done:
                yield done.pop(at)
                at += 1


def processors() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def attending(
    work: Callable[[T], R], todo: deque[tuple[int, T]], done: dict[int, R]
) -> Iterator[Thread | None]:
    """Start a worker that takes from the end of what is to do, and puts there again what it cannot do."""

    def run() -> None:
        chunk: list[tuple[int, T]] = []
        # Whatever keeps a worker from its work, nothing is lost but time.
        with suppress(Exception):
            ask = asking(work, child)
            while chunk := taken(todo):
                done.update(zip([at for at, _ in chunk], ask([thing for _, thing in chunk]), strict=True))
        todo.extend(each for each in chunk if each[0] not in done)

    try:
        child = subprocess.Popen(
            [sys.executable, *COMMAND],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # an interrupt is for the process that began all this
        )
    except OSError:
        yield None
        return
    thread = Thread(target=run, name="genui-worker", daemon=True)
    thread.start()
    try:
        yield thread
    finally:
        child.kill()
        thread.join()
        child.communicate()


def taken(todo: deque[tuple[int, T]]) -> list[tuple[int, T]]:
    """Take some things from the end, never the last ones: those are sooner done than asked for."""
    chunk: list[tuple[int, T]] = []
    size = len(todo) // SHARE
    with suppress(IndexError):
        while len(chunk) < size:
            chunk.append(todo.pop())
    return chunk


def asking(work: Callable[[T], R], child: "subprocess.Popen[bytes]") -> Callable[[Sequence[T]], Sequence[R]]:
    """Tell a worker its work; return what asks it to do some of it."""
    assert child.stdin is not None
    assert child.stdout is not None
    into, out = child.stdin, child.stdout
    tell(into, work)

    def ask(things: Sequence[T]) -> Sequence[R]:
        tell(into, things)
        results: Sequence[R] = pickle.load(out)  # noqa: S301 - our own worker's
        return results

    return ask


def tell(into: IO[bytes], value: Any) -> None:
    """Write a value to a pipe."""
    pickle.dump(value, into)
    into.flush()


def attend() -> None:
    """Be a worker: read the work, then things, and answer with what is made of them until no more come."""
    asked, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr
    with suppress(EOFError, BrokenPipeError):
        work = pickle.load(asked)  # noqa: S301 - from the process that started this one
        while True:
            things = pickle.load(asked)  # noqa: S301
            tell(answers, [work(thing) for thing in things])
