"""What genui's modules log of a model, for --debug: what it is sent and what it answers, without keys."""

import logging
from collections.abc import Callable


class Telling(logging.Handler):
    """Passes on what is logged, without the keys of this process."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        super().__init__(logging.DEBUG)
        self.tell = tell

    def emit(self, record: logging.LogRecord) -> None:
        """Pass on one record."""
        from genui.generate.material import without_keys

        self.tell(without_keys(record.getMessage()))


def listen(tell: Callable[[str], None]) -> Callable[[], None]:
    """Tell whatever genui's modules log from now on; return what ends that."""
    log, handler = logging.getLogger("genui"), Telling(tell)
    before = log.level
    log.addHandler(handler)
    log.setLevel(logging.DEBUG)

    def stop() -> None:
        log.removeHandler(handler)
        log.setLevel(before)

    return stop
