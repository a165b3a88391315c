"""The families that values are looked for among: positions of a game that one number tells."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Family:
    """Positions of one game, one for each number n."""

    game: str
    state: str
    name: str
    first: int
    stop: int
    like: str = ""

    @property
    def text(self) -> str:
        """What the command line takes, with n for the number."""
        return f"{self.game} {self.state}"


def position_text(text: str, number: int) -> str:
    """Put a number for the n of a family's text, which the command line then takes."""
    game, _, state = text.partition(" ")
    return f"{game} {state.replace('n', str(number))}"


FAMILIES = (  # chosen so that all of them together take ten seconds of one core
    Family("nim-with-a-pass", "n", "Nim with a pass", 0, 64),
    Family("dudeney(2)", "n", "Dudeney's game", 0, 64),
    Family("dudeney(3)", "n", "Dudeney's game", 0, 64),
    Family("dudeney(4)", "n", "Dudeney's game", 0, 64),
    Family("dudeney(5)", "n", "Dudeney's game", 0, 64),
    Family("dudeney(6)", "n", "Dudeney's game", 0, 64),
    Family("dudeney(7)", "n", "Dudeney's game", 0, 64),
    Family("dudeney(8)", "n", "Dudeney's game", 0, 64),
    Family("dudeney(9)", "n", "Dudeney's game", 0, 64),
    Family("fibonacci-nim", "n", "Fibonacci Nim", 0, 64),
    Family("wythoff", "n,n", "Wythoff's game", 0, 32),
    Family("wythoff", "1,n", "Wythoff's game", 0, 64),
    Family("wythoff", "2,n", "Wythoff's game", 0, 64),
    Family("chocolate", "3,n", "Chocolate", 1, 64),
    Family("chocolate", "4,n", "Chocolate", 1, 64),
    Family("chocolate", "n,n", "Chocolate", 1, 41),
    Family("chomp", "n,n", "Chomp", 1, 41),
    Family("chomp", "n,n,n", "Chomp", 1, 25),
    Family("chomp", "n,n,n,n", "Chomp", 1, 15),
    Family("mock-turtles", "n", "Mock Turtles", 0, 64),
    Family("ruler", "n", "Ruler", 1, 64),
    Family("turning-corners", "n,n", "Turning Corners", 0, 64),
    Family("turning-corners", "2,n", "Turning Corners", 0, 64),
    Family("cram", "2,n", "Cram", 1, 19, "{1}"),
    Family("cram", "3,n", "Cram", 1, 12),
    Family("cram", "4,n", "Cram", 1, 9),
    Family("cram", "5,n", "Cram", 1, 7),
    Family("clobber", "1xn", "Clobber", 1, 32),
    Family("clobber", "2xn", "Clobber", 1, 14),
    Family("clobber", "3xn", "Clobber", 1, 8, "{1}"),
    Family("cannibal-clobber", "2xn", "Cannibal Clobber", 1, 9, "0.1"),
    Family("cannibal-clobber", "3xn", "Cannibal Clobber", 1, 8, "4.3"),
    Family("nogo", "1xn", "NoGo", 1, 20),
    Family("nogo", "2xn", "NoGo", 1, 8),
    Family("nogo", "3xn", "NoGo", 1, 6),
    Family("sprouts", "n", "Sprouts", 0, 6),
    Family("brussels-sprouts", "n", "Brussels Sprouts", 0, 64, "{1}"),
    Family("grim", "cycle:n", "Grim", 3, 29),
    Family("grim", "wheel:n", "Grim", 3, 15),
    Family("grim", "star:n", "Grim", 0, 28, "0.75"),
    Family("grim", "complete:n", "Grim", 1, 25, "{1}"),
    Family("node-kayles", "cycle:n", "Node Kayles", 3, 28),
    Family("node-kayles", "wheel:n", "Node Kayles", 3, 28),
    Family("node-kayles", "star:n", "Node Kayles", 0, 28),
    Family("node-kayles", "grid:2xn", "Node Kayles", 1, 17, "{1}"),
    Family("node-kayles", "grid:3xn", "Node Kayles", 1, 9),
    Family("arc-kayles", "cycle:n", "Arc Kayles", 3, 28),
    Family("arc-kayles", "wheel:n", "Arc Kayles", 3, 17),
    Family("arc-kayles", "complete:n", "Arc Kayles", 1, 17, "{2}"),
)
