"""Hooks that show things: those that are there, and those that users register."""

from importlib import import_module

import pytest

from grundy import TakeAndBreak, display, label


def test_every_hook_is_there():
    """Each name in the table loads a function."""
    for home in display._HOMES.values():
        module, _, name = home.partition(":")
        assert callable(getattr(import_module(module), name))


def test_a_hook_of_a_users_class_serves_it_alone(monkeypatch):
    """The nearest type above a thing decides."""
    monkeypatch.setattr(display, "_registered", {})

    class Mine(TakeAndBreak):
        """A game of a user's own."""

    display.register(Mine, "html", lambda game: f"<u>{game.text}</u>")
    assert Mine("0.77")._repr_html_() == "<u>0.77</u>"
    assert "<u>" not in TakeAndBreak("0.77")._repr_html_()


def test_what_nothing_shows_is_one_sentence():
    """A type without the hook is refused, with the way to register one."""
    with pytest.raises(TypeError, match=r'no hook "play" for Labelling; see display\.register'):
        display.hook(label([("a", "b")]), "play")


