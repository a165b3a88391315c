"""One font for every picture: matplotlib's DejaVu Sans, so that no machine lacks one.

Without any font Graphviz draws empty boxes, and with other fonts other pictures. The fonts of
the system stay in reach for what DejaVu Sans lacks, such as Chinese or emoji.
"""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path
from xml.sax.saxutils import escape


def font_directory() -> Path | None:
    """Return the directory of matplotlib's fonts without importing it, or None."""
    found = find_spec("matplotlib")
    if found is None or found.origin is None:
        return None
    directory = Path(found.origin).parent / "mpl-data" / "fonts" / "ttf"
    return directory if directory.is_dir() else None


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
