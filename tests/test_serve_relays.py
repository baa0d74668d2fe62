"""The relay on real pipes."""

import json
import os
import select
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Any

import pytest
from serving import HELLO, HTML, commit, core_in, perform_all

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


class PipeTalk:
    """Plays both sides of a relay over pipes."""

    def __init__(self) -> None:
        self.child = Upstream()
        self.client_in, self.writes = os.pipe()
        self.reads, self.client_out = os.pipe()
        self.rests = {self.reads: b"", self.child.reads: b""}
        self.asked: Queue[str] = Queue()
        self.views: Queue[bytes] = Queue()

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

    def host_got(self) -> str:
        return self.line(self.reads)

    def upstream_got(self) -> str:
        return self.line(self.child.reads)

    def line(self, descriptor: int) -> str:
        while b"\n" not in self.rests[descriptor]:
            ready, _, _ = select.select([descriptor], [], [], PATIENCE)
            assert ready, f"no line, only {self.rests[descriptor]!r}"
            chunk = os.read(descriptor, 1 << 16)
            assert chunk, f"the end, after {self.rests[descriptor]!r}"
            self.rests[descriptor] += chunk
        line, _, self.rests[descriptor] = self.rests[descriptor].partition(b"\n")
        return line.decode()

    def close(self) -> None:
        """Close our ends, so that the relay ends."""
        for descriptor in (self.writes, self.child.writes):
            if descriptor >= 0:
                os.close(descriptor)

    def left(self) -> Iterator[bytes]:
        """The lines that the transcript does not have; at the end every open request is answered."""
        for descriptor, rest in self.rests.items():
            with os.fdopen(descriptor, "rb") as pipe:
                lines = (rest + pipe.read()).splitlines()
                yield from (line for line in lines if b"UPSTREAM_EXITED" not in line)


@pytest.mark.parametrize("path", CASES, ids=[path.stem for path in CASES])
def test_a_transcript_holds_over_pipes(path, tmp_path):
    case = json.loads(path.read_text())
    commit(tmp_path, {"hello": (HELLO, HTML)})
    settings = {key: case[key] for key in ("apps", "prefix", "compiles", "untold", "asked") if key in case}
    talk = PipeTalk()
    relay = Relay(
        core_in(tmp_path, without=tuple(case.get("without", ())), **settings),
        client_in=talk.client_in,
        client_out=talk.client_out,
        compile_view=talk.compile_view,
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
