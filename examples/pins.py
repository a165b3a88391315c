"""A game of one's own with all the hooks: Kayles with pins of two colours.

    grundy solve examples/pins.py:pins rrbbr
    grundy play examples/pins.py:pins rrbbr

A throw knocks down one pin, or two neighbouring pins of the same colour. A state is text: r and
b are pins, a point is a pin that is down.
"""

from collections.abc import Iterator

import grundy


class Pins(grundy.Ruleset):
    """Kayles with red and blue pins."""

    text = "pins"

    def options(self, state: str) -> Iterator[str]:
        """All that a game needs: what one throw leaves."""
        for _, option in self.moves(state):
            yield option

    def moves(self, state: str) -> Iterator[tuple[str, str]]:
        """The same with a name for each throw."""
        for place, pin in enumerate(state, start=1):
            if pin == ".":
                continue
            yield f"knock down {place}", knocked(state, place)
            if state[place : place + 1] == pin:
                yield f"knock down {place} and {place + 1}", knocked(state, place, place + 1)

    def components(self, state: str) -> list[str]:
        """Rows with a gap between them do not meddle with each other."""
        return [row for row in state.split(".") if row]

    def canonical(self, state: str) -> str:
        """A row, its mirror image, and either with its colours exchanged have one value."""
        exchanged = state.translate(str.maketrans("rb", "br"))
        return min(state, state[::-1], exchanged, exchanged[::-1])

    def legal(self, state: object) -> str:
        """Accept a row of r, b and points, and nothing else."""
        if not isinstance(state, str) or not state or set(state) - set("rb."):
            raise grundy.PositionError(
                f"Pins are written r, b or a point, such as rrb.b, not {state}."
            )
        return state

    def parse(self, text: str) -> str:
        """Read a row, in either case of letters; say at which column it goes wrong."""
        row = text.strip().lower()
        for column, sign in enumerate(row, start=1):
            if sign not in "rb.":
                problem = f'{row}: column {column}: "{sign}" is no pin; write r, b or a point.'
                raise grundy.CodeError(problem, text=text, column=column)
        return self.legal(row)

    def format(self, state: str) -> str:
        """Write what `parse` reads."""
        return state

    def draw(self, state: str) -> str:
        """Show the row above the numbers of its pins."""
        width = len(str(len(state))) + 1
        numbers = "".join(f"{place:>{width}}" for place in range(1, len(state) + 1))
        return "".join(f"{pin.upper():>{width}}" for pin in state) + "\n" + numbers


def knocked(state: str, *places: int) -> str:
    """Give the row with the pins at these places down."""
    return "".join("." if at in places else pin for at, pin in enumerate(state, start=1))


pins = Pins()
