"""The shared tasks of the third Workshop on Statistical Machine Translation, 2008, to tables 1 and 14 to 18."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from bakeoff.client import Board
from tests.site.five_campaigns.driver import Replay
from tests.site.five_campaigns.packing import Place, place_of
from tests.site.five_campaigns.simulation import Part, System
from tests.site.five_campaigns.truth import Scores, evaluation_of, official, same, scores_of, scores_of_group, shown

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("wordnet")]

METRICS = ["bleu", "bleu@flexible", "meteor@2008-baseline", "meteor@2008-ranking", "ter@flexible"]  # tables 14 to 18
ARTICLES = [  # 2.1: articles of several languages
    Part("article-fr", 4, {"genre": "news", "origlang": "fr"}),
    Part("article-de", 4, {"genre": "news", "origlang": "de"}),
]
SPEECHES = [Part("session", 6, {"genre": "proceedings"})]
CUED, UEDIN = partial(System, "CUED"), partial(System, "UEDIN")
CONTRAST = partial(System, "CUED", "contrast1")
COMBINED = System("BBN", "combo", wrong=1)
NEWS: Place = ("translation", "fr-en", "news", "")
EUROPARL: Place = ("translation", "fr-en", "europarl", "")
COMBINATION: Place = ("combination", "fr-en", "news", "")
SUBMITTED: dict[Place, list[System]] = {
    NEWS: [UEDIN(wrong=2), CUED(wrong=3), CONTRAST(wrong=4)],
    EUROPARL: [UEDIN(wrong=3), CUED(wrong=1)],
    COMBINATION: [COMBINED],
}
TABLES: dict[Place, list[System]] = {  # tables 17 and 18: combinations are listed with the single systems
    NEWS: [*SUBMITTED[NEWS], COMBINED],
    EUROPARL: SUBMITTED[EUROPARL],
}
COMMERCIAL = System("RBMT3", "system", wrong=5)  # table 2: entered by the organisers, under a code
DP = {
    "BBN_combo": 0.37,
    "CUED_primary": 0.31,
    "CUED_contrast1": 0.24,
    "UEDIN_primary": 0.36,
    "RBMT3": 0.19,
}  # 5: of another's metric


@pytest.mark.long
def test_wmt2008_from_registration_to_its_tables(open_campaign: Callable[[str], Replay]) -> None:
    replay = open_campaign("wmt2008")
    _register(replay)
    _translate(replay)
    _combine(replay)
    _score_by_another_metric(replay)
    assert list(replay.newcomer.boards(replay.slug)) == []
    replay.go_into("workshop")
    assert {place_of(row) for row in replay.newcomer.boards(replay.slug)} == set(TABLES)
    _see_tables(replay)
    _see_difficulty(replay)


def _register(replay: Replay) -> None:
    replay.go_into("registration")
    for team in ("CUED", "UEDIN", "BBN"):
        replay.register(replay.meet(team))
    replay.add_data("news", "fr-en", *ARTICLES)
    replay.add_data("europarl", "fr-en", *SPEECHES)


def _translate(replay: Replay) -> None:
    replay.go_into("evaluation")
    replay.submit_all("translations", SUBMITTED)
    replay.enter(COMMERCIAL, "translation", "fr-en", "news")
    replay.work()


def _combine(replay: Replay) -> None:
    """2.3: a group that was invited combines the systems of others, contrastive and commercial ones among them."""
    replay.go_into("combination")
    replay.work()
    packs = {
        (pack.test_set, pack.is_development): {system.run for system in pack.systems}
        for pack in replay.organiser.packs(replay.slug)
        if pack.receivers == ("combination",)
    }
    assert packs == {
        ("news", False): {"CUED_primary", "CUED_contrast1", "UEDIN_primary", "RBMT3"},
        ("europarl", True): {"CUED_primary", "UEDIN_primary"},
    }
    replay.submit_all("combinations", SUBMITTED)


def _score_by_another_metric(replay: Replay) -> None:
    """5: scores of systems, uploaded as those of their maker's metric."""
    replay.go_into("metrics")
    path = replay.folder / "dp.tsv"
    path.write_text("system\tscore\n" + "".join(f"{name}\t{score}\n" for name, score in DP.items()), "utf-8")
    board = replay.board(replay.organiser, *NEWS)
    uploaded = replay.organiser.upload_scores(replay.slug, board.board, path, metric="DP")
    assert uploaded.systems == len(DP)


def _see_tables(replay: Replay) -> None:
    """Tables 17 and 18: a task is a table, systems by name; no metric is official, people are (3)."""
    for place, systems in TABLES.items():
        _, pair, test_set, _ = place
        board = replay.board(replay.newcomer, *place)
        entered = {"RBMT3": COMMERCIAL} if place == NEWS else {}
        truth = _by_name(
            scores_of(
                replay.sets[test_set, pair],
                {**{system.name: system for system in systems}, **entered},
                METRICS,
                "case+punc",
            )
        )
        if place == NEWS:
            truth = {name: {**own, "DP": DP[name]} for name, own in truth.items()}
        assert same(shown(board), truth), place
        assert [row.name for row in board.systems if row.kind == "combination"] == ["BBN_combo"] * (place == NEWS)
        assert not any(metric.is_official for metric in board.metrics)
        assert [row.rank for row in board.systems] == [""] * len(truth)
        assert _lacking(board) >= {"DR", "SR", "ULC", "svm-rank"}


def _see_difficulty(replay: Replay) -> None:
    """Table 1: scores by original source language."""
    systems = {system.name: system for system in (*TABLES[NEWS], COMMERCIAL) if system.team != "RBMT3"}
    systems["RBMT3"] = COMMERCIAL
    truth = evaluation_of(replay.sets["news", "fr-en"], systems, METRICS, "case+punc", by=["origlang"])
    for group in ("origlang=fr", "origlang=de"):
        board = replay.board(replay.newcomer, *NEWS, group=group)
        assert board.segments == 4
        assert same(shown(board), _by_name(scores_of_group(truth, group))), group
        assert len(official(board)) == len(systems)


def _by_name(scores: Scores) -> Scores:
    return {name: scores[name] for name in sorted(scores, key=str.casefold)}


def _lacking(board: Board) -> set[str]:
    """Metrics of the rulebook that nobody has uploaded scores of."""
    return {each.metric for each in board.missing}
