"""The rows of both atlases as one table of HTML, and the fields that filter it.

Each row carries what is asked for as ``data-…``, so that `static/atlas.js` needs no data of its
own and the table is whole where no script runs.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from html import escape
from pathlib import Path

DOCS = Path(__file__).parent.parent / "docs"
Row = dict[str, str]

HEAD = (
    ("code", "period", "preperiod", "greatest value", "same values as"),
    ("kind", "first wild", "order", "P", "last growth", "period", "preperiod"),
)
FIELDS = """
<form id="atlas-filter" role="search" aria-label="Filter the atlas" hidden>
<label>code <input name="code" type="search" autocomplete="off" spellcheck="false" size="8"
  placeholder="0.07"></label>
<label>digits <select name="digits"><option value="">any{digits}</select></label>
<label>normal play <select name="normal"><option value="">any<option value="solved">period proved
  <option value="open">open</select></label>
<label>its period from <input name="least" type="number" min="1"></label>
<label>to <input name="most" type="number" min="1"></label>
<label>misère play <select name="kind"><option value="">any<option>tame<option>wild
  <option>tame so far</select></label>
<label>its quotient <select name="misere"><option value="">any<option value="solved">proved
  <option value="open">open</select></label>
<label>its order at most <input name="order" type="number" min="1"></label>
<label><input name="games" type="checkbox"> one row a game</label>
<button type="button">all rows</button>
</form>
<p id="atlas-count" role="status"></p>
"""


def atlas() -> Iterator[str]:
    """Yield the fields, the table and the script as a block of HTML."""
    yield "\n".join(["```{raw} html", *_html(), "```"])


def _html() -> Iterator[str]:
    # Up to three digits the atlases have looked further than those of four have.
    normal = _rows("atlas-four.csv") | _rows("atlas.csv")
    misere = _rows("atlas-misere-four.csv") | _rows("atlas-misere.csv")
    nothing = dict.fromkeys(next(iter(misere.values())), "")
    longest = max(map(_digits, normal))
    yield FIELDS.strip().format(
        digits="".join(f"<option>{count}" for count in range(1, longest + 1))
    )
    yield '<div class="table-wrapper docutils container"><table class="docutils" id="atlas-rows">'
    yield f"<thead>{_groups()}{_names()}"
    yield "<tbody>"
    for code, row in normal.items():
        yield _line(row, misere.get(code, nothing))
    yield '</table></div><script src="../_static/atlas.js"></script>'


def _groups() -> str:
    spans = zip(("normal play", "misère play"), HEAD, strict=True)
    cells = (f'<th colspan="{len(part)}" scope="colgroup">{name}' for name, part in spans)
    return "<tr>" + "".join(cells)


def _names() -> str:
    return "<tr>" + "".join(f'<th scope="col">{name}' for part in HEAD for name in part)


def _line(row: Row, misere: Row) -> str:
    fields = {
        "code": row["code"],
        "digits": str(_digits(row["code"])),
        "normal": row["status"],
        "period": row["period"],
        "kind": misere["kind"],
        "misere": misere["status"],
        "order": misere["order"],
        "original": "" if row["equivalent_to"] else "1",
    }
    data = " ".join(f'data-{name}="{escape(value)}"' for name, value in fields.items())
    cells = (
        row["code"], row["period"] or "open", row["preperiod"], row["greatest"],
        _same(row["equivalent_to"], row["offset"]),
        misere["kind"], misere["first_wild"], misere["order"], misere["p_count"],
        misere["grew_at"], misere["period"] or misere["status"], misere["preperiod"],
    )  # fmt: skip
    return f"<tr {data}>{''.join(f'<td>{escape(cell)}' for cell in map(_grouped, cells))}"


def _same(code: str, offset: str) -> str:
    return f"{code} ({int(offset):+d})" if code and int(offset) else code


def _grouped(text: str) -> str:
    return f"{int(text):,}" if text.isdigit() else text


def _digits(code: str) -> int:
    return len(code) - len("0.")


def _rows(name: str) -> dict[str, Row]:
    with (DOCS / name).open(encoding="utf-8", newline="") as file:
        return {row["code"]: row for row in csv.DictReader(file)}
