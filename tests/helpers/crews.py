"""A crew in this process, for tests of shares without a cluster."""

from typing import Any

from grundy.large.member import Member
from grundy.large.share import Inbox, Owners, byte_count


class CrewHere:
    """A crew in this process, one member after the other."""

    def __init__(self, owners: Owners) -> None:
        self.exchanged = 0
        self.renew(owners)

    def renew(self, owners: Owners) -> None:
        self.owners = owners
        self._members = [Member(number, owners) for number in range(owners.shares)]
        self._boxes: list[Inbox] = [[] for _ in self._members]

    def all(self, step: str, *arguments: Any) -> tuple[list[Any], bool]:
        boxes, self._boxes = self._boxes, [[] for _ in self._members]
        results = []
        for member, inbox in zip(self._members, boxes, strict=True):
            result, outbox = getattr(member, step)(inbox, *arguments)
            results.append(result)
            self.exchanged += byte_count(outbox)
            for owner, message in outbox.items():
                self._boxes[owner].append((member.number, message))
        return results, any(self._boxes)
