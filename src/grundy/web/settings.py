"""What a running explorer allows itself and its clients."""

from __future__ import annotations

from dataclasses import dataclass, field

from grundy.running.threads import thread_count


@dataclass(frozen=True, slots=True)
class Settings:
    """Limits of the server; the defaults suit a laptop and a classroom.

    Attributes:
        hosts: The values of the Host header that are answered, without the port; IPv6
            addresses in brackets.
        body: The most bytes of a request.
        seconds: The longest that an answer may take.
        stream_seconds: The longest that a streamed answer may take.
        memory: The bytes of address space that a worker may take.
        workers: Worker processes that try each question for a moment.
        searchers: Worker processes for questions that take longer; they start when they are
            needed, and one client has all but one of them at most.
        streams: Worker processes for streams; they start when they are needed.
        moment: The longest that a question is tried by one of the *workers*; a search is given
            up after a sixth of it.
        tables: Folders of solved games, from which positions are answered.
        waiting: Requests that may wait for a worker; one more is told to come back.
    """

    hosts: frozenset[str] = frozenset({"127.0.0.1", "localhost", "[::1]"})
    body: int = 1_000_000
    seconds: float = 20.0
    stream_seconds: float = 300.0
    memory: int = 3 << 30
    workers: int = field(default_factory=lambda: 1 + max(2, thread_count()))
    searchers: int = field(default_factory=lambda: 1 + max(2, thread_count()))
    streams: int = field(default_factory=lambda: 2 * max(2, thread_count()))
    moment: float = 0.9
    waiting: int = 200
    tables: tuple[str, ...] = ()

    def seconds_of(self, *, patient: bool) -> float:
        """Return the longest that an answer may take that is given whole."""
        return self.stream_seconds if patient else self.seconds
