"""The notebooks run, and show what is kept in them."""

import importlib.util
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from project import EXAMPLES

pytest.importorskip("nbclient", reason="notebooks are run by nbclient, of the dev group")
pytest.importorskip("ipykernel", reason="notebooks are run by ipykernel, of the dev group")

FOLDER = EXAMPLES / "notebooks"
# What each source document asks for; problem 8 of the second has no statement.
ROWS = {
    "1-digraphs": ["1.1", "1.2", "1.3", "1.4", "1.5", "1.6", "1.7", "1.8", "1.9", "1.10", "1.11"],
    "2-contests": ["2.0", "2.1", "2.2", "2.3", "2.4", "2.5", "2.6", "2.7", "2.9"],
    "3-four-steps": ["3.1", "3.2", "3.3"],
    "4-lecture": ["4.1", "4.2", "4.3", "4.4"],
    "5-grim": ["5.1", "5.2", "5.3", "5.4", "5.5", "5.6"],
}
NOTEBOOKS = [FOLDER / f"{name}.ipynb" for name in ROWS]

# Libraries below nbclient warn of what is theirs to change.
pytestmark = pytest.mark.filterwarnings("default")


def _refresh() -> ModuleType:
    spec = importlib.util.spec_from_file_location("refresh", FOLDER / "refresh.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


refresh = _refresh()


def _code(notebook: Any) -> list[Any]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def test_every_source_document_has_its_notebook() -> None:
    assert refresh.notebooks() == NOTEBOOKS
    for path, rows in zip(NOTEBOOKS, ROWS.values(), strict=True):
        cells = [cell.source for cell in refresh.read(path).cells if cell.cell_type == "markdown"]
        headings = [line for cell in cells for line in cell.splitlines() if line.startswith("## ")]
        found = re.findall(r"\b[1-5]\.[0-9]+\b", "\n".join(headings))
        assert found == rows, path.name


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_shows_what_is_kept(path: Path) -> None:
    fresh = refresh.run(path)
    assert refresh.texts(fresh) == refresh.texts(refresh.read(path))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_clean(path: Path) -> None:
    """A notebook is small, run in order, without errors, warnings or paths of a machine."""
    notebook = refresh.read(path)
    text = path.read_text(encoding="utf-8")
    outputs = [output for cell in _code(notebook) for output in cell.outputs]
    counts = [cell.execution_count for cell in _code(notebook)]
    assert counts == list(range(1, len(counts) + 1))
    kinds = {output.output_type for output in outputs}
    assert kinds <= {"stream", "display_data", "execute_result"}
    assert not any(output.get("name") == "stderr" for output in outputs)
    assert not re.search(r"/(tmp|home|root|Users|work)/|0x[0-9a-f]{8}|<script", text)
    assert len(text) < 150_000


def test_a_false_output_is_found() -> None:
    kept, changed = refresh.read(NOTEBOOKS[3]), refresh.read(NOTEBOOKS[3])
    output = next(output for cell in _code(changed) for output in cell.outputs)
    output["data"]["text/plain"] += " "
    assert refresh.texts(kept) != refresh.texts(changed)
