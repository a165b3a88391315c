"""The gallery is true: each picture is what the command above it makes."""

import re
from pathlib import Path
from typing import Any

import matplotlib.image
import numpy as np
import pytest

from commands import called
from project import ROOT

GALLERY = ROOT / "docs" / "gallery.md"
IMAGES = ROOT / "docs" / "images"
_BLOCK = re.compile(r"^```console\n\$ grundy (.*?)\n\.\.\.\n```\n\n((?:^!\[.*\n)+)", re.MULTILINE)
_PICTURE = re.compile(r"\]\(images/(.*?)\)")

MADE = [
    (command, _PICTURE.findall(pictures))
    for command, pictures in _BLOCK.findall(GALLERY.read_text(encoding="utf-8"))
]


def test_every_picture_of_the_gallery_has_its_command() -> None:
    """No picture stands in the gallery without a command, and each command names its picture."""
    shown = _PICTURE.findall(GALLERY.read_text(encoding="utf-8"))
    assert shown == [picture for _, pictures in MADE for picture in pictures]
    assert len(shown) >= 12
    for command, pictures in MADE:
        assert pictures[0] in command.split()


def long_if_it_takes_long(command: str, pictures: list[str]) -> Any:
    """Return the parameters of a test; experiments take minutes."""
    marks = [pytest.mark.long] if command.startswith("experiment") else []
    return pytest.param(command, pictures, id=pictures[0], marks=marks)


@pytest.mark.parametrize(("command", "pictures"), [long_if_it_takes_long(*one) for one in MADE])
def test_a_command_of_the_gallery_makes_its_picture(
    command, pictures, tmp_path, monkeypatch, capsys
):
    words = [str(ROOT / word) if word.startswith("examples/") else word for word in command.split()]
    monkeypatch.chdir(tmp_path)

    status, _, message = called(capsys, *words)

    assert status == 0, message
    for picture in pictures:
        assert same_picture(tmp_path / picture, IMAGES / picture), picture


def same_picture(made: Path, kept: Path) -> bool:
    """Whether two pictures look alike: the same text of an SVG, nearly the same pixels of a PNG."""
    if made.suffix == ".svg":
        return made.read_text(encoding="utf-8") == kept.read_text(encoding="utf-8")
    pixels, expected = matplotlib.image.imread(made), matplotlib.image.imread(kept)
    return pixels.shape == expected.shape and float(np.abs(pixels - expected).mean()) < 0.002
