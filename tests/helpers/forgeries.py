"""What a check says of a certificate: the condition that it breaks, or nothing."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from grundy.errors import VerificationError
from grundy.heaps.certificates import read_certificate, verify_certificate


def broken(certificate: Any, check: Callable[..., object] = verify_certificate) -> str:
    """Return the condition that a certificate breaks, or the sentence; "" where it holds."""
    try:
        check(certificate)
    except VerificationError as error:
        return error.condition or str(error)
    return ""


def forged(folder: Path, true: Any, **changes: Any) -> str:
    """Change fields under a right seal, and return the condition that the file breaks."""
    replace(true, **changes).save(folder / "forged.json")
    return broken(read_certificate(folder / "forged.json"))
