"""Errors travel between processes, and say who they are."""

import copy
import pickle

import pytest

from grundy import errors
from grundy.errors import GrundyError

EXAMPLES = [
    GrundyError("plain"),
    errors.CodeError("0.79: digit 9 is not octal", text="0.79", column=4),
    errors.GraphFormatError("an edge needs two ends", file="g.csv", line=7),
    errors.RulesetError("no game"),
    errors.CycleError(["a", "b"]),
    errors.UnknownNameError("vertex", "appel", ["apple", "pear"]),
    errors.PositionError("an illegal position"),
    errors.MissingExtraError("pyarrow", "formats", "Writing Parquet"),
    errors.LimitError("too long", partial=[1, 2]),
    errors.VerificationError("condition A fails", where="c", condition="A"),
    errors.FolderError("kept: another run writes here"),
    errors.AddressError("port 80 is taken"),
    errors.ClusterError("no scheduler answers"),
    errors.LostWorkerError(("G", 7), 3),
    errors.NoJsonError("The request is no JSON."),
    errors.RequestError("Expected `str`, got `int`").inside(".name"),
]


@pytest.mark.parametrize("error", EXAMPLES, ids=lambda error: type(error).__name__)
def test_an_error_survives_pickle_and_copy(error: GrundyError) -> None:
    """Its class, its text and what it carries are the same on the other side."""
    there_and_back = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    for twin in (there_and_back, copy.copy(error), copy.deepcopy(error)):
        assert type(twin) is type(error)
        assert str(twin) == str(error)
        assert twin.args == error.args
        assert vars(twin) == vars(error)


def test_every_error_is_among_the_examples() -> None:
    """A new error has to travel as well."""
    kinds = {kind for kind in vars(errors).values() if isinstance(kind, type)}
    ours = {kind for kind in kinds if issubclass(kind, GrundyError)}
    assert {type(error) for error in EXAMPLES} == ours
