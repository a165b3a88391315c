"""Certificates of misère quotients, joint ones too: they hold, and no changed one does."""

import json
from dataclasses import replace
from functools import cache, partial
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import grundy
from commands import called
from forgeries import broken, forged
from grundy.errors import GraphFormatError, RulesetError, VerificationError
from grundy.heaps import certificates
from grundy.heaps.certificates import (
    options_by_definition,
    parse_certificate,
    read_certificate,
    verify_certificate,
)
from grundy.heaps.periods.certificate import certified_code
from grundy.misere.certificate import (
    FOR_EVER,
    HEAPS_ONLY,
    JointCertificate,
    JointGame,
    MisereCertificate,
    check,
    products,
)
from often import often
from position_strategies import wins
from quotient_conditions import check_plainly

# rule, heaps, and whether a period is proved by them
GAMES = [
    ("0.77", 200, True), ("0.15", 200, True), ("0.75", 200, True), ("0.123", 200, True),
    ("{1,2,3}", 200, True), ("0.0", 5, True), ("0.07", 20, False), ("4.0", 7, True),
    ("4.07", 9, False), ("0.F", 8, True), ("0.7F", 8, False), ("4!.0", 14, False),
    ("0.7?7=", 9, False), ("allbut{1,4}", 12, False), ("0.[3]", 9, False),
]  # fmt: skip


SUMS = [
    "kayles 5 + nim 3", "dawsons-kayles 9 + {1,3} 4 + nim 2", "grundys-game 7 1 + allbut{1,4} 9",
    "kayles 1000000 + nim 3", "0.75 100 + 4.7 3", "4.07 5 + 0.123 100", "0.[1] 4 + kayles 2",
    "0.F 4 + 0.7?7= 6",
]  # fmt: skip
Sum = tuple[tuple[int, int], ...]
"""(place of the game, heap) of each heap."""


@cache
def certificate_of(rule: str, stop: int) -> MisereCertificate:
    game = grundy.read_game(rule)
    return game.misere_quotient(stop).certificate()


@cache
def joint_certificate_of(words: str) -> JointCertificate:
    return grundy.misere_quotient([grundy.read(words)]).certificate()


def says_win(certificate: JointCertificate, position: Sum) -> bool:
    table = products(certificate.claim())
    element = 0
    for place, heap in position:
        game = certificate.games[place]
        element = table[element][game.phi[game.heaps.index(heap)]]
    return element not in certificate.p_portion


def assert_says_the_truth(certificate, data):
    """Hold a certificate that passes against plain recursion, by some sum of few heaps."""
    heaps = [(n, heap) for n, game in enumerate(certificate.games) for heap in game.heaps[:8]]
    chosen = tuple(data.draw(st.lists(st.sampled_from(heaps), max_size=4), "sum"))
    rules = [grundy.read_game(game.rule) for game in certificate.games]
    position = sum((rules[n][heap] for n, heap in chosen), grundy.Position())
    assert says_win(certificate, chosen) == wins(position, "misere", {})


def holds(certificate):
    """Return whether a certificate passes; both checkers have to agree on what it claims."""
    condition = broken(certificate)
    try:
        claim, code = certificate.claim(), certified_code(certificate.rule)
    except VerificationError:
        assert condition
        return False
    options = partial(options_by_definition, code)
    one, other = (
        broken(claim, lambda claim, each=each: each(claim, options, code.reach))
        for each in (check, check_plainly)
    )
    assert bool(one) == bool(other), (one, other)
    assert condition or not one
    return not condition


@pytest.mark.parametrize(("rule", "stop", "proved"), GAMES)
def test_a_certificate_holds(rule, stop, proved):
    certificate = certificate_of(rule, stop)
    assert (certificate.period is not None) is proved
    assert holds(certificate)


@pytest.mark.parametrize("words", ["0.77", "0.07", *SUMS])
def test_a_certificate_is_read_back(words, tmp_path):
    made = joint_certificate_of(words) if "+" in words else certificate_of(words, 20)
    made.save(tmp_path / "c.json")
    assert read_certificate(tmp_path / "c.json") == parse_certificate(made.to_json()) == made
    verify_certificate(tmp_path / "c.json")


def test_a_game_is_certified_by_its_code():
    assert grundy.GrundysGame().misere_quotient(10).certificate().rule == "4!.0"
    assert grundy.Subtraction({1, 3}).misere_quotient(9).certificate().rule == "{1,3}"


@pytest.mark.parametrize(
    "code", ["0.77", "4.0", "4!.0", "0.F", "G.0", "0.G3", "0.7?7=", "0.03[3]", "4.[3]", "0.V!", "0"]
)
def test_options_by_the_definition(code):
    game = grundy.TakeAndBreak(code if "." in code else "0.1")
    for heap in range(14):
        rows = options_by_definition(game.code, heap).tolist()
        found = sorted(tuple(sorted(part for part in row if part)) for row in rows)
        assert found == sorted(game.options(heap))


KAYLES = certificate_of("0.77", 200)
FALSE = [
    ({"rule": "0.07"}, {"phi", "outcomes"}), ({"rule": "0.7"}, {"phi", "outcomes", "invariant"}),
    ({"rule": "kayles"}, {"rule"}), ({"rule": "0.7!7"}, {"period", "outcomes", "invariant"}),
    ({"theorem": HEAPS_ONLY}, {"theorem"}), ({"preperiod": None}, {"period"}),
    ({"preperiod": None, "period": None}, {"theorem"}), ({"preperiod": 70}, {"period"}),
    ({"period": 24}, {"heaps"}), ({"phi": ()}, {"heaps"}),
    ({"phi": (1, *KAYLES.phi[1:])}, {"phi"}), ({"phi": (*KAYLES.phi[:-1], 40)}, {"phi"}),
    ({"p_portion": ()}, {"reduced"}), ({"p_portion": (*KAYLES.p_portion, 40)}, {"outcomes"}),
    ({"generators": (*KAYLES.generators[:-1], 0)}, {"generators"}),
    ({"action": ((), *KAYLES.action[1:])}, {"table"}),
    ({"invariant": ((), *KAYLES.invariant[1:])}, {"invariant"}),
    ({"invariant": (("-0",), *KAYLES.invariant[1:])}, {"invariant"}),
    ({"invariant": (("f" * 11,), *KAYLES.invariant[1:])}, {"invariant"}),
    ({"command": "grundy period 0.77"}, {"command"}),
    ({"command": "grundy quotient 0.07 --stop 200"}, {"command"}),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "conditions"), FALSE, ids=map(str, range(len(FALSE))))
def test_a_false_certificate_fails(tmp_path, changes, conditions):
    assert forged(tmp_path, KAYLES, **changes) in conditions
    holds(replace(KAYLES, **changes))


def test_a_period_that_is_not_the_least_fails():
    game = grundy.TakeAndBreak("0.75")
    few = game.misere_quotient()
    more = tuple(few.phi(heap) for heap in range(60))
    twice = replace(few.certificate(), phi=more, period=4)
    verify_certificate(replace(twice, period=2))
    with pytest.raises(VerificationError, match="2 is a period already"):
        verify_certificate(twice)


def test_a_rule_without_a_theorem_has_no_period():
    true = certificate_of("4!.0", 14)
    forged = replace(true, preperiod=0, period=1, theorem=FOR_EVER)
    with pytest.raises(VerificationError, match="no theorem on periods"):
        verify_certificate(forged)


mutated = st.sampled_from([game[:2] for game in GAMES if game[0] not in ("0.0", "0.15")]).map(
    lambda game: certificate_of(*game)
)


def with_period(true, data):
    period, preperiod = (data.draw(st.integers(0, len(true.phi)), name) for name in ("p", "n"))
    assume((preperiod, period) != (true.preperiod, true.period))
    return replace(true, preperiod=preperiod, period=period, theorem=FOR_EVER)


def with_set(true, data):
    places = [(x, n) for x, sets in enumerate(true.invariant) for n in range(len(sets))]
    row, place = data.draw(st.sampled_from(places), "set")
    bit = data.draw(st.integers(0, true.order - 1), "bit")
    sets = true.invariant[row]
    sets = (*sets[:place], f"{int(sets[place], 16) ^ 1 << bit:x}", *sets[place + 1 :])
    return replace(true, invariant=(*true.invariant[:row], sets, *true.invariant[row + 1 :]))


@pytest.mark.parametrize("mutant", [with_period, with_set])
@often(6)
@given(true=mutated, data=st.data())
def test_no_mutant_passes_but_a_true_one(mutant, true, data):
    """What passes says the same of each sum as misère play itself; the checkers agree on all."""
    changed = mutant(true, data)
    assume(changed != true)
    if holds(changed):
        game = JointGame(changed.rule, None, None, tuple(range(len(changed.phi))), changed.phi)
        assert_says_the_truth(
            JointCertificate(
                (game,), changed.theorem, changed.generators, changed.action,
                changed.p_portion, changed.invariant,
            ), data,
        )  # fmt: skip


@pytest.mark.parametrize(("key", "wrong"), [
    ("period", -1), ("period", True), ("period", 1.5), ("preperiod", []), ("phi", "012"),
    ("phi", [0, -1]), ("phi", [0, 2**63]), ("phi", [[0]]), ("generators", [True]),
    ("p_portion", {}), ("action", [[0], "1"]), ("action", [[1.0]]), ("invariant", [[0]]),
    ("invariant", ["0"]), ("rule", 0.77), ("theorem", None), ("surprise", 1),
])  # fmt: skip
def test_a_field_of_the_wrong_kind(key, wrong):
    fields = json.loads(KAYLES.to_json()) | {key: wrong}
    with pytest.raises(GraphFormatError, match=f'the field "{key}"'):
        parse_certificate(json.dumps(fields), "c.json")


def test_more_heaps_than_anybody_checks_are_refused_at_once():
    """The moves of all heaps grow with the square: a file of two megabytes would take hours."""
    true = grundy.TakeAndBreak("0.77").misere_quotient(200).certificate()
    phi = (*true.phi, *(true.phi[71 + (n - 71) % 12] for n in range(len(true.phi), 200_000)))
    with pytest.raises(VerificationError, match="200,000 heaps have too many moves"):
        certificates.verify_quotient(replace(true, phi=phi))


digits = st.text("01234567", min_size=1, max_size=2)
rules = st.one_of(
    digits.map("0.{}".format), st.sampled_from(["nim", "4!.0", "{1,3}", "{2}", "allbut{2}"])
)


@often(15)
@given(rules, st.integers(0, 5), rules, st.integers(0, 5), st.data())
def test_any_pair_of_games(one, heap, other, heap_of_other, data):
    position = grundy.read(f"{one} {heap} + {other} {heap_of_other}")
    try:
        quotient = grundy.misere_quotient([position], limits=grundy.Limits(positions=500))
    except grundy.LimitError as error:
        quotient = error.partial
    certificate = quotient.certificate()
    assert broken(certificate) == ""
    if certificate.games:
        assert_says_the_truth(certificate, data)


TRUE = joint_certificate_of("0.75 100 + grundys-game 7 + nim 2")
FIRST, SECOND, NIM = TRUE.games
ORDER = TRUE.order


def games(place: int, **changes: Any) -> dict[str, Any]:
    """Return the changes that put something else in the place of a part of one game."""
    changed = replace(TRUE.games[place], **changes)
    return {"games": (*TRUE.games[:place], changed, *TRUE.games[place + 1 :])}


FALSE_JOINT = [
    (games(0, rule="0.77"), {"phi", "outcomes", "invariant"}),
    (games(2, rule="{1}"), {"outcomes", "invariant"}), ({"games": (SECOND, NIM)}, {"theorem"}),
    ({"games": (), "theorem": HEAPS_ONLY}, {"heaps"}), (games(0, preperiod=None), {"period"}),
    (games(0, preperiod=FIRST.preperiod + 1), {"period", "heaps"}),
    (games(0, period=4), {"heaps", "period"}), (games(0, heaps=FIRST.heaps[:-1]), {"phi"}),
    (games(0, heaps=FIRST.heaps[:-1], phi=FIRST.phi[:-1]), {"heaps"}),
    (games(0, heaps=(*FIRST.heaps[:-1], FIRST.heaps[-1] + 1)), {"heaps"}),
    (games(1, heaps=(*SECOND.heaps, 2**61), phi=(*SECOND.phi, 0)), {"heaps"}),
    (games(1, heaps=SECOND.heaps[1:], phi=SECOND.phi[1:]), {"heaps"}),
    (games(1, heaps=SECOND.heaps[:1] + SECOND.heaps[2:],
           phi=SECOND.phi[:1] + SECOND.phi[2:]), {"heaps"}),
    (games(1, heaps=(0, 2, 1, *SECOND.heaps[3:])), {"heaps"}),
    (games(1, preperiod=0, period=1), {"period"}), (games(2, phi=(1, *NIM.phi[1:])), {"phi"}),
    (games(2, phi=(*NIM.phi[:-1], NIM.phi[-2])), {"outcomes", "invariant", "generators"}),
    (games(2, phi=(*NIM.phi[:-1], ORDER)), {"phi"}), ({"theorem": HEAPS_ONLY}, {"theorem"}),
    ({"p_portion": (0, *TRUE.p_portion)}, {"reduced", "outcomes"}),
    ({"generators": TRUE.generators[:-1]}, {"table"}),
    ({"action": TRUE.action[:-1]}, {"table", "phi", "invariant", "outcomes"}),
    ({"invariant": TRUE.invariant[:-1]}, {"invariant"}),
    ({"command": "grundy quotient 0.75"}, {"command"}),
    ({"command": "grundy solve nim 3 + 0.7 5 --play misere"}, {"command"}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "conditions"), FALSE_JOINT, ids=map(str, range(len(FALSE_JOINT)))
)
def test_a_false_joint_certificate_fails(changes, conditions, tmp_path):
    assert forged(tmp_path, TRUE, **changes) in conditions


def test_twice_the_period_is_not_the_least():
    more = tuple(
        heap if heap < len(FIRST.heaps) else FIRST.preperiod + (heap - FIRST.preperiod) % 2
        for heap in range(80)
    )
    phi = tuple(FIRST.phi[heap] for heap in more)
    longer = games(0, heaps=tuple(range(80)), phi=phi)
    twice = games(0, heaps=tuple(range(80)), phi=phi, period=4)
    assert broken(replace(TRUE, **longer)) == ""
    with pytest.raises(VerificationError, match="2 is a period already"):
        verify_certificate(replace(TRUE, **twice))


def in_a_game(true, data, change):
    place = data.draw(st.integers(0, len(true.games) - 1), "game")
    changed = change(true.games[place])
    return replace(true, games=(*true.games[:place], changed, *true.games[place + 1 :]))


def with_another_game(true: JointCertificate, data: st.DataObject) -> JointCertificate:
    rule = data.draw(st.one_of(digits.map("0.{}".format), st.just("0.[3]")), "rule")
    return in_a_game(true, data, lambda game: replace(game, rule=rule))


def without_a_named_heap(true: JointCertificate, data: st.DataObject) -> JointCertificate:
    def less(game: JointGame) -> JointGame:
        n = data.draw(st.integers(0, len(game.heaps) - 1), "place")
        heaps, phi = game.heaps, game.phi
        return replace(game, heaps=heaps[:n] + heaps[n + 1 :], phi=phi[:n] + phi[n + 1 :])

    return in_a_game(true, data, less)


def with_a_games_period(true, data):
    period, preperiod = (data.draw(st.integers(0, 9), name) for name in ("period", "preperiod"))
    changed = in_a_game(true, data, lambda g: replace(g, period=period, preperiod=preperiod))
    return replace(changed, theorem=FOR_EVER)


@pytest.mark.parametrize("mutant", [with_another_game, without_a_named_heap, with_a_games_period])
@often(10)
@given(words=st.sampled_from(SUMS), data=st.data())
def test_no_joint_mutant_passes_but_a_true_one(mutant, words, data):
    changed = mutant(joint_certificate_of(words), data)
    assume(changed != joint_certificate_of(words))
    if broken(changed) == "":
        assert_says_the_truth(changed, data)


def test_what_no_file_holds_has_no_certificate():
    function = grundy.HeapGame(lambda n: [(k,) for k in range(n)]).misere_quotient(5)
    board, rule = (grundy.misere_quotient([grundy.read(f"kayles 5 + {other}")])
                   for other in ("wythoff 1,2", "take-a-prime 3"))  # fmt: skip
    for quotient, said in (
        (function, "a certificate needs a code or a set of numbers"),
        (board, "wythoff has no certificate"),
        (rule, "its rule is a function"),
    ):
        with pytest.raises(RulesetError, match=said):
            quotient.certificate()


def test_solve_writes_what_verify_accepts(tmp_path, capsys):
    """The command stands in it, the quotient is of this sum alone, whatever was asked before."""
    grundy.read("kayles 30 31 + 0.07 12 + nim 3").solve("misere")
    file = str(tmp_path / "c.json")
    for words, sentence in (
        (["kayles", "5", "+", "nim", "3"], "0.77 + 0.[3]: joint misère quotient of 12 elements"),
        (["kayles 5 + nim 3"], "0.77 + 0.[3]: joint misère quotient of 12 elements"),
        (["kayles", "5", "7"], "0.77: misère quotient of "),
    ):
        done = called(capsys, "solve", *words, "--play", "misere", "--certificate", file)
        assert "player 1 wins" in done.out
        assert called(capsys, "verify", file).out.startswith(sentence)
    printed = called(capsys, "solve", "kayles 5 + nim 3", "--play", "misere", "--certificate", "-")
    assert broken(parse_certificate(printed.out)) == ""


def test_the_quotient_that_proves_is_that_of_the_position():
    large = grundy.read("0.77 9 + nim 3")
    ruleset = large.runs[0].ruleset
    small = ruleset[2] + grundy.read("nim 1")
    kept = ruleset.joint_quotients
    found = kept.of(large, None)
    assert kept.proving(ruleset[30] + small) is None
    assert kept.proving(large) is found
    alone = kept.proving(small)
    assert alone.order < found.order
    assert kept.proving(small) is alone
    assert kept.proving(large) is None


def test_heaps_that_are_too_large_to_look_at_are_refused():
    huge = JointGame("0.[1]", None, None, (0, certificates._LARGEST + 1), (0, 1))
    assert broken(replace(TRUE, games=(*TRUE.games, huge))) == "heaps"


def test_a_game_without_a_theorem_has_no_period():
    """Heaps 0 to 2 of Grundy's game have no move: they repeat, and say nothing of heap 3."""
    true = joint_certificate_of("nim 2 + grundys-game 2")
    place = next(i for i, game in enumerate(true.games) if len(set(game.phi)) == 1)
    forged = replace(true.games[place], preperiod=0, period=1)
    games = (*true.games[:place], forged, *true.games[place + 1 :])
    assert broken(true) == ""
    assert broken(replace(true, games=games, theorem=FOR_EVER)) == "period"
