"""Spark's master as the user writes it: its form, whether anybody answers, and Java."""

from __future__ import annotations

import os
import re
import shutil
import socket

from grundy.errors import GrundyError

_PATIENCE = 5.0  # seconds; Spark itself would try for a minute
_HOST = r"(?:[^/,:\[\]]+|\[[^\[\]]+\]):\d+"
_FORM = re.compile(
    r"local(\[(\d+|\*)(, *\d+)?\])?|local-cluster\[.+\]|yarn|k8s://.+"
    rf"|spark://{_HOST}(,{_HOST})*"
)


def require_form(master: str) -> None:
    """Raise `ValueError` where Spark knows no master of this form."""
    if _FORM.fullmatch(master) is None:
        raise ValueError(
            f'"{master}" is no master of Spark; write local[2], spark://host:7077, yarn or k8s://….'
        )


def require_answer(master: str) -> None:
    """Raise `GrundyError` where Java or settings are missing, or nobody answers there."""
    if not _has_java():
        raise GrundyError(
            "Spark needs Java, and there is none here; install it, or set JAVA_HOME to its folder."
        )
    if master == "yarn" and not {"HADOOP_CONF_DIR", "YARN_CONF_DIR"} & os.environ.keys():
        raise GrundyError("The master yarn needs HADOOP_CONF_DIR or YARN_CONF_DIR; set one.")
    if not master.startswith("spark://"):
        return
    places = master.removeprefix("spark://").split(",")
    if not any(_answers(place) for place in places):
        raise GrundyError(f"Nobody answers at {master}; start Spark's master there, or name it.")


def _has_java() -> bool:
    home = os.environ.get("JAVA_HOME")
    return shutil.which("java" if home is None else os.path.join(home, "bin", "java")) is not None


def _answers(place: str) -> bool:
    host, _, port = place.rpartition(":")
    try:
        with socket.create_connection((host.strip("[]"), int(port)), timeout=_PATIENCE):
            return True
    except (OSError, OverflowError):
        return False
