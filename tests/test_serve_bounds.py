"""What a client may take its time for before anybody has looked at its token."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest
import uvicorn
from uvicorn.server import ServerState

from genui.serve.fronts import listen

SECONDS = 0.3
HEAD = b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\n\r\n"


async def slow_site(scope, receive, send):
    """Read a body, then answer in two pieces with more than the time for a request between them."""
    while (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"first", "more_body": True})
    await asyncio.sleep(2 * SECONDS)
    await send({"type": "http.response.body", "body": b"last"})


def finished(work):
    """What a coroutine returns: run in a thread, since Playwright may have a loop of its own in this one."""
    with ThreadPoolExecutor() as aside:
        return aside.submit(asyncio.run, work).result()


async def answer_to(*pieces: bytes) -> bytes:
    """Send pieces to a site and return what it says until it hangs up."""
    config = uvicorn.Config(slow_site, lifespan="off", log_config=None, timeout_keep_alive=1)
    server = await asyncio.get_running_loop().create_server(
        lambda: listen.BoundedProtocol(config, ServerState(), {}), "127.0.0.1", 0
    )
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
    for piece in pieces:
        writer.write(piece)
        await writer.drain()
    got = await asyncio.wait_for(reader.read(), 20)
    writer.close()
    server.close()
    return got


@pytest.mark.parametrize(
    "pieces",
    [(), (b"\r\n",), (b"POST / HT",), (HEAD[:-2],), (b"GET / HTTP/1.1\r\n", b"x: y\r\n")],
)
def test_a_request_that_does_not_come_whole_in_time_ends_its_connection(pieces, monkeypatch):
    monkeypatch.setattr(listen, "REQUEST_SECONDS", SECONDS)
    assert finished(answer_to(*pieces)).startswith(b"HTTP/1.1 408 ")


def test_a_body_that_does_not_come_whole_in_time_ends_its_connection(monkeypatch):
    monkeypatch.setattr(listen, "REQUEST_SECONDS", SECONDS)
    assert finished(answer_to(HEAD, b"12")).startswith(b"HTTP/1.1 408 ")


@pytest.mark.parametrize(
    "pieces", [(HEAD + b"1234",), (HEAD, b"12", b"34"), (HEAD + b"1234" + HEAD, b"1234")]
)
def test_an_answer_may_take_longer_than_a_request(pieces, monkeypatch):
    monkeypatch.setattr(listen, "REQUEST_SECONDS", SECONDS)
    got = finished(answer_to(*pieces))
    assert got.count(b"last") == b"".join(pieces).count(b"POST")
    assert b"408" not in got
