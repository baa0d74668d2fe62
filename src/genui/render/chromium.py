"""Which Chromium runs, and how it is started with a pipe to it and one from it."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge")

FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--mute-audio"),
    *("--no-startup-window", "--no-first-run", "--no-default-browser-check", "--no-service-autorun"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-quic"),
    *("--disable-extensions", "--disable-default-apps", "--disable-breakpad", "--disable-dev-shm-usage"),
    *("--disable-background-timer-throttling", "--disable-backgrounding-occluded-windows"),
    *("--disable-renderer-backgrounding", "--disable-ipc-flooding-protection", "--disable-hang-monitor"),
    *("--disable-back-forward-cache", "--disable-popup-blocking", "--disable-field-trial-config"),
    *("--force-color-profile=srgb", "--password-store=basic", "--use-mock-keychain"),
    *("--metrics-recording-only", "--accept-lang=en-US"),
)
"""No sandbox of the operating system, since containers have none to give; no traffic of Chromium's own."""


class Child(NamedTuple):
    """A browser that runs: its pipes, and what ends it if it does not end in so many seconds."""

    asked: int
    said: int
    end: Callable[[float], None]


def find_chromium() -> str | None:
    """Return the browser to run: $GENUI_CHROMIUM, $CHROMIUM, the first on PATH, or playwright's own."""
    named = os.environ.get("GENUI_CHROMIUM") or os.environ.get("CHROMIUM")
    return named or next(filter(None, map(shutil.which, NAMES)), None) or playwrights_own()


def playwrights_own() -> str | None:
    """Return the browser that `playwright install chromium` has fetched."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return None

    def ask() -> Path:
        with sync_playwright() as playwright:
            return Path(playwright.chromium.executable_path)

    # In a thread of its own: Playwright refuses where an event loop runs.
    with ThreadPoolExecutor(1) as thread:
        path = thread.submit(ask).result()
    return str(path) if path.exists() else None


def start(executable: str, profile: str) -> Child:
    """Start a browser that speaks its DevTools protocol over two pipes.

    Raises:
        OSError: It does not start.
    """
    theirs_in, ours_out = os.pipe()
    ours_in, theirs_out = os.pipe()
    command = [executable, *FLAGS, f"--user-data-dir={profile}"]
    try:
        end = run(command, theirs_in, theirs_out)
    except OSError:
        os.close(ours_in)
        os.close(ours_out)
        raise
    finally:
        os.close(theirs_in)
        os.close(theirs_out)
    return Child(ours_out, ours_in, end)


if sys.platform == "win32":

    def run(command: Sequence[str], theirs_in: int, theirs_out: int) -> Callable[[float], None]:
        """Run a browser with the handles of its pipes named on its command line."""
        import msvcrt

        handles = [msvcrt.get_osfhandle(theirs_in), msvcrt.get_osfhandle(theirs_out)]
        for handle in handles:
            os.set_handle_inheritable(handle, True)  # noqa: FBT003 - its only form
        named = f"--remote-debugging-io-pipes={handles[0]},{handles[1]}"
        startup = subprocess.STARTUPINFO(lpAttributeList={"handle_list": handles})
        child = subprocess.Popen(
            [*command, "--remote-debugging-pipe", named],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            startupinfo=startup,
            close_fds=True,
        )

        def end(seconds: float) -> None:
            try:
                child.wait(seconds)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()

        return end

else:

    def run(command: Sequence[str], theirs_in: int, theirs_out: int) -> Callable[[float], None]:
        """Run a browser in a process group of its own, with its pipes as its descriptors 3 and 4."""
        import fcntl

        high = [fcntl.fcntl(pipe, fcntl.F_DUPFD_CLOEXEC, 10) for pipe in (theirs_in, theirs_out)]
        quiet = [(os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_RDWR, 0) for number in range(3)]
        pipes = [(os.POSIX_SPAWN_DUP2, pipe, number) for number, pipe in enumerate(high, 3)]
        try:
            pid = os.posix_spawn(
                command[0],
                [*command, "--remote-debugging-pipe"],
                os.environ,
                file_actions=[*quiet, *pipes],
                setpgroup=0,
            )
        finally:
            for pipe in high:
                os.close(pipe)

        def end(seconds: float) -> None:
            limit = time.monotonic() + seconds
            with suppress(ChildProcessError, ProcessLookupError):
                while os.waitpid(pid, os.WNOHANG)[0] == 0:
                    if time.monotonic() > limit:
                        os.killpg(pid, signal.SIGKILL)
                    time.sleep(0.01)

        return end
