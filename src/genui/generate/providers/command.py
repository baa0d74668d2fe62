"""Any program as a model: the prompt on its standard input, the answer on its standard output."""

import asyncio
import os
import signal
from contextlib import suppress
from pathlib import PurePath

from genui.generate.providers.problems import ProviderError
from genui.generate.providers.request import Answer, ModelChoice, Report, Request, request_text, tokens_of

CHUNK_BYTES = 65_536
MAX_ANSWER_BYTES = 8_000_000


async def answer(request: Request, choice: ModelChoice, report: Report) -> Answer:
    """Run the program once. It finds GENUI_TOOL, GENUI_PROMPT and GENUI_REQUEST in its environment.

    Raises:
        ProviderError: It cannot be started, fails, or says nothing.
    """
    program = PurePath(choice.command[0]).name  # its folder is this machine's, and messages are committed
    told = {"GENUI_TOOL": request.tool, "GENUI_PROMPT": request.prompt, "GENUI_REQUEST": request.key}
    clean = {name: value.replace("\0", "") for name, value in told.items()}
    pipe = asyncio.subprocess.PIPE
    try:
        process = await asyncio.create_subprocess_exec(
            *choice.command,
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            env={**os.environ, **clean},
            cwd=choice.folder,
            start_new_session=os.name != "nt",
        )
    except OSError as error:
        message = f"command {program!r} cannot be started: {error.strerror}"
        raise ProviderError("invalid-request", message) from error
    text = request_text(request)
    try:
        out, err = await talk(process, text.encode(errors="replace"), report)
    finally:
        stop(process)
        await process.wait()
    if process.returncode:
        last = (err.decode(errors="replace").strip().splitlines() or ["it said nothing"])[-1]
        raise ProviderError("server", f"command {program!r} ended with {process.returncode}: {last}")
    said = out.decode(errors="replace")
    if not said.strip():
        raise ProviderError("server", f"command {program!r} wrote nothing to its standard output")
    return Answer(said, "command", choice.model, tokens_of(text), tokens_of(said))


async def talk(process: asyncio.subprocess.Process, text: bytes, report: Report) -> tuple[bytes, bytes]:
    """Give a program its input and return what it wrote."""
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    errors = asyncio.ensure_future(process.stderr.read())
    feeding = asyncio.ensure_future(feed(process.stdin, text))
    try:
        out = await read_all(process.stdout, report)
        await feeding
        await process.wait()
        return out, await errors
    except BaseException:
        stop(process)
        await asyncio.gather(feeding, errors, process.stdout.read(), return_exceptions=True)
        raise


async def read_all(stdout: asyncio.StreamReader, report: Report) -> bytes:
    """Return what a program writes to its standard output."""
    out = b""
    while chunk := await stdout.read(CHUNK_BYTES):
        out += chunk
        report(len(out))
        if len(out) > MAX_ANSWER_BYTES:
            raise ProviderError("truncated", f"the answer has more than {MAX_ANSWER_BYTES} bytes")
    return out


async def feed(stdin: asyncio.StreamWriter, text: bytes) -> None:
    """Write the prompt; a program that does not read it to its end is right to."""
    with suppress(ConnectionError):
        stdin.write(text)
        await stdin.drain()
    with suppress(ConnectionError):
        stdin.close()
        await stdin.wait_closed()


def stop(process: asyncio.subprocess.Process) -> None:
    """End a program that still runs, and what it started."""
    if process.returncode is not None:
        return
    with suppress(ProcessLookupError, PermissionError):
        if os.name == "nt":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
