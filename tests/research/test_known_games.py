"""The file of codes and families that `recognise` reads is what its command writes."""

import numpy as np
import pytest

from grundy.recognition.formulas import FAMILIES
from grundy.recognition.known import packed, read_part
from grundy.recognition.spaces import FILE, Codes, Families
from research.known_games import codes_part, family_values, write


def test_codes_of_the_file_have_the_values_of_their_games():
    """A code in fifty, and all games with a name."""
    kept = read_part(Codes())
    numbers = [*range(0, kept.space.size, 50), *kept.space.famous.tolist()]
    part = codes_part(Codes(), numbers)

    assert np.array_equal(part.rows[part.row_of], kept.rows[kept.row_of[numbers]])
    assert len(kept.row_of) == kept.space.size


@pytest.mark.parametrize("name", ["dudeney(2)", "fibonacci-nim", "wythoff", "ruler"])
def test_families_of_the_file_have_the_values_of_their_positions(name):
    """Those that are found quickly."""
    kept = read_part(Families())
    for number, family in enumerate(FAMILIES):
        if family.game == name:
            assert kept.known(number)[family.first :].tolist() == family_values(family)


def test_what_is_packed_is_read_again():
    """The arrays of the file are those of the parts that are read from it."""
    with np.load(FILE) as file:
        for space in (Codes(), Families()):
            for name, array in packed(read_part(space)).items():
                assert np.array_equal(array, file[name])
                assert array.dtype == file[name].dtype


@pytest.mark.long
def test_the_command_writes_the_file_byte_for_byte(tmp_path):
    """It takes about a minute."""
    write(tmp_path / FILE.name)

    assert (tmp_path / FILE.name).read_bytes() == FILE.read_bytes()
