"""What is released fits together: versions, metadata, checklist, workflow."""

import os
import re
import tomllib
from pathlib import Path

import pytest

import grundy
from grundy.runtime import files
from project import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def lines_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_the_version_is_the_same_everywhere() -> None:
    cited = re.search(r"^version: (\S+)$", lines_of("CITATION.cff"), re.MULTILINE)
    sections = re.findall(r"^## \[(.*?)\]", lines_of("CHANGELOG.md"), re.MULTILINE)
    assert cited
    assert cited[1] == grundy.__version__
    assert next(name for name in sections if name != "Unreleased") == grundy.__version__
    assert re.fullmatch(r"\d+\.\d+\.\d+", grundy.__version__)


def test_every_python_is_named_where_pythons_are_named() -> None:
    named = [
        line.rpartition(" ")[2]
        for line in PROJECT["classifiers"]
        if re.fullmatch(r"Programming Language :: Python :: 3\.\d+", line)
    ]
    assert f"set -- {' '.join(named)}" in lines_of(".ci/versions")
    assert str(named).replace("'", '"') in lines_of(".github/workflows/tests.yml")
    assert PROJECT["requires-python"] == f">={named[0]}"


def test_the_package_says_that_it_has_types_and_a_licence() -> None:
    assert (Path(grundy.__file__).parent / "py.typed").exists()
    assert PROJECT["license"] == "MIT"
    for name in (PROJECT["readme"], *PROJECT["license-files"]):
        assert (ROOT / name).exists()


@pytest.mark.parametrize("name", ["docs/release.md", ".github/workflows/tests.yml", "README.md"])
def test_scripts_that_are_named_exist_and_can_be_run(name: str) -> None:
    scripts = set(re.findall(r"\.ci/\w+", lines_of(name)))
    assert scripts or name == "README.md"
    for script in scripts:
        assert os.access(ROOT / script, os.X_OK), script


def test_one_version_of_uv_is_named() -> None:
    """README, Dockerfile and workflow set up with the same uv; .ci/pin writes it into all three."""
    found = {
        version
        for name in ("README.md", "Dockerfile", ".github/workflows/tests.yml")
        for version in re.findall(r"\buv==([0-9.]+)", lines_of(name))
    }
    assert len(found) == 1


def test_a_folder_is_not_opened_where_the_system_opens_none(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("x")
    really, opened = os.open, []

    def taken_down(path: Path, flags: int) -> int:
        opened.append((path.name, flags))
        return really(path, flags)

    with monkeypatch.context() as windows:
        windows.setattr(files, "_WINDOWS", True)
        windows.setattr(os, "open", taken_down)
        files.flush_to_disk(tmp_path)
    assert opened == [("file", os.O_RDWR)]
