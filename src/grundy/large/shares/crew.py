"""A crew: the members that label a graph together, and who brings what they tell each other."""

from __future__ import annotations

from typing import Any, Protocol

from grundy.large.shares.member import Member
from grundy.large.shares.messages import Inbox, byte_count
from grundy.large.shares.owners import Owners


class WorkerGroup(Protocol):
    """What the leader needs of a crew, wherever its members are."""

    @property
    def owners(self) -> Owners:
        """Who owns which vertex."""

    @property
    def exchanged(self) -> int:
        """How many bytes the members have sent each other."""

    def renew(self, owners: Owners) -> None:
        """Have new members, who know nothing."""

    def all(self, step: str, *arguments: Any) -> tuple[list[Any], bool]:
        """Let every member do a step; bring what they tell each other."""


class CrewHere:
    """A crew in this process, one member after the other."""

    def __init__(self, owners: Owners) -> None:
        self.exchanged = 0
        self.renew(owners)

    def renew(self, owners: Owners) -> None:
        """Have new members, who know nothing."""
        self.owners = owners
        self._members = [Member(number, owners) for number in range(owners.shares)]
        self._boxes: list[Inbox] = [[] for _ in self._members]

    def all(self, step: str, *arguments: Any) -> tuple[list[Any], bool]:
        """Let every member do a step; bring what they tell each other."""
        boxes, self._boxes = self._boxes, [[] for _ in self._members]
        results = []
        for member, inbox in zip(self._members, boxes, strict=True):
            result, outbox = getattr(member, step)(inbox, *arguments)
            results.append(result)
            self.exchanged += byte_count(outbox)
            for owner, message in outbox.items():
                self._boxes[owner].append((member.number, message))
        return results, any(self._boxes)
