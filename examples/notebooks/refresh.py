"""Run the notebooks of this folder anew, and keep their outputs.

As a program: python examples/notebooks/refresh.py. With --check nothing is written; a notebook
that fails or shows something else is named.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

HERE = Path(__file__).parent
SECONDS = 300
"""The longest that one cell may take; the very first may have to compile kernels."""

_METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def notebooks() -> list[Path]:
    """Give the notebooks of this folder in their order."""
    return sorted(HERE.glob("*.ipynb"))


def read(path: Path) -> Any:
    """Read a notebook as it is kept."""
    return nbformat.read(path, as_version=4)


def run(path: Path) -> Any:
    """Run a notebook from its first cell on, in its folder; give it with its new outputs.

    Raises:
        nbclient.exceptions.CellExecutionError: If a cell raises.
    """
    notebook = read(path)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    NotebookClient(
        notebook,
        timeout=SECONDS,
        record_timing=False,
        coalesce_streams=True,
        # It speaks to this process alone, and warns that it does so in the clear.
        extra_arguments=["--IPKernelApp.log_level=ERROR"],
        resources={"metadata": {"path": str(path.parent)}},
    ).execute()
    notebook.metadata = nbformat.from_dict(_METADATA)
    return notebook


def texts(notebook: Any) -> list[list[tuple[str, str]]]:
    """Give what each code cell shows as text or HTML; pictures are left out.

    Pictures depend on the fonts and libraries of the machine, all else is the same everywhere.
    """
    return [list(_shown(cell)) for cell in notebook.cells if cell.cell_type == "code"]


def _shown(cell: Any) -> Any:
    for output in cell.outputs:
        if output.output_type == "stream":
            yield output.name, output.text
        for kind, data in sorted(output.get("data", {}).items()):
            if kind.startswith("text/"):
                yield kind, data


def main(check: bool) -> int:
    """Run all notebooks; write them, or compare them with what is kept."""
    different = 0
    for path in notebooks():
        fresh = run(path)
        same = texts(fresh) == texts(read(path))
        print(f"{path.name}: {'the same' if same else 'different'}")
        different += not same
        if not check:
            nbformat.write(fresh, path)
    return int(check and different > 0)


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
