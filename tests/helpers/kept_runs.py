"""One short run for each kind of folder that a run goes on from, and what it says it did.

As a program it stops behind the writing of a state, so that it can be killed there:
``python kept_runs.py KIND FOLDER BEHIND``.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import grundy
from grundy.heaps import value_files as values_kept
from grundy.heaps.engines import blocks, sequence
from grundy.heaps.engines.sequence import Store
from grundy.large import run
from grundy.runtime import folders as kept
from large_graphs import Arcs, complete_order, long_path_and_cycles, write_arcs
from research.atlas import normal as atlas
from research.atlas.sweep_folder import Kept


@dataclass
class Done:
    """What has to be the same however often a run was stopped, and what it computed, in order."""

    result: object
    work: list[object] = field(default_factory=list)


Run = Callable[[Path], Done]


def values(folder: Path) -> Done:
    """Keep the values of officers, piece after piece."""
    game = grundy.TakeAndBreak("0.6")
    with Store(folder, "0.6", resume=True, save_every=0) as store:
        game.sequence.resume(store)
        first = game.sequence.filled
        found = values_kept.hash_of(game.sequence.values(40_000, store=store))
    return Done(found, list(range(first, 40_000)))


def flow(folder: Path) -> Done:
    """Let the values of officers flow by, with checkpoints."""
    sequence._IN_MEMORY, sequence._STEP = 131_072, 1 << 14
    blocks.REACH, values_kept.PIECE = 65_536, 65_536
    game = grundy.TakeAndBreak("0.6")
    with Store(folder, "0.6", resume=True, save_every=0) as store:
        game.sequence.resume(store)
        first = store.reached
        found = game.sequence.summary(170_000, store=store).sha256
    return Done(found, list(range(first, 170_000)))


def on_disk(arcs: Arcs) -> Run:
    """Sort arcs in a folder, and label; the work is the passes over the file."""

    def label(folder: Path) -> Done:
        work: list[object] = []
        done = _label("disk", folder, arcs, lambda stage, *_: work.append(stage))
        return replace(done, work=[stage for stage in work if "arcs" in str(stage)])

    return label


def _label(
    engine: str, folder: Path, arcs: Arcs, progress: Callable[[str, int, int], None] | None = None
) -> Done:
    path = folder.parent / "edges.parquet"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_arcs(path, arcs)
    labels = folder.parent / "labels.csv"
    found = run.label_file(
        path, engine=engine, save=folder, resume=True, save_every=0, output=labels,
        progress=progress,
    )  # fmt: skip
    return Done((found.values, found.outcomes, labels.read_bytes()))


def sweep(folder: Path) -> Done:
    """Look at every octal game of a digit; the work is the games."""
    work: list[object] = []
    survey = atlas.survey

    def counted(task: atlas.Survey) -> atlas.GameResult:
        work.append(task.code)
        return replace(survey(task), seconds=0.0)

    done: dict[str, atlas.GameResult] = {}
    atlas.survey = counted
    try:
        with Kept(folder, {"stop": 200}, resume=True) as results:
            atlas.compute(1, 200, done, kept=results)
    finally:
        atlas.survey = survey
    return Done([replace(row, seconds=0.0) for row in atlas.table(1, done)], work)


RUNS: dict[str, Run] = {
    "values": values, "flow": flow, "disk": on_disk(long_path_and_cycles(30)),
    "disk with followers": on_disk(complete_order(70)), "atlas": sweep,
}  # fmt: skip


def damaged(data: bytes, count: int) -> tuple[list[bytes], list[bytes]]:
    """Return a file cut, and with a bit flipped, at its ends and some places between."""
    last = len(data) - 1
    places = sorted({last * part // (count - 1) for part in range(count)}) if data else []
    return [data[:place] for place in places], [
        data[:place] + bytes([data[place] ^ 1 << place % 8]) + data[place + 1 :] for place in places
    ]


def _waiting(behind: int) -> None:
    """Say "there" behind the writing of a state, and wait to be killed."""
    commit = kept.KeptFolder.commit
    count = 0

    def stopped(self: kept.KeptFolder, *arguments: object) -> None:
        nonlocal count
        commit(self, *arguments)  # type: ignore[arg-type]
        count += 1
        if count == behind:
            print("there", flush=True)
            sys.stdin.read()

    kept.KeptFolder.commit = stopped  # type: ignore[assignment,method-assign]


if __name__ == "__main__":
    _waiting(int(sys.argv[3]))
    RUNS[sys.argv[1]](Path(sys.argv[2]))
