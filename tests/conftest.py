"""What holds for all tests: examples without a deadline, bytecode kept, files kept together."""

import os
import sys
from pathlib import Path

import pytest
from hypothesis import settings

# A deadline measures the machine, not the code: beside busy processes it fails by chance.
settings.register_profile("grundy", deadline=None)
settings.load_profile("grundy")

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
