"""The relay on real pipes."""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from types import SimpleNamespace
from typing import Any

import pytest
from serving import HELLO, HTML, commit, core_in, perform_all

from genui.serve import pipes
from genui.serve.stdio import Relay

CASES = sorted((Path(__file__).parent / "cases" / "serve").glob("*.json"))
PATIENCE = 20.0


class Upstream:
    """The upstream's ends of two pipes; to the relay it is the child that it has started."""

    name, pid, status = "played", 0, 0

    def __init__(self) -> None:
        self.reads, self.stdin = os.pipe()
        self.stdout, self.writes = os.pipe()
        self.ending = "never"

    def wait(self, seconds: float) -> None:
        """It has ended already."""

    def end(self, grace: float) -> None:
        """Nothing of it is left."""

    def told(self) -> str:
        return self.ending


class Lines:
    """The lines that come out of a pipe; a thread reads them, since Windows can select no pipe."""

    def __init__(self, descriptor: int) -> None:
        self.came: Queue[bytes] = Queue()
        self.reader = Thread(target=self.read, args=(descriptor,), daemon=True)
        self.reader.start()

    def read(self, descriptor: int) -> None:
        with os.fdopen(descriptor, "rb") as pipe:
            for line in pipe:
                self.came.put(line)

    def next(self) -> str:
        try:
            return self.came.get(timeout=PATIENCE).removesuffix(b"\n").decode()
        except Empty:
            raise AssertionError("no line") from None

    def rest(self) -> Iterator[bytes]:
        self.reader.join(PATIENCE)
        while not self.came.empty():
            yield self.came.get()


class PipeTalk:
    """Plays both sides of a relay over pipes."""

    def __init__(self) -> None:
        self.child = Upstream()
        self.client_in, self.writes = os.pipe()
        reads, self.client_out = os.pipe()
        self.to_host, self.to_upstream = Lines(reads), Lines(self.child.reads)
        self.asked: Queue[str] = Queue()
        self.views: Queue[bytes] = Queue()
        self.early: list[str] = []

    def compile_view(self, definition: Any) -> bytes:
        self.asked.put(definition["name"])
        return self.views.get(timeout=PATIENCE)

    def host(self, data: bytes) -> None:
        os.write(self.writes, data)

    def upstream(self, data: bytes) -> None:
        os.write(self.child.writes, data)

    def compiled(self, tool: str, html: bytes) -> None:
        assert self.asked.get(timeout=PATIENCE) == tool
        self.views.put(html)

    def upstream_ends(self, message: str) -> None:
        self.child.ending = message
        os.close(self.child.writes)
        self.child.writes = -1

    def host_got(self, message: Any) -> str:
        """The next line for the host; of two answers that threads give, the one that is asked for."""
        wanted = message.get("id") if isinstance(message, dict) else None
        if not self.early:
            self.early.append(self.to_host.next())
        if wanted is not None and json.loads(self.early[0]).get("id") != wanted:
            self.early.insert(0, self.to_host.next())
        return self.early.pop(0)

    def upstream_got(self) -> str:
        return self.to_upstream.next()

    def close(self) -> None:
        """Close our ends, so that the relay ends."""
        for descriptor in (self.writes, self.child.writes):
            if descriptor >= 0:
                os.close(descriptor)

    def left(self) -> Iterator[bytes]:
        """The lines that the transcript does not have; at the end every open request is answered."""
        lines = (*self.to_host.rest(), *self.to_upstream.rest())
        yield from (line for line in lines if b"UPSTREAM_EXITED" not in line)


@pytest.mark.parametrize("system", sorted({sys.platform, "win32"}))
@pytest.mark.parametrize("path", CASES, ids=[path.stem for path in CASES])
def test_a_transcript_holds_over_pipes(path, system, tmp_path, monkeypatch):
    # Windows polls no pipe, and writes to it as a thread.
    monkeypatch.setattr(pipes, "sys", SimpleNamespace(platform=system))
    case = json.loads(path.read_text())
    commit(tmp_path, {"hello": (HELLO, HTML)})
    settings = {key: case[key] for key in ("apps", "prefix", "compiles", "untold", "asked") if key in case}
    talk = PipeTalk()
    relay = Relay(
        core_in(tmp_path, without=tuple(case.get("without", ())), compile_view=talk.compile_view, **settings),
        client_in=talk.client_in,
        client_out=talk.client_out,
    )
    relay.connect(talk.child)
    faults: list[BaseException] = []

    def played() -> None:
        try:
            perform_all(talk, case)
        except BaseException as fault:  # noqa: BLE001 - raised again below, by the thread that pytest watches
            faults.append(fault)
        talk.close()

    player = Thread(target=played)
    player.start()
    relay.run()  # here, since only the main thread can take signals
    player.join(PATIENCE)
    with suppress(OSError):
        os.close(talk.client_out)
    if faults:
        raise faults[0]
    assert not list(talk.left())
