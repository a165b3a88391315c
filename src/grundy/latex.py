"""LaTeX: text that is never a command, and colours."""

from __future__ import annotations

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


def text(value: object) -> str:
    r"""Return anything as text in LaTeX: never a command, no control characters."""
    return "".join(_SIGNS.get(sign) or (sign if sign.isprintable() else "?") for sign in str(value))


def colour(rgb: str) -> str:
    """Return a colour of the form #rrggbb as TikZ takes it, without a definition."""
    red, green, blue = (int(rgb[at : at + 2], 16) for at in (1, 3, 5))
    return f"{{rgb,255:red,{red};green,{green};blue,{blue}}}"
