"""`grundy-bench`: the benchmarks, which stand in the repository and not in the package."""

from __future__ import annotations

import sys
from pathlib import Path

_CLONE = Path(__file__).parents[3]


def main() -> None:
    """Run the benchmarks of the clone that this package is installed from."""
    if not (_CLONE / "benchmarks" / "__main__.py").exists():
        print(
            "grundy-bench: the benchmarks are not in the installed package; clone the repository "
            "and run `uv run grundy-bench` there.",
            file=sys.stderr,
        )
        sys.exit(2)
    sys.path.insert(0, str(_CLONE))
    from importlib import import_module

    import_module("benchmarks.__main__").main()
