"""What holds for all tests: no deadlines, kernels plain or compiled, bytecode and files kept."""

import gc
import os
import sys
from pathlib import Path

import pytest
from hypothesis import settings

from both_ways import both_ways
from grundy.runtime.kernels import running

# A deadline measures the machine, not the code: beside busy processes it fails by chance.
settings.register_profile("grundy", deadline=None, max_examples=50)
settings.load_profile("grundy")

# Each look for garbage walks over all tests, modules and code: a tenth of the time, if often.
gc.set_threshold(50_000, 20, 50)

# Tests start hundreds of processes, which would compile each module anew where none is kept.
if sys.dont_write_bytecode:
    sys.dont_write_bytecode = False
    sys.pycache_prefix = str(Path(__file__).parent.parent / ".pytest_cache" / "bytecode")
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Give the tests of a file to one process: what they share is made, and compiled, once."""
    from xdist.scheduler import LoadFileScheduling

    return LoadFileScheduling(config, log) if config.getvalue("dist") == "load" else None


# KERNELS=plain, compiled or both is for a whole run; checked bounds are for compiled ones.
_FORM = os.environ.get("KERNELS", "compiled" if "NUMBA_BOUNDSCHECK" in os.environ else None)


def pytest_collection_modifyitems(config, items):
    """Leave out what would take hours in plain Python."""
    if _FORM == "plain":
        large = [item for item in items if item.get_closest_marker("large")]
        config.hook.pytest_deselected(items=large)
        items[:] = [item for item in items if item not in large]


@pytest.fixture(autouse=True, scope="session")
def _one_form():
    if _FORM is None:
        yield
        return
    with both_ways() if _FORM == "both" else running(plain=_FORM == "plain"):
        yield
