"""What holds for all tests: hypothesis waits for long examples, and bytecode is kept."""

import os
import sys
from pathlib import Path

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
