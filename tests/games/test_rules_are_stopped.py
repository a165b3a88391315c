"""Limits and interruptions bind wherever a user's rule runs, and nobody's exception is lost."""

from __future__ import annotations

import functools
import itertools
import signal

import pytest

import grundy
from grundy.games.state_text import pass_on

SHORT = grundy.Limits(seconds=0.3)


def all_below(n):
    """Leave any smaller number: more options than anybody can list."""
    return (n - take for take in range(1, n + 1))


@pytest.mark.parametrize("ask", ["value", "outcome"])
def test_the_listing_of_one_states_options_is_looked_at(ask, monkeypatch):
    """A state with 10^18 options is given up while they are listed, not behind them."""
    looks, ticks = [], itertools.count()
    limits = grundy.Limits(seconds=0.3, _clock=lambda: next(ticks) / 3_000)  # however fast this is
    monkeypatch.setattr(
        "grundy.running.limits.Watch.again",
        lambda watch: looks.append(1) or watch.look(watch._counted),
    )
    with pytest.raises(grundy.LimitError, match=r"0\.3 seconds"):
        getattr(grundy.game(all_below)[10**18], ask)(limits=limits)
    assert looks


class TimeOut(Exception):  # noqa: N818 - a name as users write it
    """What a handler of a signal raises."""


def on_alarm(*_):
    """Handle the signal as libraries for time limits do."""
    raise TimeOut


class Alarm:
    """A handler that is an object."""

    def __call__(self, *_):
        """Handle the signal as a function would."""
        raise TimeOut


@pytest.fixture(params=[on_alarm, functools.partial(on_alarm, "late"), Alarm()])
def alarm(request):
    """Handle SIGALRM by an exception."""
    before = signal.signal(signal.SIGALRM, request.param)
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.usefixtures("alarm")
@pytest.mark.parametrize("pairs", [False, True])
def test_an_exception_of_a_signal_is_passed_on(pairs):
    """What a handler raises inside a rule ends the search, wherever it is."""
    calls = itertools.count()

    def rule(state):
        if next(calls) == 700:  # on the way up, where what a rule raises is looked at again later
            signal.raise_signal(signal.SIGALRM)
        if pairs:
            a, b = state
            return [(a - 1, b)] * (a > 0) + [(a, b - 1)] * (b > 0)
        return [state - take for take in (1, 2) if take <= state]

    game = grundy.game(rule)
    position = game[60, 60] if pairs else game[5_000]
    with pytest.raises(TimeOut):
        position.value()


def test_an_exception_of_the_rule_itself_is_not_of_a_signal():
    """Only what a handler raised is passed on."""
    try:
        raise ValueError
    except ValueError as error:
        pass_on(error)


@pytest.mark.usefixtures("alarm")
def test_an_exception_of_a_signal_is_passed_on_by_heaps():
    """The function of a game of heaps is no exception."""

    def function(n):
        if n == 7:
            signal.raise_signal(signal.SIGALRM)
        return [(n - 1,)]

    with pytest.raises(TimeOut):
        grundy.HeapGame(function).values(10)


def forever(n):
    """List the options of a heap, and never end at heap 4."""
    while n == 4:
        pass
    return [(n - 1,)]


def endless(n):
    """Yield an option of heap 4 again and again."""
    yield (n - 1,)
    while n == 4:
        yield (n - 1,)


@pytest.mark.parametrize("function", [forever, endless])
@pytest.mark.parametrize("ask", ["values", "misere_quotient"])
def test_a_function_that_never_ends_is_stopped(function, ask):
    """Seconds bind also where the function of a heap game looks at nothing."""
    with pytest.raises(grundy.LimitError, match=r"0\.3 seconds"):
        getattr(grundy.HeapGame(function), ask)(10, limits=SHORT)


def test_a_digraph_of_states_ends_by_time_where_no_limit_is_given(monkeypatch):
    """The command looks for 20 seconds where nobody says how many states."""
    from grundy.games import states

    monkeypatch.setattr(states, "PLAIN_SECONDS", 0.2)
    with pytest.raises(grundy.LimitError, match=r"0\.2 seconds"):
        states.named_graph(grundy.game(lambda n: [n + 1])[0])
