"""IWSLT 2005, from registration to the tables of its appendix B."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from tests.site.five_campaigns.driver import Replay
from tests.site.five_campaigns.packing import Place, place_of
from tests.site.five_campaigns.simulation import WORDS, Part, System
from tests.site.five_campaigns.texts import candidate_errors
from tests.site.five_campaigns.truth import (
    evaluation_of,
    intervals_of,
    ranked,
    same,
    scores_of,
    shown,
    shown_intervals,
    varied,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("wordnet")]

METRICS = ["bleu", "nist", "wer", "per", "gtm:references=1", "meteor@2005:modules=exact+stem+synonym"]  # 2.5, table 9
SEGMENTS = 12
STANDARD, MIXED_CASE = "iwslt05-english-standard", "iwslt05-english-optional"  # 2.4, table 7
INTO = {
    "English": (METRICS, (STANDARD, MIXED_CASE)),
    "Chinese": (  # 2.5: METEOR cannot score Chinese; 2.4, table 8
        ["bleu", "nist", "wer", "per", "gtm"],
        ("iwslt05-chinese-segmented", "iwslt05-chinese-character"),
    ),
}
ATR_C3 = partial(System, "ATR-C3", upper_case=False)
IBM = partial(System, "IBM")
ATR_SLR = partial(System, "ATR-SLR", upper_case=False)
SUBMITTED: dict[Place, list[System]] = {  # parts of B.2, B.3 and B.8
    ("transcript", "zh-en", "english", "supplied"): [ATR_C3(wrong=2), IBM(wrong=1), ATR_SLR(wrong=4)],
    ("transcript", "zh-en", "english", "tools"): [ATR_C3(wrong=1), IBM(wrong=3)],
    ("transcript", "zh-en", "english", "unrestricted"): [IBM(wrong=0)],
    ("speech", "zh-en", "english", "supplied"): [ATR_C3(wrong=5), ATR_SLR(wrong=3)],
    ("transcript", "en-zh", "chinese", "supplied"): [ATR_C3(wrong=2), ATR_SLR(wrong=1)],
}


@pytest.mark.long
def test_iwslt2005_from_registration_to_its_tables(open_campaign: Callable[[str], Replay]) -> None:
    replay = open_campaign("iwslt2005")
    _register(replay)
    _evaluate(replay)
    replay.go_into("results")
    assert list(replay.newcomer.boards(replay.slug)) == []
    replay.go_into("workshop")
    counts = {place_of(row): row.runs for row in replay.newcomer.boards(replay.slug)}
    assert counts == {place: len(systems) for place, systems in SUBMITTED.items()}
    for place in SUBMITTED:
        _see_lists(replay, place)
    _see_inputs(replay)
    _see_submissions(replay)
    _see_mixed_case(replay)


def _register(replay: Replay) -> None:
    replay.go_into("registration")
    ibm, first = replay.meet("IBM"), replay.meet("ATR-C3")
    second = replay.meet("ATR-SLR", client=first.client)  # appendix A: several systems of an institution
    for entrant, institution in ((ibm, "IBM"), (first, "ATR"), (second, "ATR")):
        replay.register(entrant, pairs=["zh-en", "en-zh"], institutions=[institution])
    texts = replay.add_data("english", "zh-en", Part("set", SEGMENTS))
    replay.add_input(texts, "n-best", "english.zh.nbest", texts.candidates(), label="ATR")  # 2.3, table 6
    replay.add_data("chinese", "en-zh", Part("set", SEGMENTS))


def _evaluate(replay: Replay) -> None:
    replay.go_into("evaluation")
    _see_lists_of_candidates(replay)
    replay.submit_all("runs", SUBMITTED, inputs={"ATR-C3": "n-best", "ATR-SLR": "lattice"})


def _see_lists_of_candidates(replay: Replay) -> None:
    """Table 6: errors of the first and of the best candidate, and its mean rank; for those who get the lists."""
    assert list(replay.newcomer.asr_output(replay.slug)) == []
    [row] = replay.entrants["IBM"].client.asr_output(replay.slug)
    errors = [candidate_errors(segment) for segment in range(SEGMENTS)]
    first, best = [each[0] for each in errors], [min(each) for each in errors]
    words = SEGMENTS * (WORDS + 2)  # a name and a full stop
    assert (row.input, row.system, row.utterances) == ("n-best lists", "ATR", SEGMENTS)
    assert (
        row.first_word_error_rate,
        row.first_sentence_error_rate,
        row.oracle_word_error_rate,
        row.oracle_sentence_error_rate,
        row.mean_rank,
    ) == pytest.approx(
        (
            sum(first) / words,
            sum(map(bool, first)) / SEGMENTS,
            sum(best) / words,
            sum(map(bool, best)) / SEGMENTS,
            sum(each.index(min(each)) + 1 for each in errors) / SEGMENTS,
        )
    )


def _see_submissions(replay: Replay) -> None:
    """Tables 12 and 13: runs by direction and condition, in parentheses those with upper case."""
    tables = {table.name: table for table in replay.newcomer.participation(replay.slug).tables}
    for track, counts in (("transcript", ("3 (1)", "2 (1)", "1 (1)", "0 (0)")), ("speech", ("2 (0)", *["0 (0)"] * 3))):
        table = tables[f"submissions-by-condition-{track}"]
        [row] = [row for row in table.rows if row[0] == "Chinese to English"]
        cells = dict(zip(table.columns, row, strict=True))
        assert tuple(cells[each] for each in ("supplied", "tools", "unrestricted", "cstar")) == counts


def _systems(place: Place) -> dict[str, System]:
    return {system.name: system for system in SUBMITTED[place]}


def _see_lists(replay: Replay, place: Place) -> None:
    """Appendix B: a list for each metric, best first; intervals of BLEU and NIST alone, from 1000 samples (2.5)."""
    _, pair, test_set, _ = place
    language = "Chinese" if pair == "en-zh" else "English"
    metrics, specifications = INTO[language]
    texts, systems = replay.sets[test_set, pair], _systems(place)
    truth = scores_of(texts, systems, metrics, specifications[0], language=language)
    for metric in metrics:
        board = replay.board(replay.newcomer, *place, sort=metric)
        assert same(shown(board), ranked(truth, metric, lowest_first=metric in ("wer", "per"))), metric
        assert not any(each.is_official for each in board.metrics)
    evaluation = evaluation_of(texts, systems, metrics, specifications[0], language=language)
    assert shown_intervals(board) == intervals_of(varied(evaluation, ["bleu", "nist"], samples=1000))
    # 2.4, table 8: into Chinese, the second evaluation is by character, for all runs
    if language == "Chinese":
        truth = scores_of(texts, systems, metrics, specifications[1], language=language)
        board = replay.board(replay.newcomer, *place, specification=specifications[1])
        assert same(shown(board), truth)


def _see_inputs(replay: Replay) -> None:
    """2.1: translations of recognised speech say what they started from, and can be seen apart."""
    place = ("speech", "zh-en", "english", "supplied")
    board = replay.board(replay.newcomer, *place)
    assert {row.name: row.input for row in board.systems} == {"ATR-C3_primary": "n-best", "ATR-SLR_primary": "lattice"}
    [alone] = replay.board(replay.newcomer, *place, inputs=["n-best"]).systems
    assert alone == next(row for row in board.systems if row.name == "ATR-C3_primary")


def _see_mixed_case(replay: Replay) -> None:
    """2.4: only runs with upper case; below the standard evaluation of the same condition."""
    place = ("transcript", "zh-en", "english", "supplied")
    board = replay.board(replay.newcomer, *place, specification=MIXED_CASE)
    scored = {name: own for name, own in shown(board).items() if own}
    mixed = {name: system for name, system in _systems(place).items() if system.upper_case}
    assert same(scored, scores_of(replay.sets["english", "zh-en"], mixed, METRICS, MIXED_CASE))
    # Errors are as they were made: of ten words, a name and, where marks are kept, a full stop
    wrong = sum(IBM(wrong=1).mistakes(segment) + 1 for segment in range(SEGMENTS))
    assert scored["IBM_primary"]["wer"] == round(100 * wrong / (SEGMENTS * (WORDS + 2)), 9)
