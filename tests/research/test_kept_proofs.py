"""Every file in docs/proofs is a proof, and one command checks all of them."""

import pytest

from project import ROOT
from research_programs import called_verify

FILES = sorted(path for path in (ROOT / "docs" / "proofs").rglob("*") if path.is_file())
# What takes seconds and more
SLOW = ("0.054", "0.1777", "0.454", "0.104", "0.354", "0.376", "0.56", "atlas-four", "wild")


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(
            str(path.relative_to(ROOT)),
            marks=pytest.mark.long if path.name.startswith(SLOW) else (),
        )
        for path in FILES
    ],
)
def test_every_file_of_the_documents_holds(name, capsys, monkeypatch):
    """It is accepted as it stands, with a sentence of what it proves."""
    monkeypatch.chdir(ROOT)
    done = called_verify(capsys, name)

    assert (done.status, done.err) == (0, "")
    assert done.out.count("\n") == 1
