"""`grundy quotient`: what it prints, where it stops, and what it keeps."""

import pytest

from commands import answered, called
from grundy.heaps.certificates import read_certificate
from grundy.misere.growth import Growth


def test_kayles_is_shown(capsys):
    """Order, P-portion, where it grew, the period with its proof, tame or wild, the kernel."""
    printed = answered(capsys, "quotient", "kayles")

    assert printed.splitlines()[0] == (
        "0.77: misère quotient of 40 elements, 9 P-positions; proved for heaps of every size."
    )
    assert "heap 1 to 2 (1 P), heap 2 to 6 (2 P), heap 5 to 12 (3 P), heap 9 to 18 (6 P)" in printed
    assert "12 from heap 71 on, of the elements of heaps; proved by heaps 0 to 166" in printed
    assert "no: heap 5 is the first wild one" in printed
    assert "16 elements; in the kernel misère play is normal play" in printed
    assert "⟨a, b, c, d, e, f, g | a² = 1," in printed


def test_a_tame_game_is_called_tame(capsys):
    """Where the elements repeat, every heap is tame; else those that were computed."""
    assert "yes: every heap is fickle or firm" in answered(capsys, "quotient", "{1,2,3}")
    printed = answered(capsys, "quotient", "0.07", "--stop", "9")
    assert "as far as looked: no heap up to 8 is wild" in printed
    assert "partial: proved for heaps 0 to 8." in printed
    assert "1 element, 0 P-positions" in answered(capsys, "quotient", "0.0")


def test_latex(capsys):
    assert answered(capsys, "quotient", "0.75", "--latex") == (
        r"\mathcal{Q} = \langle a, b, c \mid a^{2} = 1, bc = ab, c^{2} = b^{2}, b^{3} = b \rangle, "
        r"\quad \mathcal{P} = \{a, b^{2}\}" + "\n"
    )


@pytest.mark.parametrize("limit", [["--limit", "100"], ["--seconds", "0"]])
def test_a_limit_leaves_what_is_proved(capsys, limit):
    done = called(capsys, "quotient", "0.07", "--stop", "40", *limit)
    assert done.status == 3
    assert "partial: proved for heaps 0 to" in done.out
    assert "it is proved for heaps up to" in done.err
    assert "it has at least" in done.err


def interrupt(monkeypatch: pytest.MonkeyPatch, heap: int) -> None:
    """Let a quotient be interrupted when it comes to a heap."""
    advance = Growth.advance

    def advanced(growth: Growth) -> None:
        if growth.count == heap:
            raise KeyboardInterrupt
        advance(growth)

    monkeypatch.setattr(Growth, "advance", advanced)


def test_ctrl_c_leaves_what_is_proved(capsys, monkeypatch):
    interrupt(monkeypatch, 20)
    done = called(capsys, "quotient", "kayles")
    assert done.status == 130
    assert "24 elements, 8 P-positions; partial: proved for heaps 0 to 19." in done.out
    assert done.err.endswith("Interrupted; this is proved for heaps 0 to 19.\n")


def test_a_run_goes_on_from_its_folder(capsys, monkeypatch, tmp_path):
    whole = answered(capsys, "quotient", "kayles")
    folder = str(tmp_path / "kept")
    with monkeypatch.context() as patch:
        interrupt(patch, 30)
        done = called(capsys, "quotient", "kayles", "--save", folder)
    assert "--resume goes on from there" in done.err
    advanced = []
    advance = Growth.advance
    monkeypatch.setattr(Growth, "advance", lambda self: [advanced.append(0), advance(self)])

    assert called(capsys, "quotient", "kayles", "--save", folder).status == 2
    assert answered(capsys, "quotient", "kayles", "--save", folder, "--resume") == whole
    assert len(advanced) <= 167 - 30 + 3  # three heaps when all is compiled
    assert answered(capsys, "quotient", "kayles", "--save", folder, "--resume") == whole


def test_what_a_folder_keeps_is_a_certificate(capsys, tmp_path):
    folder = tmp_path / "kept"
    answered(capsys, "quotient", "0.07", "--stop", "20", "--save", str(folder))
    assert "heaps 0 to 19 only" in answered(capsys, "verify", str(folder / "quotient-20.json"))
    done = called(capsys, "quotient", "0.77", "--save", str(folder), "--resume")
    assert (done.status, "another quotient" in done.err) == (2, True)


def test_a_certificate_is_written_and_checked(capsys, tmp_path):
    path = tmp_path / "kayles.json"
    answered(capsys, "quotient", "kayles", "--certificate", str(path))
    certificate = read_certificate(path)

    assert certificate.command == "grundy quotient kayles --stop 200"
    assert answered(capsys, "verify", str(path)) == (
        "0.77: misère quotient of 40 elements, 9 of them P-positions; its elements have period 12 "
        "from heap 71 on, proved by heaps 0 to 166.\n"
    )
    written = answered(capsys, "quotient", "kayles", "--certificate", "-")
    assert written == path.read_text()
