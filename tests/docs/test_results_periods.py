"""The page of long periods, and the certificates that it names."""

import re
from pathlib import Path

import pytest

from grundy.heaps.certificates import read_certificate
from grundy.heaps.periods.certificate import Certificate

DOCS = Path(__file__).parents[2] / "docs"
FILES = sorted((DOCS / "proofs").glob("*.json"))
ROW = re.compile(
    r"\| (\S+) \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \| \[.*\]\(proofs/(\S+)\) \|"
)


def certificate_of(path: Path) -> Certificate:
    found = read_certificate(path)
    assert isinstance(found, Certificate)
    return found


def test_the_page_says_what_the_certificates_say() -> None:
    rows = ROW.findall((DOCS / "results-periods.md").read_text(encoding="utf-8"))
    assert len(rows) == 6
    for rule, *numbers, name in rows:
        found = certificate_of(DOCS / "proofs" / name)
        assert found.rare is not None
        said = [int(number.replace(",", "")) for number in numbers]
        assert (rule, said) == (
            found.rule, [found.period, found.preperiod, found.heaps, len(found.rare.heaps)],
        )  # fmt: skip


def test_the_page_names_every_certificate() -> None:
    text = (DOCS / "results-periods.md").read_text(encoding="utf-8")
    assert len(FILES) >= 9
    assert all(f"(proofs/{path.name})" in text for path in FILES)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_certificate_is_named_after_its_rule(path: Path) -> None:
    """The seal holds, and the file says what game it is about."""
    assert certificate_of(path).rule == path.stem
