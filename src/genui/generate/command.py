"""Any program as a model: the prompt on its standard input, the answer on its standard output."""

import asyncio
import os
from pathlib import PurePath

from genui.child import SIGKILL, signal_group
from genui.generate.problems import ProviderError
from genui.generate.request import Answer, ModelChoice, Report, Request, request_text, tokens_of


async def answer(request: Request, choice: ModelChoice, report: Report, _seconds: float) -> Answer:
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
            start_new_session=os.name != "nt",  # a group, so that what the program started ends with it
        )
    except OSError as error:
        message = f"command {program!r} cannot be started: {error.strerror}"
        raise ProviderError("invalid-request", message) from error
    text = request_text(request)
    try:
        out, err = await process.communicate(text.encode(errors="replace"))
    finally:
        if process.returncode is None:
            signal_group(process, SIGKILL)
        await process.wait()
    if process.returncode:
        last = (err.decode(errors="replace").strip().splitlines() or ["it said nothing"])[-1]
        raise ProviderError(
            "server", f"command {program!r} ended with {process.returncode}: {last}", retry=True
        )
    said = out.decode(errors="replace")
    if not said.strip():
        raise ProviderError("server", f"command {program!r} wrote nothing to its standard output", retry=True)
    report(len(said))
    return Answer(said, "command", choice.model, tokens_of(text), tokens_of(said))
