"""HTML for notebooks: tables and text, no scripts and no colours; and text for LaTeX."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

_LONGEST = 400
_MOST_ROWS = 200


def text(value: object, longest: int = _LONGEST) -> str:
    r"""Return anything as text in HTML: never markup, no control characters, not too long."""
    given = str(value)
    cut = given if len(given) <= longest else given[: longest - 1] + "…"
    return escaped("".join(sign if sign.isprintable() or sign == "\n" else "�" for sign in cut))


def escaped(value: str) -> str:
    """Return a text without markup."""
    from html import escape  # with all entities, whose table no first answer should wait for

    return escape(value)


def paragraph(value: object) -> str:
    """Return a line of text."""
    return f"<p>{text(value)}</p>"


def picture(value: object, longest: int = 4_000) -> str:
    """Return text that keeps its lines."""
    return f"<pre>{text(value, longest)}</pre>"


def table(
    head: Sequence[object], rows: Iterable[Sequence[object]], *, left: Sequence[int] = ()
) -> str:
    """Return a table; of very many rows the first ones."""
    waiting = iter(rows)
    body = "".join(_row("td", row, left) for row in islice(waiting, _MOST_ROWS))
    more = "<p>…</p>" if next(waiting, None) is not None else ""
    top = f"<thead>{_row('th', head, left)}</thead>" if head else ""
    return f"<table>{top}<tbody>{body}</tbody></table>{more}"


def facts(title: object, named: Iterable[tuple[str, object]]) -> str:
    """Return a title and a table of two columns: what, and how much of it."""
    return f"<div>{paragraph(title)}{table((), named, left=(0, 1))}</div>"


def _row(kind: str, cells: Sequence[object], left: Sequence[int]) -> str:
    row = "".join(_cell(kind, cell, place in left) for place, cell in enumerate(cells))
    return f"<tr>{row}</tr>"


def _cell(kind: str, value: object, to_left: bool) -> str:
    shown = text(value)
    if shown.startswith("[") and shown.endswith("]"):
        shown = f"<b>{shown}</b>"
    side = "left" if to_left else "right"
    return f'<{kind} style="text-align:{side};padding:0 .4em">{shown}</{kind}>'


# LaTeX: text that is never a command, and colours.

_SIGNS = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#",
    "%": r"\%", "_": r"\_", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}",
    "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}", '"': r"\symbol{34}",
    "∞": r"\ensuremath{\infty}", "⊕": r"\ensuremath{\oplus}", "→": r"\ensuremath{\rightarrow}",
    "−": r"\ensuremath{-}", "×": r"\ensuremath{\times}", "≥": r"\ensuremath{\geq}",
    "≤": r"\ensuremath{\leq}", "∈": r"\ensuremath{\in}", "φ": r"\ensuremath{\varphi}",
    "⌊": r"\ensuremath{\lfloor}", "⌋": r"\ensuremath{\rfloor}", "≠": r"\ensuremath{\neq}",
    "…": r"\dots{}", "☠": r"\ensuremath{\dagger}", "√": r"\ensuremath{\surd}", "\n": " ",
    "–": r"\textendash{}", "—": r"\textemdash{}", "·": r"\ensuremath{\cdot}",
    "`": r"\textasciigrave{}",
}  # fmt: skip


def latex_text(value: object) -> str:
    r"""Return anything as text in LaTeX: never a command, no control characters."""
    return "".join(_SIGNS.get(sign) or (sign if sign.isprintable() else "?") for sign in str(value))


def latex_colour(rgb: str) -> str:
    """Return a colour of the form #rrggbb as TikZ takes it, without a definition."""
    red, green, blue = (int(rgb[at : at + 2], 16) for at in (1, 3, 5))
    return f"{{rgb,255:red,{red};green,{green};blue,{blue}}}"
