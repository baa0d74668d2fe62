"""The upstream as a child process in a group of its own, so that nothing of it stays behind.

Nothing heavy is imported here: the upstream is started before the rest of genui is loaded.
"""

import os

from genui.environment import upstream_environment
from genui.errors import UpstreamError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

SIGPIPE, SIGXFSZ = 13, 25
"""Python ignores these two, and a child would inherit that; importing signal for them takes too long."""


class Child:
    """A running upstream and our ends of its pipes."""

    def __init__(
        self, command: str, pid: int, *, stdin: int, stdout: int, again: "Callable[[], Child]"
    ) -> None:
        self.command = command
        self.again = again
        """Starts it once more."""
        self.pid = pid
        self.stdin = stdin
        self.stdout = stdout
        self.status: int | None = None
        """The exit code once it is known, negative for a signal."""

    def reap(self) -> bool:
        """Tell whether the process has ended, taking in its exit code."""
        if self.status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
        return self.status is not None

    def gone(self) -> bool:
        """Tell whether the whole process group has ended."""
        return self.reap() and not self.signal(0)

    def signal(self, number: int) -> bool:
        """Send a signal to the whole group; tell whether there was anyone to get it."""
        try:
            os.killpg(self.pid, number)
        except (ProcessLookupError, PermissionError):
            return False
        return True

    def told(self) -> str:
        """Say how the upstream ended."""
        if self.status is None:
            return f"the upstream {self.command!r} closed its output"
        if self.status < 0:
            return f"the upstream {self.command!r} was ended by signal {-self.status}"
        return f"the upstream {self.command!r} exited with status {self.status}"


def spawn(command: "Sequence[str]", *, env: "Mapping[str, str]", cwd: str | None = None) -> Child:
    """Start an upstream with our environment, less what is genui's own, and its own variables.

    Raises:
        UpstreamError: It cannot be started.
    """
    upstream_in, our_out = os.pipe()
    our_in, upstream_out = os.pipe()
    actions = [(os.POSIX_SPAWN_DUP2, upstream_in, 0), (os.POSIX_SPAWN_DUP2, upstream_out, 1)]
    back = enter(cwd)
    try:
        pid = os.posix_spawnp(
            found(command[0], env),
            list(command),
            upstream_environment(env),
            file_actions=actions,
            setpgroup=0,
            setsigdef=[SIGPIPE, SIGXFSZ],
        )
    except OSError as error:
        raise cannot_start(command[0], error) from error
    finally:
        leave(back)
        os.close(upstream_in)
        os.close(upstream_out)
    os.set_blocking(our_out, False)
    return Child(
        command[0], pid, stdin=our_out, stdout=our_in, again=lambda: spawn(command, env=env, cwd=cwd)
    )


def found(program: str, env: "Mapping[str, str]") -> str:
    """Return where a program is when the upstream's own PATH decides, else its name as it is."""
    if "PATH" not in env or "/" in program:
        return program
    candidates = (f"{folder}/{program}" for folder in os.get_exec_path(env))
    return next((path for path in candidates if os.access(path, os.X_OK)), program)


def enter(cwd: str | None) -> int | None:
    """Change to the folder the upstream is to run in; return a descriptor of the one we were in."""
    if cwd is None:
        return None
    back = os.open(".", os.O_RDONLY)
    try:
        os.chdir(cwd)
    except OSError as error:
        os.close(back)
        raise UpstreamError(
            f"the upstream's folder {cwd!r} cannot be entered: {error.strerror}",
            hint="correct cwd in [upstream] of genui.toml",
        ) from error
    return back


def leave(back: int | None) -> None:
    """Return to the folder we were in."""
    if back is not None:
        os.fchdir(back)
        os.close(back)


def cannot_start(program: str, error: OSError) -> UpstreamError:
    """Return the error for an upstream that cannot be started."""
    from genui.secretlike import masked

    return UpstreamError(
        f"the upstream {masked(program)!r} cannot be started: {error.strerror}",
        hint="check the command in genui.toml or after --, and that it is installed and on PATH",
    )
