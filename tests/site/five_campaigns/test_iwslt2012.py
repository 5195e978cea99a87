"""IWSLT 2012, from registration to the tables of its appendix A."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest

from bakeoff.client import Board
from bakeoff.evaluation import Evaluation
from tests.site.five_campaigns.driver import Replay
from tests.site.five_campaigns.ending import see_results_as_one_value
from tests.site.five_campaigns.packing import Place, place_of, run_of
from tests.site.five_campaigns.simulation import WORDS, Part, System
from tests.site.five_campaigns.truth import (
    evaluation_of,
    lines_by_bootstrap,
    means_of,
    official,
    ranked,
    recognised,
    same,
    shown,
    varied,
)

pytestmark = pytest.mark.django_db

METRICS = ["bleu", "meteor", "wer", "per", "ter", "gtm", "nist"]  # A.1
SPECIFICATIONS = ("case+punc", "no_case+no_punc")
SAMPLES = 2000
TALKS = [Part(talk, 6, {"genre": "lectures"}) for talk in ("talkid1", "talkid2")]
DIALOGS = [Part(dialog, 6, {"genre": "dialog"}) for dialog in ("dialog1", "dialog2")]
KIT, RWTH, MITLL = (partial(System, team) for team in ("KIT", "RWTH", "MITLL"))
CONTRASTIVE = partial(System, "KIT", "contrastive1")
SUBMITTED: dict[Place, list[System]] = {
    ("ted-asr", "en", "asr-tst2011", "ted-asr"): [KIT(wrong=3), MITLL(wrong=2)],
    ("ted-asr", "en", "asr-tst2012", "ted-asr"): [KIT(wrong=1), MITLL(wrong=2)],
    ("ted-slt", "en-fr", "slt-tst2011", "ted-slt"): [KIT(wrong=3)],
    ("ted-slt", "en-fr", "slt-tst2012", "ted-slt"): [KIT(wrong=2)],
    ("ted-mt", "en-fr", "tst2011", "ted-mt"): [KIT(wrong=3), RWTH(wrong=2), MITLL(wrong=4), CONTRASTIVE(wrong=5)],
    ("ted-mt", "en-fr", "tst2012", "ted-mt"): [
        KIT(wrong=2),
        RWTH(wrong=2, slips=1),
        MITLL(wrong=4),
        CONTRASTIVE(wrong=1),
    ],
    ("ted-mt", "de-en", "tst2011", "ted-mt"): [RWTH(wrong=1)],
    ("ted-mt", "de-en", "tst2012", "ted-mt"): [RWTH(wrong=2)],
    ("olympics-mt", "zh-en", "hit-eval", "olympics"): [MITLL(wrong=2)],
    ("olympics-mt", "zh-en", "hit-eval", "additional"): [System("MITLL", "contrastive1", wrong=1)],
}
BASELINE = System("BASELINE12", "system", wrong=6)
EARLIER = System("KIT11", "system", wrong=3, slips=4)


@pytest.mark.long
def test_iwslt2012_from_registration_to_its_tables(open_campaign: Callable[[str], Replay]) -> None:
    replay = open_campaign("iwslt2012")
    _register(replay)
    _recognise(replay)
    _translate(replay)
    replay.go_into("results")
    assert list(replay.newcomer.boards(replay.slug)) == []
    assert {place_of(row) for row in replay.entrants["RWTH"].client.boards(replay.slug)} == set(SUBMITTED)
    replay.go_into("workshop")
    _see_recognition(replay)
    for place in SUBMITTED:
        if place[0] != "ted-asr":
            _see_translation(replay, place)
    _see_progress(replay)
    _see_submissions(replay)
    see_results_as_one_value(replay)


def _register(replay: Replay) -> None:
    replay.go_into("registration")
    for team in ("KIT", "RWTH", "MITLL"):
        replay.register(replay.meet(team))
    for _, pair, test_set, _ in SUBMITTED:
        if (test_set, pair) not in replay.sets:
            replay.add_data(test_set, pair, *(DIALOGS if test_set == "hit-eval" else TALKS))


def _recognise(replay: Replay) -> None:
    """A run in the place of an earlier one replaces it until the deadline (3.3), after which none is accepted."""
    kit = replay.entrants["KIT"]
    replay.go_into("asr")
    first = [run_of(KIT(wrong=7), "asr", *place) for place in SUBMITTED if place[0] == "ted-asr"]
    [received] = replay.submit(kit, first)
    assert received.state == "valid"
    replay.submit_all("asr", SUBMITTED)
    assert [run.in_force for run in kit.client.submission(replay.slug, received.number).runs] == [False, False]
    replay.submit_all("olympics", SUBMITTED)
    replay.go_past("asr")
    [late] = replay.submit(kit, first)
    assert "late-refused" in {finding.code for finding in late.findings}


def _translate(replay: Replay) -> None:
    """Translations of speech start from a run of the ASR track that organisers released (2.4)."""
    replay.go_into("slt")
    assert replay.release_runs("MITLL") == {
        ("slt-tst2011", "en-fr", "released-runs"),
        ("slt-tst2012", "en-fr", "released-runs"),
    }
    replay.submit_all("slt", SUBMITTED, inputs={"KIT": "released-runs"})
    replay.go_into("mt")
    [figures] = [
        each
        for each in replay.entrants["RWTH"].client.data_statistics(replay.slug)
        if (each.test_set, each.language_pair) == ("tst2012", "en-fr")
    ]  # table 2; of each segment ten words, a name and a full stop
    assert (figures.documents, figures.segments, figures.tokens) == (2, 12, 12 * (WORDS + 2))
    replay.submit_all("mt", SUBMITTED)
    replay.enter(BASELINE, "ted-mt", "en-fr", "tst2012")
    replay.enter(EARLIER, "ted-mt", "en-fr", "tst2011")


def _see_recognition(replay: Replay) -> None:
    """A.1, A.2: by WER, with the number of errors; scores of the runs and no means."""
    for place, systems in SUBMITTED.items():
        track, pair, test_set, _ = place
        if track == "ted-asr":
            board = replay.board(replay.newcomer, *place)
            assert recognised(board) == {
                system.name: replay.sets[test_set, pair].recognition_errors(system)
                for system in sorted(systems, key=lambda system: system.wrong)
            }
            for row in official(board):
                score = row.scores["wer@sclite"]
                assert score.counts is not None
                assert score.value == pytest.approx(100 * (score.counts.errors or 0) / (score.counts.words or 1))


def _see_translation(replay: Replay, place: Place) -> None:
    """A.1, A.2: two specifications side by side, in the order of BLEU of the first; means of 2000 samples."""
    _, pair, test_set, _ = place
    board = replay.board(replay.newcomer, *place, specification="all")
    systems = {system.name: system for system in SUBMITTED[place]}
    if (pair, test_set) == ("en-fr", "tst2012"):
        systems[replay.rules.systems["BASELINE12"].title] = BASELINE
    if (pair, test_set) == ("en-fr", "tst2011"):
        systems["KIT11"] = EARLIER
    assert [(each.specification, each.metric) for each in board.metrics] == [
        (specification, metric) for specification in SPECIFICATIONS for metric in METRICS
    ]
    assert board.is_unofficial == (pair == "de-en")  # 2.1
    assert {row.released_runs for row in board.systems} == (
        {("MITLL",)} if pair == "en-fr" and "slt" in test_set else {()}
    )
    language = "French" if pair == "en-fr" else "English"
    order: list[str] = []
    for specification in SPECIFICATIONS:
        scored = evaluation_of(replay.sets[test_set, pair], systems, METRICS, specification, language=language)
        means = means_of(varied(scored, METRICS, samples=SAMPLES))
        order = order or list(ranked(means, "bleu"))
        assert same(shown(board, specification), {name: means[name] for name in order}), specification
        if specification == "case+punc":
            _see_lines(board, scored)
    _see_best(replay, board)


def _see_lines(board: Board, scored: Evaluation) -> None:
    """A line between two systems is left out where their difference is not significant; contrastive runs have none."""
    systems = tuple(system for system in scored.systems if "contrastive" not in system.name)
    compared = [row for row in official(board) if row.kind != "contrastive"]
    if len(systems) > 1:
        lines = lines_by_bootstrap(replace(scored, systems=systems), "bleu", samples=SAMPLES, level=0.05)
        assert [row.starts_cluster for row in compared[1:]] == lines


def _see_best(replay: Replay, board: Board) -> None:
    """The best score of each metric is bold in each of the two specifications."""
    table = json.loads(replay.newcomer.table(replay.slug, board.board, format="json", specification="all"))
    for number, metric in enumerate(board.metrics):
        values = [row["cells"][number]["value"] for row in table["rows"]]
        best = max(values) if metric.direction == "higher" else min(values)
        shown_best = [len(values) > 1 and round(value, 2) == round(best, 2) for value in values]
        assert [row["cells"][number]["is_best"] for row in table["rows"]] == shown_best, metric


def _see_submissions(replay: Replay) -> None:
    """Table 8: primary runs, contrastive runs and systems of each task, and the matrix of table 7."""
    tables = {table.name: table for table in replay.newcomer.participation(replay.slug).tables}
    assert [row[1:6] for row in tables["submissions-by-track"].rows] == [
        ("ted-asr", "en", 2, 0, "KIT, MITLL"),
        ("ted-slt", "en-fr", 1, 0, "KIT"),
        ("ted-mt", "en-fr", 3, 1, "KIT, MITLL, RWTH"),
        ("ted-mt", "de-en", 1, 0, "RWTH"),
        ("olympics-mt", "zh-en", 1, 1, "MITLL"),
    ]
    *teams, last = tables["participants-by-track"].rows
    assert [row[0] for row in teams] == ["KIT", "MITLL", "RWTH"]
    assert [int(str(cell)) for cell in last[1:]] == [2, 1, 3, 1, 1]


def _see_progress(replay: Replay) -> None:
    """A.2 and figure 2: systems of this year next to those of 2011, and against the baseline."""
    progress = replay.newcomer.progress(replay.slug)
    [recognition] = [each for each in progress.boards if each.track == "ted-asr"]
    assert (progress.layout, recognition.test_set) == ("side-by-side", "asr-tst2011")
    assert [row.name for row in recognition.current] == ["MITLL_primary", "KIT_primary"]
    assert [(row.name, row.scores["wer@sclite"].value) for row in recognition.earlier] == [
        ("MITLL 2011", 13.5),
        ("KIT 2011", 15.0),
        ("LIUM 2011", 15.4),
        ("FBK 2011", 16.2),
        ("NICT 2011", 25.6),
    ]
    for test_set, kind, name in (
        ("tst2012", "baseline", replay.rules.systems["BASELINE12"].title),
        ("tst2011", "earlier", "KIT11"),
    ):
        board = replay.board(replay.newcomer, "ted-mt", "en-fr", test_set, "ted-mt")
        held = board.baseline if kind == "baseline" else board.earlier
        values = {row.name: row.scores["bleu"].value or 0.0 for row in official(board)}
        assert held is not None
        assert (held.name, held.value) == (name, values[name])
        assert {each.name: each.difference for each in held.systems} == pytest.approx(
            {other: value - values[name] for other, value in values.items() if other != name}
        )
