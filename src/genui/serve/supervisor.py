"""The life of a stdio upstream: noticing that it ended, starting it again, ending it with all it started."""

from __future__ import annotations

import os
import time
from signal import SIGKILL, SIGTERM

from genui.errors import GenuiError
from genui.serve.session import replay

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from genui.child import Child
    from genui.serve.stdio import Relay

GRACE = 0.8
"""Seconds between closing the upstream's input and SIGTERM; what was never asked anything gets none."""

LAST_GRACE = 0.5
"""Seconds between SIGTERM and SIGKILL, and less for what is left where the upstream itself has ended."""

LEFT_GRACE = 0.25

TICK = 0.01
"""Seconds between two looks at an upstream that is ending."""

DELAYS = (0.1, 1.0, 2.0, 4.0, 8.0, 16.0)
"""Seconds before each attempt to start again; after the last we give up."""

PATIENCE = 30.0
"""Seconds that a restarted upstream may take to greet us."""

HOLD = 3.0
"""Seconds that the host's requests wait for a restart before they are answered with errors."""


class Supervisor:
    """One upstream after the other, and the state of the one that is there now."""

    def __init__(self, relay: Relay, child: Child, respawn: Callable[[], Child] | None) -> None:
        self.relay = relay
        self.child = child
        self.respawn = respawn
        self.down = False
        """True from the loss of an upstream until another one is started."""
        self.failures = 0
        self.answered = 0
        """Requests that the host had answered when the upstream was started."""
        self.lost_at = 0.0
        self.remains: list[Child] = []
        self.ended_at = 0.0
        self.input_open = True
        self.signalled = 0
        self.signalled_at = 0.0
        self.told = False

    # Starting again

    def upstream_ended(self) -> None:
        """Note that the upstream hears or says nothing any more, and find out how it ended."""
        relay = self.relay
        if self.lost_at or relay.exit_code is not None:
            return
        self.lost_at = time.monotonic()
        relay.held = relay.watchful = True
        self.look()

    def look(self) -> None:
        """Decide what becomes of an upstream that ended, once it is clear how."""
        late = time.monotonic() - self.lost_at > GRACE
        if not late and not (self.child.reap() and not self.relay.upstream_open):
            self.relay.timers.set("look", TICK, self.look)
        elif self.may_restart():
            self.lose(self.child.told())
        else:
            self.relay.end(3)

    def may_restart(self) -> bool:
        """Tell whether a lost upstream is to be started again: a crash after it had answered."""
        watch = self.relay.wire.watch
        self.relay.core.settle()
        if watch.answered > self.answered:
            self.failures = 0
        return self.respawn is not None and bool(watch.answered) and self.child.status != 0

    def lose(self, message: str) -> None:
        """Clean up after an upstream and start another one after a while, or give up."""
        relay, child = self.relay, self.child
        self.down = True
        self.lost_at = self.lost_at or time.monotonic()
        relay.timers.drop("greeting")
        self.bury(child)
        relay.disconnect()
        relay.core.upstream_lost(message)
        if self.failures >= len(DELAYS):
            relay.end(3)
            return
        delay = DELAYS[self.failures]
        self.failures += 1
        relay.core.log.write("error", "upstream-lost", message=message, restart_in=delay)
        relay.held = relay.watchful = True
        if "hold" not in relay.timers.set_for and not relay.core.refusing:
            relay.timers.set("hold", HOLD, self.hold_no_longer)
        relay.timers.set("restart", delay, self.restart)

    def bury(self, child: Child) -> None:
        """End whatever is left of an upstream and close its pipes."""
        child.signal(SIGKILL)
        for descriptor in (child.stdin, child.stdout):
            if descriptor >= 0:
                self.relay.want(descriptor, None)
                os.close(descriptor)
        child.stdin = child.stdout = -1
        self.remains = [rest for rest in (*self.remains, child) if not rest.reap()]

    def hold_no_longer(self) -> None:
        """Answer the host's requests with errors while the upstream is not back."""
        self.relay.core.refuse(f"the upstream {self.child.name!r} is being restarted; try again later")
        self.relay.held, self.relay.watchful = False, True

    def restart(self) -> None:
        """Start the upstream again and set up the host's session with it."""
        assert self.respawn is not None
        relay = self.relay
        self.remains = [rest for rest in self.remains if not rest.reap()]
        try:
            self.child = self.respawn()
        except GenuiError as error:
            self.fail(error.message)
            return
        self.down, self.lost_at = False, 0.0
        relay.connect(self.child)
        relay.timers.set("greeting", PATIENCE, lambda: self.greeted(good=False))
        replay(relay.core, lambda good: self.greeted(good=good))

    def fail(self, message: str) -> None:
        """Try again later, or give up."""
        relay = self.relay
        if self.failures >= len(DELAYS):
            relay.end(3)
            return
        delay = DELAYS[self.failures]
        self.failures += 1
        relay.core.log.write("error", "upstream-not-started", message=message, restart_in=delay)
        relay.timers.set("restart", delay, self.restart)

    def greeted(self, *, good: bool) -> None:
        """Go on with a restarted upstream that has taken up the host's session, or try another."""
        relay = self.relay
        relay.timers.drop("greeting")
        if not good:
            self.lose(f"the upstream {self.child.name!r} did not take up the session again")
            return
        relay.timers.drop("hold")
        relay.core.refuse("")
        relay.core.refresh()
        relay.held, relay.watchful = False, True
        self.answered = relay.wire.watch.answered
        relay.core.log.write("info", "upstream-restarted", pid=self.child.pid)

    # The end

    def end_upstream(self) -> None:
        """Take the next step in ending the upstream: close its input, SIGTERM, SIGKILL after a while each."""
        relay, child = self.relay, self.child
        waited = time.monotonic() - self.ended_at
        settled = relay.upstream_in.size == 0 and not relay.wire.to_upstream and not relay.core.listing
        if relay.upstream_in.broken or settled or waited > GRACE or not relay.upstream_open:
            self.input_open = False
        if not self.input_open and child.stdin >= 0:
            relay.want(child.stdin, None)
            os.close(child.stdin)
            child.stdin = -1
            relay.upstream_in.breaks()
        orphaned = child.reap() and not relay.upstream_open
        last_grace = LEFT_GRACE if orphaned else LAST_GRACE
        if (waited > GRACE or orphaned or self.unasked()) and not self.signalled:
            self.signalled, self.signalled_at = SIGTERM, time.monotonic()
            child.signal(SIGTERM)
        elif self.signalled == SIGTERM and time.monotonic() - self.signalled_at > last_grace:
            self.signalled = SIGKILL
            child.signal(SIGKILL)
        if not relay.upstream_open and not self.told and (child.reap() or waited > GRACE):
            self.told = True
            relay.core.upstream_closed(child.told())

    def unasked(self) -> bool:
        """Tell whether the upstream has heard nothing that it might be at work on."""
        wire = self.relay.wire
        return not (self.input_open or wire.spoken or wire.unread)

    def finished(self) -> bool:
        """Tell whether the upstream is gone and all that is to be said has been written."""
        relay = self.relay
        if relay.exit_code is None:
            return False
        waited = time.monotonic() - self.ended_at
        if waited > 2.5 * GRACE:
            return True
        written = relay.client_out.size == 0 and not relay.wire.to_client and not relay.core.compiling
        drained = self.told if not relay.upstream_open else waited > 2 * GRACE
        killed = self.signalled == SIGKILL and self.child.reap()  # what is left cannot but end
        return (killed or self.child.gone()) and drained and (written or relay.client_out.broken)
