"""What `import grundy` offers: typed, loaded on first use, said by its lists, and shown."""

import doctest
import inspect
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import grundy
from grundy import TakeAndBreak, display, label
from project import ROOT


@pytest.mark.clone
def test_mypy_accepts_the_examples_of_the_readme(tmp_path: Path) -> None:
    pytest.importorskip("mypy", reason="mypy is in the group check")
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    written = "".join(example.source for example in doctest.DocTestParser().get_examples(text))
    written += "next_heap: int = kayles.value(5) + 1\n"  # a heap has no value ∞(K)
    assert 'grundy.catalogue["wythoff"]' in written
    # a reader's own function without types is all that --strict may find fault with
    written = written.replace("def countdown(n):", "def countdown(n: int) -> Iterator[int]:")
    path = tmp_path / "readme.py"
    path.write_text(f"from collections.abc import Iterator\n{written}")
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", str(path)]
    checked = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert checked.stdout == ""
    assert checked.returncode == 0, checked.stderr


@pytest.mark.parametrize("name", grundy.__all__)
def test_every_public_name_is_there_and_typed(name: str) -> None:
    assert getattr(grundy, name) is not None
    stub = (ROOT / "src" / "grundy" / "__init__.pyi").read_text(encoding="utf-8")
    assert stub.count(f" import {name} as {name}\n") == 1


def test_the_short_names_of_play_and_draw_are_those_of_what_they_call() -> None:
    from grundy.drawing.graph import draw_states
    from grundy.strategy.play import play

    for method, function in ((grundy.Position.play, play), (grundy.Position.draw, draw_states)):
        mine, theirs = inspect.signature(method), inspect.signature(function)
        assert list(mine.parameters)[1:] == list(theirs.parameters)[1:]
        defaults = [parameter.default for parameter in mine.parameters.values()]
        assert defaults == [parameter.default for parameter in theirs.parameters.values()]


@pytest.mark.parametrize(
    "room", ["graphs", "games", "heaps", "named", "large", "strategy", "drawing", "nimbers"]
)
def test_every_room_says_what_it_offers(room: str) -> None:
    package = import_module(f"grundy.{room}")
    assert list(package.__all__) == sorted(package.__all__)
    for name in package.__all__:
        assert getattr(package, name) is not None
        if name in grundy.__all__:
            assert getattr(package, name) is getattr(grundy, name)
    with pytest.raises(AttributeError, match="attribute"):
        package.nothing_of_this_name  # noqa: B018 - to look it up is what is tested


def test_nothing_heavy_is_loaded_by_the_names_alone() -> None:
    asked = "import sys, grundy, grundy.heaps, grundy.games, grundy.graphs, grundy.named"
    code = f"{asked}; print(sorted({{'numpy', 'numba', 'click', 'json'}} & set(sys.modules)))"
    command = [sys.executable, "-c", code]
    shown = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[]"


def test_every_hook_is_there():
    for home in display._HOMES.values():
        module, _, name = home.partition(":")
        assert callable(getattr(import_module(module), name))


def test_a_hook_of_a_users_class_serves_it_alone(monkeypatch):
    monkeypatch.setattr(display, "_registered", {})

    class Mine(TakeAndBreak):
        """A game of a user's own."""

    display.register(Mine, "html", lambda game: f"<u>{game.text}</u>")
    assert Mine("0.77")._repr_html_() == "<u>0.77</u>"
    assert "<u>" not in TakeAndBreak("0.77")._repr_html_()


def test_what_nothing_shows_is_one_sentence():
    with pytest.raises(TypeError, match=r'no hook "play" for Labelling; see display\.register'):
        display.hook(label([("a", "b")]), "play")
