"""Charts as SVG, and as PNG or PDF: axes, marks, a legend and a scale of colours.

Lengths are in points. What has no colour of its own has that of the text around it.
"""

from __future__ import annotations

import base64
import math
import os
import struct
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from grundy.drawing.graph_scene import clean, shown
from grundy.drawing.typeset import FONT, convert
from grundy.runtime.delivery import deliver_bytes

FORMATS = ("png", "svg", "pdf")
ROUND_NUMBERS = [digit * 10**power for power in range(20) for digit in (1, 2, 5)]

# Distinct to colour-blind eyes, and dark enough in print: M. Okabe and K. Ito, 2008.
BLUE, RED = "#0072B2", "#D55E00"
# The palest third of viridis would not show on white.
SHADES = ("#b0dd2f", "#54c568", "#21a585", "#26828e", "#355e8d", "#46337f", "#440154")
ROW = 14.0  # from one line of text to the next
# More marks than this become an image.
_MOST_SHAPES = 5_000
_PIXELS = 2  # a point of such an image

Meaning = tuple[str, str]
"""A colour, and what it stands for."""


@dataclass(frozen=True, slots=True)
class Axis:
    """An axis: its name, its ends, and between them at most so many steps from number to number."""

    name: str
    least: float
    greatest: float
    steps: int = 10
    log: bool = False

    def share(self, values: Any) -> npt.NDArray[np.float64]:
        """Return where values stand: 0 at the least and 1 at the greatest."""
        scaled: Any = np.log if self.log else np.float64
        at, least, greatest = map(scaled, (values, self.least, self.greatest))
        return np.asarray((at - least) / (greatest - least), np.float64)

    def ticks(self) -> list[int]:
        """Return the numbers to be written: round ones."""
        low, high = math.ceil(self.least), math.floor(self.greatest)
        if self.log:
            numbers = ROUND_NUMBERS[::3] if high >= 1_000 else ROUND_NUMBERS
            return [number for number in numbers if number <= high]
        step = next(step for step in ROUND_NUMBERS if high - low <= self.steps * step)
        return list(range(-(-low // step) * step, high + 1, step))

    def room(self) -> float:
        """Return how wide the numbers are, about."""
        return 6.5 * max((len(f"{tick:,}") for tick in self.ticks()), default=0)


class Chart:
    """Marks against two axes; the margins are left, top, right and bottom."""

    def __init__(
        self, across: Axis, up: Axis, size: tuple[float, float],
        margins: tuple[float, float, float, float],
    ) -> None:  # fmt: skip
        self.across, self.up, self.size = across, up, size
        self.left, self.top = margins[:2]
        self.right, self.bottom = size[0] - margins[2], size[1] - margins[3]
        self.parts: list[str] = []

    def x(self, values: Any) -> npt.NDArray[np.float64]:
        """Return how far from the left values stand."""
        return self.left + (self.right - self.left) * self.across.share(values)

    def y(self, values: Any) -> npt.NDArray[np.float64]:
        """Return how far below the top values stand."""
        return self.bottom - (self.bottom - self.top) * self.up.share(values)

    def points(self, across: Any, up: Any) -> list[str]:
        """Write the places of points."""
        return [f"{x:.2f} {y:.2f}" for x, y in zip(self.x(across), self.y(up), strict=True)]

    def axes(self, *, grid: bool = True) -> None:
        """Draw both axes with their numbers and names."""
        ups = [(float(self.y(tick)), tick) for tick in self.up.ticks()]
        acrosses = [(float(self.x(tick)), tick) for tick in self.across.ticks()]
        below, beside = self.bottom + 6, self.left - 6
        if grid:
            lines = [f"M{x:.2f} {self.top:g}V{self.bottom:g}" for x, _ in acrosses]
            lines += [f"M{self.left:g} {y:.2f}H{self.right:g}" for y, _ in ups]
            self.parts.append(line_path("".join(lines), 0.15))
        self.parts.append(line_path(f"M{beside:g} {self.top:g}V{below:g}H{self.right:g}", 0.5))
        self.parts += [text(x, below + 13, f"{tick:,}", anchor="middle") for x, tick in acrosses]
        self.parts += [text(beside - 5, y + 4, f"{tick:,}", anchor="end") for y, tick in ups]
        if self.across.name:
            middle, centre = (self.left + self.right) / 2, (self.top + self.bottom) / 2
            self.parts.append(text(middle, below + 29, self.across.name, anchor="middle"))
            self.parts.append(sideways(12, centre, self.up.name))

    def line(self, across: Any, up: Any, colour: str) -> None:
        """Draw a line through points."""
        path = "L".join(self.points(across, up))
        self.parts.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="1.5"/>')

    def band(self, across: Any, low: Any, high: Any, colour: str) -> None:
        """Colour what lies between two lines."""
        ends = [*self.points(across, low), *reversed(self.points(across, high))]
        self.parts.append(f'<path d="M{"L".join(ends)}z" fill="{colour}"/>')

    def dots(self, across: Any, up: Any, colour: str, width: float, cap: str = "round") -> None:
        """Draw dots, or squares: very short lines, so that one path holds them all."""
        # Typst draws no line of length 0 in a PDF.
        path = "".join(f"M{point}h.01" for point in self.points(across, up))
        self.parts.append(
            f'<path d="{path}" stroke="{colour}" stroke-width="{width:g}" stroke-linecap="{cap}"/>'
        )

    def marks(
        self, across: npt.NDArray[Any], up: npt.NDArray[Any], levels: npt.NDArray[Any],
        colours: Sequence[str], width: float,
    ) -> None:  # fmt: skip
        """Draw marks, each in the colour of its level, the highest levels on top."""
        if len(across) <= _MOST_SHAPES:
            for level in sorted({*levels.tolist()}):  # np.unique loads numpy.ma
                at = levels == level
                cap = "round" if len(colours) == 1 else "square"
                self.dots(across[at], up[at], colours[level], width, cap)
            return
        side, order = max(2, round(_PIXELS * width)), np.argsort(levels, kind="stable")
        x = (_PIXELS * (self.x(across[order]) - self.left)).astype(np.intp)
        y = (_PIXELS * (self.y(up[order]) - self.top)).astype(np.intp)
        ends = (_PIXELS * (self.bottom - self.top), _PIXELS * (self.right - self.left))
        pixels = np.zeros((int(ends[0]) + side + 1, int(ends[1]) + side + 1, 4), np.uint8)
        for step in range(side * side):
            pixels[y + step // side, x + step % side] = rgba(colours)[levels[order]]
        shift = side / _PIXELS / 2
        self.parts.append(image(pixels, self.left - shift, self.top - shift, 1 / _PIXELS))


def framed(
    across: Axis, up: Axis, rows: Sequence[Meaning] = (), scale: Axis | None = None,
    size: tuple[float, float] = (648.0, 346.0), top: float = 32.0,
) -> Chart:  # fmt: skip
    """Return a chart with its axes, a legend below, and perhaps a scale of `SHADES` beside it."""
    left, across_room = 34.0 + up.room(), across.room()
    right = max(14.0, across_room / 2) if scale is None else 46.0 + scale.room()
    steps = min(across.steps, int((size[0] - left - right) / (across_room + 10)))
    margins = (left, top, right, 46.0 + ROW * len(rows))
    chart = Chart(replace(across, steps=max(1, steps)), up, size, margins)
    chart.axes()
    chart.parts += legend(rows, chart.left, size[1] + 6 - ROW * len(rows))
    if scale is not None:
        chart.parts += colour_scale(SHADES, scale, chart.right + 10, chart.top, chart.bottom)
    return chart


def text(x: float, y: float, words: str, *, anchor: str = "start", more: str = "") -> str:
    """Write a text at a place."""
    place = f'x="{x:.2f}" y="{y:.2f}" text-anchor="{anchor}"{more}'
    return f"<text {place}>{escape(clean(words))}</text>"


def sideways(x: float, y: float, words: str) -> str:
    """Write a text upwards, with its middle at a place."""
    turned = f' transform="translate({x:g} {y:g}) rotate(-90)"'
    return text(0, 0, words, anchor="middle", more=turned)


def line_path(path: str, opacity: float) -> str:
    """Draw thin lines."""
    return f'<path d="{path}" fill="none" stroke="currentColor" opacity="{opacity:g}"/>'


def legend(rows: Iterable[Meaning], x: float, y: float) -> list[str]:
    """Write rows below each other: a square of a colour, and what it means."""
    parts = []
    for number, (colour, words) in enumerate(rows):
        low = y + number * ROW
        parts.append(f'<rect x="{x:g}" y="{low - 8:g}" width="10" height="8" fill="{colour}"/>')
        parts.append(text(x + 15, low, words))
    return parts


def colour_scale(
    colours: Sequence[str], axis: Axis, x: float, top: float, bottom: float
) -> list[str]:
    """Draw a bar of colours from the bottom to the top, with numbers and a name."""
    stops = "".join(
        f'<stop offset="{number / (len(colours) - 1):.3f}" stop-color="{colour}"/>'
        for number, colour in enumerate(colours)
    )
    high = bottom - top
    ticks = [(bottom - high * float(axis.share(tick)), tick) for tick in axis.ticks()]
    return [
        f'<linearGradient id="scale" x1="0" y1="1" x2="0" y2="0">{stops}</linearGradient>',
        f'<rect x="{x:g}" y="{top:g}" width="12" height="{high:g}" fill="url(#scale)"/>',
        *(text(x + 16, y + 3.5, f"{tick:,}") for y, tick in ticks),
        sideways(x + 28 + axis.room(), (top + bottom) / 2, axis.name),
    ]


def ramp(colours: Sequence[str], count: int) -> list[str]:
    """Return so many colours that go evenly through the given ones."""
    at = np.linspace(0, len(colours) - 1, count)
    parts = np.array([list(bytes.fromhex(colour[1:])) for colour in colours])
    mixed = [np.interp(at, np.arange(len(colours)), part) for part in parts.T]
    return [f"#{r:02x}{g:02x}{b:02x}" for r, g, b in np.rint(mixed).astype(int).T.tolist()]


def rgba(colours: Sequence[str]) -> npt.NDArray[np.uint8]:
    """Return colours as rows of red, green, blue and opacity."""
    return np.array([[*bytes.fromhex(colour[1:]), 255] for colour in colours], np.uint8)


def image(pixels: npt.NDArray[np.uint8], x: float, y: float, side: float) -> str:
    """Draw pixels of red, green, blue and opacity, *side* points wide and high, as a PNG."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        ends = struct.pack(">I", len(data)), struct.pack(">I", zlib.crc32(kind + data))
        return ends[0] + kind + data + ends[1]

    high, wide = pixels.shape[:2]
    rows = np.insert(pixels.reshape(high, -1), 0, 0, axis=1)  # each is stored as it is
    png = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">2I5B", wide, high, 8, 6, 0, 0, 0))
    png += chunk(b"IDAT", zlib.compress(rows.tobytes())) + chunk(b"IEND", b"")
    return (
        f'<image x="{x:g}" y="{y:g}" width="{wide * side:g}" height="{high * side:g}" '
        'preserveAspectRatio="none" image-rendering="optimizeSpeed" '
        f'href="data:image/png;base64,{base64.b64encode(png).decode()}"/>'
    )


def deliver_chart(
    path: str | os.PathLike[str], format: str | None, parts: Iterable[str],
    size: tuple[float, float], title: str,
) -> None:  # fmt: skip
    """Write a chart with its title to a file, whole or not at all; see `FORMATS`."""
    format = format or Path(path).suffix.lower().removeprefix(".")
    if format not in FORMATS:
        raise ValueError(f"{path}: no picture of this kind; use .png, .svg or .pdf.")
    lines = title.splitlines()
    # A letter is 0.6 of its size wide, about; what is too long even in small letters is cut.
    wide = (size[0] - 20) / 0.6
    letters = min(11.0, max(8.0, wide / max(map(len, lines), default=1)))
    cut, look = int(wide / letters), f' font-size="{letters:.3g}"'
    heads = [text(10, 18 + ROW * at, shown(line, cut), more=look) for at, line in enumerate(lines)]
    svg = (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size[0]:g}pt" height="{size[1]:g}pt" '
        f'viewBox="0 0 {size[0]:g} {size[1]:g}" role="img" font-family="{FONT}" font-size="10" '
        f'color="#111111" fill="currentColor">\n<title>{escape(clean(" ".join(lines)))}</title>\n'
        '<rect width="100%" height="100%" fill="white"/>\n'
        + "\n".join([*heads, *parts, "</svg>\n"])
    )
    deliver_bytes(path, svg.encode() if format == "svg" else convert(svg, size, format))
