"""`grundy values --format oeis`: the terms as the form of the OEIS takes them."""

from __future__ import annotations

from commands import answered


def test_terms_are_printed_on_one_line(capsys):
    """With commas, ready to be copied; heaps of value 0 and later heaps as well."""
    assert answered(capsys, "values", "kayles", "--stop", "8", "--format", "oeis") == (
        "0, 1, 2, 3, 1, 4, 3, 2\n"
    )
    later = answered(capsys, "values", "kayles", "--from", "3", "--stop", "6", "--format", "oeis")
    zeros = answered(capsys, "values", "0.6", "--stop", "50", "--zeros", "--format", "oeis")

    assert later == "3, 1, 4\n"
    assert zeros == "0, 1, 4, 12, 20, 30, 46\n"


def test_terms_go_to_a_file_too(tmp_path, capsys):
    """A name says where, and the ending nothing."""
    path = tmp_path / "terms.data"
    answered(capsys, "values", "nim", "--stop", "5", "--format", "oeis", "--output", str(path))

    assert path.read_text() == "0, 1, 2, 3, 4\n"


def test_many_terms_are_one_line():
    """Those of many pieces are joined by the same comma."""
    from grundy.heaps import value_files

    count = value_files._CHUNK + 2
    columns = value_files.Columns(("heap", "value"), (range(count), range(count)))

    written = value_files.column_bytes(columns, "oeis")
    assert written == (", ".join(map(str, range(count))) + "\n").encode()
