"""Typst, which sets pages and turns our own SVG into PNG and PDF; and the font of all pictures."""

from __future__ import annotations

import os
from html import escape
from importlib.util import find_spec
from pathlib import Path

from grundy.errors import MissingExtraError
from grundy.runtime.delivery import library

FONT = "DejaVu Sans,Verdana,Helvetica,Arial,sans-serif"
_DOTS = 160.0  # an inch of a PNG


def font_directory() -> Path | None:
    """Return the directory of the package that brings DejaVu Sans, or None."""
    spec = find_spec("ziafont")
    return None if spec is None or spec.origin is None else Path(spec.origin).parent / "fonts"


def font_environment(workspace: Path) -> dict[str, str]:
    """Write a fontconfig file into *workspace* and give the variables that make it count."""
    directory = font_directory()
    if directory is None:
        return {}
    usual = os.environ.get("FONTCONFIG_FILE") or "fonts.conf"
    configuration = workspace / "fonts.conf"
    configuration.write_text(
        '<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">\n'
        "<fontconfig>\n"
        f'  <include ignore_missing="yes">{escape(usual)}</include>\n'
        f"  <dir>{escape(str(directory))}</dir>\n"
        '  <cachedir prefix="xdg">fontconfig</cachedir>\n'
        f"  <cachedir>{escape(str(workspace / 'cache'))}</cachedir>\n"
        "</fontconfig>\n",
        encoding="utf-8",
    )
    return {"FONTCONFIG_FILE": str(configuration)}


def typeset(source: str, format: str, extra: str, purpose: str) -> bytes:
    """Typeset a text in Typst's language as PNG or PDF; the same text gives the same bytes."""
    fonts = font_directory()
    if fonts is None:
        raise MissingExtraError("ziafont", extra, purpose)
    compiler = library("typst", extra, purpose)
    source = f'#set document(date: none)\n#set text(font: "DejaVu Sans", size: 10pt)\n{source}'
    # With the fonts of the system other machines would make other pictures.
    made: bytes = compiler.compile(
        source.encode(), format=format, ppi=_DOTS, font_paths=[str(fonts)],
        ignore_system_fonts=True,
    )  # fmt: skip
    return made


def quoted(text: str) -> str:
    """Quote a text for Typst."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def convert(svg: str, size: tuple[float, float], format: str) -> bytes:
    """Turn an SVG of a width and height in points into PNG or PDF."""
    page = f"#set page(width: {size[0]:g}pt, height: {size[1]:g}pt, margin: 0pt)"
    picture = f'#image(bytes({quoted(svg)}), format: "svg", width: 100%)'
    return typeset(f"{page}\n{picture}", format, "plot", "Plotting")
