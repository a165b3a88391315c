"""The documents are true: commands run, links lead somewhere, pictures and proofs are theirs."""

import doctest
import re
import shlex
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import matplotlib.image
import numpy as np
import pytest

import grundy
from commands import called
from grundy.cli.main import COMMANDS
from grundy.graphs.engines import ENGINES
from grundy.graphs.io.label_writers import COLUMNS
from grundy.graphs.io.source import FORMATS
from grundy.graphs.random import MODELS
from grundy.heaps.certificates import read_certificate
from grundy.heaps.periods.certificate import Certificate
from project import ROOT

DECISIONS = ROOT / "docs" / "decisions"
GUIDES = [
    ROOT / "README.md",
    *sorted(path for path in (ROOT / "docs").rglob("*.md") if path.parent != DECISIONS),
]
DOCUMENTS = [*GUIDES, *sorted(DECISIONS.glob("*.md"))] + [
    path for path in (ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md") if path.exists()
]

_BLOCK = re.compile(r"^```console\n(.*?)^```", re.DOTALL | re.MULTILINE)
_FENCED = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
_LINK_TO_CODE = re.compile(r"\[([\w/]+\.py)\]\(([^)\s]+)\)")
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_SIGNS = re.compile(r"[|<>;&]+")
# Ends in the same answer sooner: click takes the last of an option given twice.
_SHORTER = ["--repetitions", "1", "--workers", "1"]


@dataclass(frozen=True)
class Example:
    line: str
    shown: str


def relative(path: Path) -> str:
    return str(path.relative_to(ROOT))


def examples(text: str) -> Iterator[Example]:
    """Yield the commands of the console blocks; a backslash at the end of a line joins lines.

    Where a block has prompts, what stands below a command is its output; otherwise every line
    is a command.
    """
    for block in _BLOCK.findall(text.replace("\\\n", " ")):
        before, *parts = re.split(r"^\$ ", block, flags=re.MULTILINE)
        if not parts:
            yield from (Example(line, "") for line in before.splitlines() if line.strip())
        for part in parts:
            line, _, shown = part.partition("\n")
            yield Example(line, shown)


def pipelines(line: str) -> list[list[list[str]]]:
    """Split a command line at && into pipelines, these at | into commands, these into words.

    >>> pipelines("cd x && echo 'a b' | grundy nim -")
    [[['cd', 'x']], [['echo', 'a b'], ['grundy', 'nim', '-']]]
    """
    lexer = shlex.shlex(line, posix=True, punctuation_chars="|<>&;")
    lexer.whitespace_split = True
    found: list[list[list[str]]] = [[[]]]
    for word in lexer:
        if word == "&&":
            found.append([[]])
        elif word == "|":
            found[-1].append([])
        else:
            found[-1][-1].append(word)
    return found


def runs_grundy(words: list[str]) -> bool:
    """Whether a command runs grundy, after whatever prefix, such as ``uv run``."""
    return "grundy" in words and words[0] not in ("cd", "git", "pip", "pipx", "uvx")


def run_pipeline(parts: list[list[str]], capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    status, printed = 0, ""
    for words in parts:
        assert not any(_SIGNS.fullmatch(word) for word in words), f"the test cannot run {words}"
        if words[0] == "echo":
            printed = " ".join(words[1:]) + "\n"
            continue
        assert runs_grundy(words), f"the test cannot run {words[0]!r}"
        status, printed, _ = called(
            capsys, *words[words.index("grundy") + 1 :], stdin=printed.encode()
        )
        if status:
            break
    return status, printed


def check(example: Example, capsys: pytest.CaptureFixture[str], *, shorter: bool = True) -> None:
    for parts in (each for each in pipelines(example.line) if runs_grundy(each[-1])):
        cut = shorter and "experiment" in parts[-1]
        if cut:
            parts[-1] += _SHORTER
        status, printed = run_pipeline(parts, capsys)
        assert status == 0, example.line
        if example.shown and not cut:
            same = doctest.OutputChecker().check_output(
                example.shown, printed, doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
            )
            assert same, f"{example.line}\n-- shown\n{example.shown}\n-- printed\n{printed}"


@pytest.fixture
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    return tmp_path


# Those of the gallery run below, where their pictures are compared.
@pytest.mark.parametrize("document", [one for one in GUIDES if one.stem != "gallery"], ids=relative)
@pytest.mark.usefixtures("workplace")
def test_commands_in_documents_run(document: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for example in examples(document.read_text(encoding="utf-8")):
        check(example, capsys)


@pytest.mark.long
@pytest.mark.parametrize("document", GUIDES, ids=relative)
@pytest.mark.usefixtures("workplace")
def test_experiments_in_documents_run_in_full(document, capsys):
    for example in examples(document.read_text(encoding="utf-8")):
        if " experiment " in example.line:
            check(example, capsys, shorter=False)


@pytest.mark.usefixtures("workplace")
def test_a_false_example_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    check(Example('grundy nim "1 + 2"', "3\n"), capsys)
    for example in (Example('grundy nim "1 + 2"', "4\n"), Example("uv run grundy nim 1+", "")):
        with pytest.raises(AssertionError):
            check(example, capsys)


@pytest.mark.parametrize("document", DOCUMENTS, ids=relative)
def test_links_lead_somewhere(document: Path) -> None:
    for words, target in _LINK_TO_CODE.findall(document.read_text(encoding="utf-8")):
        assert target.endswith(f"/{words}")
    text = _FENCED.sub("", document.read_text(encoding="utf-8"))
    for target in _LINK.findall(text):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, heading = target.partition("#")
        file = document.parent / path if path else document
        assert file.exists(), target
        if heading:
            assert heading in headings(file), target


def headings(document: Path) -> set[str]:
    text = _FENCED.sub("", document.read_text(encoding="utf-8"))
    found = re.findall(r"^#+ (.*)", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-") for title in found}


@pytest.mark.parametrize(("kind", "names"), [
    ("public name", [name for name in grundy.__all__ if name != "__version__"]),
    ("command", [f"grundy {name}" for name in COMMANDS]), ("format", list(FORMATS)),
    ("file ending", [ending for entry in FORMATS.values() for ending in entry.endings]),
    ("label column", list(COLUMNS)), ("engine", list(ENGINES)), ("random model", list(MODELS)),
], ids=lambda part: part if isinstance(part, str) else "")  # fmt: skip
def test_the_reference_forgets_nothing(kind: str, names: list[str]) -> None:
    text = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
    missing = [name for name in names if not re.search(rf"`{re.escape(name)}[`( ]", text)]
    assert not missing, f"{kind}: {missing}"


@pytest.mark.parametrize("name", ["index", "play", "explorer", "notebooks"])
def test_the_chapters_on_the_page_show_it(name: str) -> None:
    text = (ROOT / f"docs/{name}.md").read_text(encoding="utf-8")
    shown = re.findall(r"!\[(.+)\]\(images/((?:page.*|notebook)\.png)\)", text)
    assert shown
    for words, picture in shown:
        assert len(words) > 40
        assert (ROOT / "docs/images" / picture).stat().st_size <= 60_000


def test_decisions_are_numbered_without_gaps() -> None:
    """Decision notes are numbered 0001, 0002, … and each says what would change our mind."""
    notes = sorted(DECISIONS.glob("*.md"))
    assert [int(note.name[:4]) for note in notes] == list(range(1, len(notes) + 1))
    for note in notes:
        assert "Would change our mind." in note.read_text(encoding="utf-8"), note.name


GALLERY = ROOT / "docs" / "gallery.md"
IMAGES = ROOT / "docs" / "images"
_PICTURED = re.compile(r"^```console\n\$ grundy (.*?)\n\.\.\.\n```\n\n((?:^!\[.*\n)+)", re.M)
_PICTURE = re.compile(r"\]\(images/(.*?)\)")

MADE = [
    (command, _PICTURE.findall(pictures))
    for command, pictures in _PICTURED.findall(GALLERY.read_text(encoding="utf-8"))
]


def test_every_picture_of_the_gallery_has_its_command() -> None:
    shown = _PICTURE.findall(GALLERY.read_text(encoding="utf-8"))
    assert shown == [picture for _, pictures in MADE for picture in pictures]
    assert len(shown) >= 12
    for command, pictures in MADE:
        assert pictures[0] in command.split()


@pytest.mark.parametrize(("command", "pictures"), [
    pytest.param(*one, id=one[1][0], marks=[pytest.mark.long] * one[0].startswith("experiment"))
    for one in MADE
])  # fmt: skip
def test_a_command_of_the_gallery_makes_its_picture(
    command, pictures, tmp_path, monkeypatch, capsys
):
    words = [str(ROOT / word) if word.startswith("examples/") else word for word in command.split()]
    monkeypatch.chdir(tmp_path)
    status, _, message = called(capsys, *words)
    assert status == 0, message
    for picture in pictures:
        assert same_picture(tmp_path / picture, IMAGES / picture), picture


def same_picture(made: Path, kept: Path) -> bool:
    if made.suffix == ".svg":
        return made.read_text(encoding="utf-8") == kept.read_text(encoding="utf-8")
    pixels, expected = matplotlib.image.imread(made), matplotlib.image.imread(kept)
    return pixels.shape == expected.shape and float(np.abs(pixels - expected).mean()) < 0.002


DOCS = Path(__file__).parents[2] / "docs"
FILES = sorted((DOCS / "proofs").glob("*.json"))
ROW = re.compile(
    r"\| (\S+) \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \| \[.*\]\(proofs/(\S+)\) \|"
)


def certificate_of(path: Path) -> Certificate:
    found = read_certificate(path)
    assert isinstance(found, Certificate)
    return found


def test_the_page_says_what_the_certificates_say() -> None:
    rows = ROW.findall((DOCS / "results-periods.md").read_text(encoding="utf-8"))
    assert len(rows) == 6
    for rule, *numbers, name in rows:
        found = certificate_of(DOCS / "proofs" / name)
        assert found.rare is not None
        said = [int(number.replace(",", "")) for number in numbers]
        assert (rule, said) == (
            found.rule, [found.period, found.preperiod, found.heaps, len(found.rare.heaps)],
        )  # fmt: skip


def test_the_page_names_every_certificate() -> None:
    text = (DOCS / "results-periods.md").read_text(encoding="utf-8")
    assert len(FILES) >= 9
    assert all(f"(proofs/{path.name})" in text for path in FILES)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_certificate_is_named_after_its_rule(path: Path) -> None:
    assert certificate_of(path).rule == path.stem
