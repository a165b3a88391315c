"""A run of `grundy values`: the values are kept, or only what the view needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grundy.cli.value_folder import Folder
    from grundy.heaps.ruleset import HeapRuleset
    from grundy.heaps.sequence_views import SequenceAnswer


def compute(
    ruleset: HeapRuleset, stop: int, view: str, folder: Folder, *, keeps: bool
) -> SequenceAnswer:
    """Compute the values and keep them, or only what the view needs."""
    from grundy.cli.output import progress_bar
    from grundy.cli.value_folder import value_folder
    from grundy.errors import LimitError
    from grundy.heaps.sequence_views import SequenceAnswer

    sequence = ruleset.sequence
    with (
        value_folder(ruleset, folder) as store,
        progress_bar("values", lambda: rares_found(ruleset)) as report,
    ):
        try:
            if keeps:
                return SequenceAnswer(ruleset, view, sequence.values(stop, report, store))
            return SequenceAnswer(ruleset, view, sequence.summary(stop, {view}, report, store))
        except LimitError as error:
            if error.partial is None:
                raise
            return SequenceAnswer(ruleset, view, error.partial, error)  # type: ignore[arg-type]


def rares_found(ruleset: HeapRuleset) -> str:
    """Say how many rare heaps are known, for the progress bar."""
    count = ruleset.sequence.rare_count
    return f"{count:,} rare" if count else ""
