"""Calls side by side, and how many cores they may use."""

import pytest

from grundy.runtime import threads


def test_cores_are_limited_inside_only():
    """`limited` holds for what is called inside, never above the cores that there are."""
    before = threads.thread_count()

    with threads.limited(1):
        assert threads.thread_count() == 1
    with threads.limited(10**6):
        assert threads.thread_count() == before
    assert threads.thread_count() == before


@pytest.mark.parametrize("cores", [1, 2, 3])
def test_calls_in_parallel_are_all_made_and_given_in_order(cores, monkeypatch):
    monkeypatch.setattr(threads, "_cores", lambda: cores)
    for count in (0, 1, 2, 7):
        calls = [lambda k=k: k * k for k in range(count)]
        assert threads.in_parallel(calls) == [k * k for k in range(count)]
    with pytest.raises(IndexError):
        threads.in_parallel([lambda: [1][0], lambda: [1][1], lambda: [1][0]])


def test_calls_in_parallel_inherit_the_limit(monkeypatch):
    monkeypatch.setattr(threads, "_cores", lambda: 8)
    with threads.limited(2):
        assert set(threads.in_parallel([threads.thread_count] * 6)) == {2}
