"""What is tested here runs from a clone only, and so do its tests."""

from pathlib import Path

import pytest

from coq import development as development  # a fixture


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.parent == Path(__file__).parent:
            item.add_marker(pytest.mark.clone)
