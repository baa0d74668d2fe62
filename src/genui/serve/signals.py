"""The signals, by the C code beneath the signal module, which loads `enum` and takes long for that."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from signal import SIGHUP, SIGINT, SIGKILL, SIGTERM, set_wakeup_fd, signal
else:
    try:
        from _signal import SIGHUP, SIGINT, SIGKILL, SIGTERM, set_wakeup_fd, signal
    except ImportError:
        from signal import SIGHUP, SIGINT, SIGKILL, SIGTERM, set_wakeup_fd, signal

__all__ = ["SIGHUP", "SIGINT", "SIGKILL", "SIGTERM", "set_wakeup_fd", "signal"]
