"""tabulate(): all positions of a bounded game, solved on disk and on all cores."""

from __future__ import annotations

import os
import shutil
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grundy.errors import LimitError
from grundy.files.whole import byte_size, free_memory
from grundy.running import threads as cores
from grundy.running.runner import run
from grundy.tabulated.block import Pieces
from grundy.tabulated.bounded import bounded
from grundy.tabulated.estimate import Estimate, estimate
from grundy.tabulated.folder import TableFolder
from grundy.tabulated.game_table import GameTable
from grundy.tabulated.maker import Elsewhere, Maker, make_elsewhere
from grundy.tabulated.plan import Plan, plan

if TYPE_CHECKING:
    from grundy.games.ruleset import Ruleset
    from grundy.running.progress import Progress
    from grundy.tabulated.rules import Rules


def tabulate(
    game: Ruleset,
    start: Any,
    *,
    path: str | os.PathLike[str],
    called: str | None = None,
    remoteness: bool = False,
    resume: bool = True,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    announce: Callable[[Estimate], None] | None = None,
) -> GameTable:
    """Solve all positions of a bounded part of a game, and keep their values on disk.

    Args:
        game: A game that numbers its states, by the hook `Ruleset.indexed`.
        start: The state that bounds the part, such as an empty board: a state, or text for one.
        path: A folder for the table; made if it is not there.
        called: How the folder names the game; by default as the game itself does.
        remoteness: Whether the moves that each play lasts are kept too, two bytes a position.
        resume: Whether a table that is there is gone on with.
        threads: How many cores of this machine may be used; all by default.
        executor: Processes, or the workers of a cluster, in place of threads; they see the
            folder under the same name, and read the game from its text, so that it has to be one
            that `grundy.read_game` knows.
        progress: Called now and then as ``progress("positions", done, in all)``.
        announce: Called with what the work will take, before it begins.

    Returns:
        The table. The same game gives the same files, whatever did the work.

    Raises:
        RulesetError: If the game does not number its states, or does it wrongly.
        LimitError: If the disk or the memory would not do, or a value or a play is too large.
        FolderError: If the folder is another table's, or another run's.

    Cost: one byte a position on disk, five where plays may come back, two more for remoteness.
    Memory: the blocks that are being made, and whatever the system keeps of the files.

    >>> import tempfile
    >>> from grundy import catalogue
    >>> table = tabulate(catalogue["cram"], "3x4", path=tempfile.mkdtemp())
    >>> table.value("3x4"), table.count(), table.histogram()
    (1, 4096, {0: 1476, 1: 1543, 2: 536, 3: 539, 4: 2})
    """
    rules = bounded(game, start)
    cut = plan(rules.indexed, remoteness=remoteness)
    text = rules.ruleset.format(rules.indexed.state_of(rules.indexed.packed.signed))
    task = {
        "game": called or game.text, "start": text, "positions": cut.count,
        "blocks": len(cut.tiers), "order": rules.indexed.order, "kinds": list(cut.kinds),
        "rules": rules.fingerprint,
    }  # fmt: skip
    with cores.limited(threads), TableFolder(path, task, resume=resume) as folder:
        if len(folder.known) < len(cut.tiers) * len(cut.kinds):
            told = estimate(rules, cut, cores.thread_count())
            _require_room(told, folder, cut)
            if announce is not None:
                announce(told)
            _make_all(rules, cut, folder, text, executor, progress)
        folder.finish()
    return GameTable(rules, cut, Path(path))


def _require_room(told: Estimate, folder: TableFolder, cut: Plan) -> None:
    needed = told.disk + told.workspace - folder.bytes
    free = shutil.disk_usage(folder.folder).free
    if needed > free:
        raise LimitError(
            f"The table takes {byte_size(needed)} of disk in {folder.folder}, and "
            f"{byte_size(free)} are free; name a larger place."
        )
    memory = free_memory()
    if memory is not None and told.memory > memory:
        raise LimitError(
            f"A block takes {byte_size(told.memory)} of memory, and {byte_size(memory)} are free; "
            "take fewer threads or a smaller board."
        )


def _make_all(
    rules: Rules,
    cut: Plan,
    folder: TableFolder,
    start: str,
    executor: Executor | None,
    progress: Progress | None,
) -> None:
    """Make the blocks that are missing, stage by stage."""
    maker = Maker(rules, cut, folder.folder, progress)
    maker.mapped.add(folder.known)
    missing = [block for block in range(len(cut.tiers)) if not maker.mapped.has(block, cut.kinds)]
    count = len(cut.tiers) - len(missing)
    this = uuid.uuid4().hex
    with ExitStack() as stack:
        stack.callback(folder.write)  # whatever is whole is named, however this ends
        if executor is None:
            pool = stack.enter_context(maker.threads(cores.thread_count()))
        for blocks in cut.stages():
            left = [block for block in blocks if not maker.mapped.has(block, cut.kinds)]
            found: Iterator[tuple[Any, Pieces]]
            if executor is None:
                found = run(maker.make, left, pool)
            else:
                where, known = str(folder.folder.resolve()), tuple(maker.mapped.names)
                tasks = [
                    Elsewhere(rules.ruleset.text, start, cut.remoteness, where, this, block, known)
                    for block in left
                ]
                found = run(make_elsewhere, tasks, executor)
            made: list[str] = []
            for _, pieces in found:
                folder.take(pieces)
                made += pieces
                count += 1
                if progress is not None:
                    progress("positions", min(count << cut.shift, cut.count), cut.count)
            maker.mapped.add(made)  # no block of a stage sees another one of it
