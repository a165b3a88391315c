"""`grundy recognise`: values as they are typed, piped in or kept in a file."""

import pytest

import grundy
from commands import answered, as_json, called

KAYLES = "0 1 2 3 1 4 3 2 1 4 2 6"


def test_the_answer_says_game_heap_next_values_and_period(capsys):
    """What else has the values, and how many of them decide, is said too."""
    printed = answered(capsys, "recognise", *KAYLES.split())

    assert (
        printed.splitlines()[0] == "0.77 is Kayles (OEIS A002186), with the first value at heap 0."
    )
    assert "next    4, 1, 2, 7, 1, 4, 3, 2, 1, 4, …" in printed
    assert "period  12, from heap 71 on, proved (Guy and Smith 1956)" in printed
    assert "alike   4.4, heap 1; 4.6, heap 1;" in printed
    assert "These 12 values decide which come next" in printed


@pytest.mark.parametrize("text", [
    KAYLES,
    KAYLES.replace(" ", ", "),
    f"[{KAYLES.replace(' ', ', ')}]\n",
    KAYLES.replace(" ", "\n"),
    "# mine\n" + KAYLES.replace(" 3 1", " 3 # three\n1") + "\n\n",
    "".join(f"{heap} {value}\n" for heap, value in enumerate(KAYLES.split())),
    "".join(f"{heap} {value}\n" for heap, value in enumerate(KAYLES.split(), 1)),
    "heap,value\n" + "".join(f"{heap},{v}\n" for heap, v in enumerate(KAYLES.split())),
    "\ufeff" + KAYLES.replace(" ", ";").replace(";3;", "; _ ;", 1),
    "".join(f"{h} {v}\r\n" for h, v in enumerate(KAYLES.split()) if h != 5),
], ids=range(10))  # fmt: skip
def test_values_come_in_as_programs_write_them(text, capsys):
    """With commas, in lines, with heaps, comments, gaps or a mark before the text."""
    piped = called(capsys, "recognise", "-", stdin=text.encode())
    assert piped.status == 0, piped.err
    assert piped.out.startswith("0.77 is Kayles")


def test_what_grundy_writes_is_read_again(tmp_path, capsys):
    for name in ("b.txt", "values.csv"):
        path = str(tmp_path / name)
        answered(capsys, "values", "0.137", "--from", "1", "--stop", "40", "--output", path)
        assert "Dawson's chess" in answered(capsys, "recognise", path)


def test_a_choice_is_shown_with_what_would_decide(capsys):
    printed = answered(capsys, "recognise", *"010213", "--matches", "3", "--ahead", "2")
    lines = printed.splitlines()

    assert lines[0].startswith("at-most-half is At most half (OEIS A025480)")
    assert "next    0, 4, …" in printed
    assert sum("  heap " in line and "next" in line for line in lines) == 2
    assert "values leave a choice" in printed
    assert "more games; --matches N tells more" in printed


def test_formulas_and_nothing_at_all(capsys):
    beyond = answered(capsys, "recognise", *(str(1_000 * n) for n in range(12)))
    nothing = answered(capsys, "recognise", "5", "17", "2", "91", "8", "22", "4", "9")
    assert "No known game has these values." in beyond
    assert "Formula: G(n) = 1000n, with the first value at heap 0." in beyond
    assert nothing == "No known game and no formula has these values.\n"


def test_json_repeats_itself(capsys):
    found = as_json(capsys, "recognise", "0,1,_,3,1,4,3,2", "--matches", "2")
    asked = found["command"].replace("'?'", "?").split()[1:]

    assert as_json(capsys, *asked) == found
    assert found["values"] == [0, 1, None, 3, 1, 4, 3, 2]
    assert len(found["matches"]) == 2
    for match in found["matches"]:
        values = grundy.read_game(match["text"]).values(60).tolist()  # type: ignore[attr-defined]
        rest = values[match["shift"] + 8 :]
        assert match["next_values"] == rest[: len(match["next_values"])]
