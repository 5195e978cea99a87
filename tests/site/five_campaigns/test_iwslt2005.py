"""IWSLT 2005, from registration to the tables of its appendix B."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from tests.site.five_campaigns.driver import Replay
from tests.site.five_campaigns.ending import see_results_as_one_value
from tests.site.five_campaigns.packing import Place, place_of
from tests.site.five_campaigns.simulation import WORDS, Part, System
from tests.site.five_campaigns.texts import candidate_errors, lattice_errors
from tests.site.five_campaigns.truth import (
    Scores,
    evaluation_of,
    exported,
    intervals_of,
    ranked,
    same,
    scores_of,
    shown,
    shown_intervals,
    tables_in,
    varied,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("wordnet")]

METRICS = ["bleu", "nist", "wer", "per", "gtm:references=1", "meteor@2005:modules=exact+stem+synonym"]  # 2.5, table 9
LOWEST_FIRST = ("wer", "per")
SEGMENTS = 12
STANDARD, MIXED_CASE = "iwslt05-english-standard", "iwslt05-english-optional"  # 2.4, table 7
INTO = {
    "English": (METRICS, (STANDARD, MIXED_CASE)),
    "Chinese": (  # 2.5: METEOR cannot score Chinese; 2.4, table 8
        ["bleu", "nist", "wer", "per", "gtm"],
        ("iwslt05-chinese-segmented", "iwslt05-chinese-character"),
    ),
}
CONDITIONS = ("supplied", "tools", "unrestricted", "cstar")
ATR_C3 = partial(System, "ATR-C3", upper_case=False)
IBM = partial(System, "IBM")
ATR_SLR = partial(System, "ATR-SLR", upper_case=False)
SECTIONS: dict[tuple[str, str], dict[str, list[System]]] = {
    ("transcript", "zh-en"): {  # B.2
        "supplied": [ATR_C3(wrong=2), IBM(wrong=1), ATR_SLR(wrong=4)],
        "tools": [ATR_C3(wrong=1), IBM(wrong=3)],
        "unrestricted": [IBM(wrong=0)],
    },
    ("speech", "zh-en"): {"supplied": [ATR_C3(wrong=5), ATR_SLR(wrong=3)]},  # B.3
    ("transcript", "ja-en"): {  # B.4
        "supplied": [ATR_C3(wrong=2), ATR_SLR(wrong=1)],
        "unrestricted": [IBM(wrong=3)],
        "cstar": [ATR_SLR(wrong=2)],
    },
    ("speech", "ja-en"): {"supplied": [IBM(wrong=4), ATR_SLR(wrong=5)], "cstar": [ATR_SLR(wrong=3)]},  # B.5
    ("transcript", "ar-en"): {"supplied": [IBM(wrong=2), ATR_SLR(wrong=3)], "tools": [IBM(wrong=1)]},  # B.6
    ("transcript", "ko-en"): {"supplied": [ATR_C3(wrong=4), ATR_SLR(wrong=2)], "tools": [ATR_C3(wrong=3)]},  # B.7
    ("transcript", "en-zh"): {"supplied": [ATR_C3(wrong=2), ATR_SLR(wrong=1)]},  # B.8
}
SUBMITTED: dict[Place, list[System]] = {
    (track, pair, "chinese" if pair == "en-zh" else "english", condition): systems
    for (track, pair), conditions in SECTIONS.items()
    for condition, systems in conditions.items()
}


@pytest.mark.long
def test_iwslt2005_from_registration_to_its_tables(open_campaign: Callable[[str], Replay]) -> None:
    replay = open_campaign("iwslt2005")
    _register(replay)
    _evaluate(replay)
    _describe(replay)
    replay.go_into("results")
    assert list(replay.newcomer.boards(replay.slug)) == []
    replay.go_into("workshop")
    counts = {place_of(row): row.runs for row in replay.newcomer.boards(replay.slug)}
    assert counts == {place: len(systems) for place, systems in SUBMITTED.items()}
    for place in SUBMITTED:
        _see_lists(replay, place)
        if place[1] != "en-zh":
            _see_mixed_case(replay, place)
    _see_errors(replay)
    _see_participants(replay)
    _see_inputs(replay)
    _see_submissions(replay)
    see_results_as_one_value(replay)


def _register(replay: Replay) -> None:
    replay.go_into("registration")
    ibm, first = replay.meet("IBM"), replay.meet("ATR-C3")
    second = replay.meet("ATR-SLR", client=first.client)  # appendix A: several systems of an institution
    for entrant, institution in ((ibm, "IBM"), (first, "ATR"), (second, "ATR")):
        replay.register(entrant, pairs=list(replay.rules.language_pairs), institutions=[institution])
    for pair in ("zh-en", "ja-en", "ar-en", "ko-en"):
        replay.add_data("english", pair, Part("set", SEGMENTS))
    replay.add_data("chinese", "en-zh", Part("set", SEGMENTS))
    # 2.1, 2.3: n-best lists and word lattices of recognisers
    chinese, japanese = replay.sets["english", "zh-en"], replay.sets["english", "ja-en"]
    replay.add_input(chinese, "n-best", "english.zh.nbest", chinese.candidates(), label="NLPR")
    replay.add_input(chinese, "lattice", "english.zh.plf", chinese.lattices(), label="NLPR")
    replay.add_input(japanese, "lattice", "english.ja.plf", japanese.lattices(), label="ATR")


def _evaluate(replay: Replay) -> None:
    replay.go_into("evaluation")
    _see_asr_output(replay)
    replay.submit_all("runs", SUBMITTED, inputs={"ATR-C3": "n-best", "ATR-SLR": "lattice", "IBM": "lattice"})


def _describe(replay: Replay) -> None:
    """2.2, appendix A: each system under each condition; IBM uses tools where only supplied data are permitted."""
    replay.go_into("descriptions")
    for team, entrant in replay.entrants.items():
        submitted = {
            (track, condition)
            for (track, _, _, condition), systems in SUBMITTED.items()
            if any(system.team == team for system in systems)
        }
        owed = replay.owed_descriptions(entrant)
        assert {(track, condition) for track, condition, _ in owed} == submitted
        for track, condition, name in owed:
            resource = "tools" if (team, track, condition) == ("IBM", "transcript", "supplied") else ""
            described = replay.describe_system(
                entrant, track, condition, name, technique=f"{team} {track} {condition}", resource=resource
            )
            codes = [finding.code for finding in described.findings if finding.severity == "error"]
            assert codes == (["resource-forbidden"] if resource else [])
    for place in SUBMITTED:
        board = replay.board(replay.organiser, *place)
        flagged = {row.name for row in board.systems if row.flags}
        assert flagged == ({"IBM_primary"} if place[0] == "transcript" and place[3] == "supplied" else set()) & set(
            _systems(place)
        )


def _see_participants(replay: Replay) -> None:
    """Table 18: systems of an institution one after the other, each with its techniques."""
    [table] = [each for each in replay.newcomer.participation(replay.slug).tables if each.name == "participants"]
    rows = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    assert [(row["institutions"], row["code"]) for row in rows] == [
        ("ATR", "ATR-C3"),
        ("ATR", "ATR-SLR"),
        ("IBM", "IBM"),
    ]
    for row in rows:
        for (track, _, _, condition), systems in SUBMITTED.items():
            is_valid = (row["code"], track, condition) != ("IBM", "transcript", "supplied")
            if row["code"] in {system.team for system in systems}:
                assert (f"{row['code']} {track} {condition}" in str(row["techniques"])) == is_valid


def _see_asr_output(replay: Replay) -> None:
    """Table 6: errors of the first and of the best candidate, and its mean rank; for those who get the lists."""
    assert list(replay.newcomer.asr_output(replay.slug)) == []
    ibm = replay.entrants["IBM"].client
    lists = [candidate_errors(segment) for segment in range(SEGMENTS)]
    rank = sum(each.index(min(each)) + 1 for each in lists) / SEGMENTS
    lattices = [lattice_errors(segment) for segment in range(SEGMENTS)]
    of_lists = [*_rates([each[0] for each in lists]), *_rates(list(map(min, lists)))]
    of_lattices = [*_rates([first for first, _ in lattices]), *_rates([best for _, best in lattices])]
    rows = list(ibm.asr_output(replay.slug))
    assert [(row.language_pair, row.input, row.system, row.utterances) for row in rows] == [
        ("zh-en", "lattice", "NLPR", SEGMENTS),
        ("zh-en", "n-best", "NLPR", SEGMENTS),
        ("ja-en", "lattice", "ATR", SEGMENTS),
    ]
    for row, rates in zip(rows, (of_lattices, of_lists, of_lattices), strict=True):
        assert [
            row.first_word_error_rate,
            row.first_sentence_error_rate,
            row.oracle_word_error_rate,
            row.oracle_sentence_error_rate,
        ] == pytest.approx([100 * rate for rate in rates])
    assert [row.mean_rank for row in rows] == [None, pytest.approx(rank), None]
    [table] = tables_in(ibm.asr_output_table(replay.slug, format="markdown"))
    assert table[0][-5:] == [
        "1-best word error rate",
        "1-best sentence error rate",
        "20-best word error rate",
        "20-best sentence error rate",
        "best sentence in 20-best (average rank)",
    ]
    assert table[2][-5:] == [*(f"{rate:.3f}" for rate in of_lists), f"{rank:.2f}"]


def _rates(errors: list[int]) -> tuple[float, float]:
    """Word and sentence error rate; a segment has a name and a full stop besides its words."""
    return sum(errors) / (SEGMENTS * (WORDS + 2)), sum(map(bool, errors)) / SEGMENTS


def _see_submissions(replay: Replay) -> None:
    """Tables 12 and 13: runs by direction and condition, in parentheses those with upper case."""
    tables = {table.name: table for table in replay.newcomer.participation(replay.slug).tables}
    for track, pairs in (("transcript", ("zh-en", "ja-en", "ar-en", "ko-en", "en-zh")), ("speech", ("zh-en", "ja-en"))):
        table = tables[f"submissions-by-condition-{track}"]
        by_title = {row[0]: dict(zip(table.columns, row, strict=True)) for row in table.rows}
        for pair in pairs:
            cells = by_title[replay.rules.language_pairs[pair].label]
            systems = SECTIONS[track, pair]
            for condition in CONDITIONS:
                assert cells[condition] == _counted(systems.get(condition, []), pair)
            assert cells["all"] == _counted([system for own in systems.values() for system in own], pair)


def _counted(systems: list[System], pair: str) -> str:
    count = str(len(systems))
    return count if pair == "en-zh" else f"{count} ({sum(system.upper_case for system in systems)})"


def _systems(place: Place) -> dict[str, System]:
    return {system.name: system for system in SUBMITTED[place]}


def _see_lists(replay: Replay, place: Place) -> None:
    """Appendix B: a list for each metric, best first; intervals of BLEU and NIST alone, from 1000 samples (2.5)."""
    _, pair, test_set, _ = place
    language = "Chinese" if pair == "en-zh" else "English"
    metrics, specifications = INTO[language]
    texts, systems = replay.sets[test_set, pair], _systems(place)
    truth = scores_of(texts, systems, metrics, specifications[0], language=language)
    lists = {metric: ranked(truth, metric, lowest_first=metric in LOWEST_FIRST) for metric in metrics}
    for metric in metrics:
        board = replay.board(replay.newcomer, *place, sort=metric)
        assert same(shown(board), lists[metric]), metric
        assert not any(each.is_official for each in board.metrics)
    evaluation = evaluation_of(texts, systems, metrics, specifications[0], language=language)
    intervals = intervals_of(varied(evaluation, ["bleu", "nist"], samples=1000))
    assert shown_intervals(board) == intervals
    _export(replay, board.board, lists, intervals)
    # 2.4, table 8: into Chinese, the second evaluation is by character, for all runs
    if language == "Chinese":
        truth = scores_of(texts, systems, metrics, specifications[1], language=language)
        board = replay.board(replay.newcomer, *place, specification=specifications[1])
        assert same(shown(board), truth)


def _export(
    replay: Replay, board: int, lists: dict[str, Scores], intervals: dict[str, dict[str, tuple[float, float]]]
) -> None:
    """The lists in two storeys, BLEU and NIST with their intervals above; the scores of a single system in one line."""
    by_name = {name: lists["bleu"][name] for name in sorted(lists["bleu"])}
    assert same(exported(replay.newcomer.table(replay.slug, board), list(lists)), by_name)
    tables = tables_in(replay.newcomer.table(replay.slug, board, format="markdown"))
    if len(by_name) == 1:
        [[heading, cells]] = tables
        [(name, own)] = by_name.items()
        line = dict(zip(heading, cells, strict=True))
        assert (line["system"], line["BLEU"]) == (name, f"{own['bleu']:.2f}")
        assert "BLEU interval" in line
        return
    above, below = tables
    for place, metric in enumerate(lists):
        table, start, width = (above, 3 * place, 3) if place < 2 else (below, 2 * (place - 2), 2)
        assert table[0][start] == "system"
        assert len(table[0]) == (6 if place < 2 else 2 * (len(lists) - 2))
        for row, (name, scores) in zip(table[1:], lists[metric].items(), strict=True):
            cells = row[start : start + width]
            digits = len(cells[1].partition(".")[2])
            expected = [name, f"{scores[metric]:.{digits}f}"]
            if width == 3:
                low, high = intervals[name][metric]
                expected.append(f"[{low:.{digits}f}, {high:.{digits}f}]")
            assert cells == expected, (metric, name)


def _see_inputs(replay: Replay) -> None:
    """2.1: translations of recognised speech say what they started from, and can be seen apart."""
    place = ("speech", "zh-en", "english", "supplied")
    board = replay.board(replay.newcomer, *place)
    assert {row.name: row.input for row in board.systems} == {"ATR-C3_primary": "n-best", "ATR-SLR_primary": "lattice"}
    [alone] = replay.board(replay.newcomer, *place, inputs=["lattice"]).systems
    assert alone == next(row for row in board.systems if row.name == "ATR-SLR_primary")


def _see_mixed_case(replay: Replay, place: Place) -> None:
    """2.4: only runs with upper case are rows; where there is none, the table is empty."""
    board = replay.board(replay.newcomer, *place, specification=MIXED_CASE)
    mixed = {name: system for name, system in _systems(place).items() if system.upper_case}
    texts = replay.sets["english", place[1]]
    assert same(shown(board), scores_of(texts, mixed, METRICS, MIXED_CASE)), place
    assert set(board.left_out) == set(_systems(place)) - set(mixed)
    assert [each for each in board.missing if not each.is_outside] == []


def _see_errors(replay: Replay) -> None:
    """Errors are as they were made: of ten words, a name and, where marks are kept, a full stop."""
    board = replay.board(replay.newcomer, "transcript", "zh-en", "english", "supplied", specification=MIXED_CASE)
    wrong = sum(IBM(wrong=1).mistakes(segment) + 1 for segment in range(SEGMENTS))
    assert shown(board)["IBM_primary"]["wer"] == round(100 * wrong / (SEGMENTS * (WORDS + 2)), 9)
