"""The shared tasks of the third Workshop on Statistical Machine Translation, 2008, to tables 1 and 14 to 18."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial

import pytest

from tests.site.five_campaigns.driver import Replay
from tests.site.five_campaigns.ending import see_results_as_one_value
from tests.site.five_campaigns.packing import Place, place_of
from tests.site.five_campaigns.simulation import Part, System
from tests.site.five_campaigns.truth import (
    Scores,
    evaluation_of,
    exported,
    official,
    same,
    scores_of,
    scores_of_group,
    shown,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("wordnet")]

METRICS = ["bleu", "bleu@flexible", "meteor@2008-baseline", "meteor@2008-ranking", "ter@flexible"]  # tables 14 to 18
INTO_CZECH = [  # table 14
    "bleu",
    "bleu@flexible:modules=exact",
    "meteor@2008-baseline:modules=exact",
    "meteor@2008-ranking:language=en,modules=exact",
    "ter@flexible:modules=exact",
]
TAGGED = ["posf4gram-am", "posf4gram-gm", "posbleu"]  # 5: metrics of others; tables 15 to 18
LINGUISTIC = ["DP", "DR", "SR", "ULC", "ULCh"]  # tables 17 and 18, before BLEU
ARTICLES = [  # 2.1: articles of several languages
    Part("article-fr", 4, {"genre": "news", "origlang": "fr"}),
    Part("article-de", 4, {"genre": "news", "origlang": "de"}),
]
SPEECHES = [Part("session", 6, {"genre": "proceedings"})]
CUED, UEDIN = partial(System, "CUED"), partial(System, "UEDIN")
CONTRAST = partial(System, "CUED", "contrast1")
COMBINED = System("BBN", "combo", wrong=1)
COMBINATION: Place = ("combination", "fr-en", "news", "")


def _task(pair: str, test_set: str) -> Place:
    return "translation", pair, test_set, ""


NEWS, EUROPARL = _task("fr-en", "news"), _task("fr-en", "europarl")
TASKS: dict[str, list[Place]] = {  # the groups of the tables, in their order
    "table 14": [_task("en-cz", "commentary"), _task("en-cz", "news")],
    "table 15": [_task("en-fr", "news"), _task("en-fr", "europarl")],
    "table 16": [
        _task("en-de", "news"),
        _task("en-de", "europarl"),
        _task("en-es", "news"),
        _task("en-es", "europarl"),
    ],
    "tables 17 and 18": [NEWS, EUROPARL],
}
SUBMITTED: dict[Place, list[System]] = {
    _task("en-cz", "commentary"): [UEDIN(wrong=3), CUED(wrong=2), CONTRAST(wrong=4)],
    _task("en-cz", "news"): [UEDIN(wrong=2)],
    _task("en-fr", "news"): [UEDIN(wrong=1), CUED(wrong=2)],
    _task("en-fr", "europarl"): [UEDIN(wrong=3)],
    _task("en-de", "news"): [UEDIN(wrong=4), CUED(wrong=3)],
    _task("en-de", "europarl"): [CUED(wrong=2)],
    _task("en-es", "news"): [UEDIN(wrong=2)],
    _task("en-es", "europarl"): [UEDIN(wrong=1)],
    NEWS: [UEDIN(wrong=2), CUED(wrong=3), CONTRAST(wrong=4)],
    EUROPARL: [UEDIN(wrong=3), CUED(wrong=1)],
    COMBINATION: [COMBINED],
}
ENTERED: dict[Place, System] = {  # table 2: by the organisers, commercial systems under codes
    _task("en-cz", "commentary"): System("PCT", "system", wrong=1),
    _task("en-fr", "news"): System("RBMT1", "system", wrong=5),
    _task("en-de", "news"): System("RBMT2", "system", wrong=6),
    NEWS: System("RBMT3", "system", wrong=5),
}
OUTSIDE: dict[Place, list[str]] = {  # of a task in each table, scores of others' metrics are uploaded
    _task("en-cz", "commentary"): ["svm-rank"],
    _task("en-fr", "news"): [*TAGGED, "svm-rank"],
    _task("en-de", "news"): [*TAGGED, "svm-rank"],
    NEWS: [*LINGUISTIC, *TAGGED, "svm-rank"],
}
UNSCORED = ("svm-rank", "CUED_contrast1")  # n/a in the tables: a system that the makers of a metric did not score


@pytest.mark.long
def test_wmt2008_from_registration_to_its_tables(open_campaign: Callable[[str], Replay]) -> None:
    replay = open_campaign("wmt2008")
    _register(replay)
    _translate(replay)
    _combine(replay)
    _score_by_other_metrics(replay)
    assert list(replay.newcomer.boards(replay.slug)) == []
    replay.go_into("workshop")
    places = [place for tasks in TASKS.values() for place in tasks]
    assert {place_of(row) for row in replay.newcomer.boards(replay.slug)} == set(places)
    for place in places:
        _see_task(replay, place)
    _see_difficulty(replay)
    see_results_as_one_value(replay)


def _register(replay: Replay) -> None:
    replay.go_into("registration")
    for team in ("CUED", "UEDIN", "BBN"):
        replay.register(replay.meet(team))
    for _, pair, test_set, _ in (place for tasks in TASKS.values() for place in tasks):
        replay.add_data(test_set, pair, *(ARTICLES if test_set == "news" else SPEECHES))


def _translate(replay: Replay) -> None:
    replay.go_into("evaluation")
    replay.submit_all("translations", SUBMITTED)
    for (track, pair, test_set, _), system in ENTERED.items():
        replay.enter(system, track, pair, test_set)
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


def _score_by_other_metrics(replay: Replay) -> None:
    """5: scores of systems, uploaded as those of their makers' metrics."""
    replay.go_into("metrics")
    for place, metrics in OUTSIDE.items():
        board = replay.board(replay.organiser, *place)
        for metric in metrics:
            path = replay.folder / f"{metric}.tsv"
            scores = {name: _given(metric, name) for name in _listed(place) if (metric, name) != UNSCORED}
            path.write_text(
                "system\tscore\n" + "".join(f"{name}\t{score}\n" for name, score in scores.items()), "utf-8"
            )
            uploaded = replay.organiser.upload_scores(replay.slug, board.board, path, metric=metric)
            assert uploaded.systems == len(scores)


def _given(metric: str, system: str) -> float:
    """What the makers of a metric say of a system."""
    return round(0.01 * ((7 * len(metric) + 3 * len(system)) % 50) + 0.1, 2)


def _listed(place: Place) -> dict[str, System]:
    """The systems of a task by name: combinations are listed with the single systems (tables 17 and 18)."""
    systems = {system.name: system for system in [*SUBMITTED[place], *([COMBINED] if place == NEWS else [])]}
    if place in ENTERED:
        systems[ENTERED[place].team] = ENTERED[place]
    return {name: systems[name] for name in sorted(systems, key=str.casefold)}


def _see_task(replay: Replay, place: Place) -> None:
    """Appendix A: a task is a group of a table, systems by name; no metric is official, people are (3)."""
    pair = place[1]
    board = replay.board(replay.newcomer, *place)
    truth = _truth(replay, place)
    assert same(shown(board), truth), place
    assert [row.name for row in board.systems if row.kind == "combination"] == ["BBN_combo"] * (place == NEWS)
    assert not any(metric.is_official for metric in board.metrics)
    assert [row.rank for row in board.systems] == [""] * len(truth)
    expected = {*TAGGED, "svm-rank", *(LINGUISTIC if pair == "fr-en" else ())} if pair != "en-cz" else {"svm-rank"}
    lacking = {each.metric for each in board.missing if not each.systems}
    assert lacking - {"svm-pseudo-ref", "svm-human-ref", "alignment-prob"} == expected - set(OUTSIDE.get(place, ()))
    if place == NEWS:
        [missing] = [each for each in board.missing if each.systems]
        assert (missing.metric, missing.systems) == (UNSCORED[0], UNSCORED[1:])
    columns = [each.metric for each in board.metrics]
    assert same(exported(replay.newcomer.table(replay.slug, board.board), columns), truth), place
    _see_best(replay, place, columns)


def _truth(replay: Replay, place: Place) -> Scores:
    """By columns in the order of the tables."""
    _, pair, test_set, _ = place
    language = replay.rules.language_pairs[pair].target or ""
    metrics = INTO_CZECH if pair == "en-cz" else METRICS
    computed = scores_of(replay.sets[test_set, pair], _listed(place), metrics, "case+punc", language=language)
    first = [metric for metric in OUTSIDE.get(place, ()) if metric in LINGUISTIC]
    last = [metric for metric in OUTSIDE.get(place, ()) if metric not in LINGUISTIC]
    return {
        name: {
            **{metric: _given(metric, name) for metric in first},
            **own,
            **{metric: _given(metric, name) for metric in last if (metric, name) != UNSCORED},
        }
        for name, own in computed.items()
    }


def _see_best(replay: Replay, place: Place, columns: list[str]) -> None:
    """The best of a column is marked inside a task."""
    board = replay.board(replay.newcomer, *place)
    table = json.loads(replay.newcomer.table(replay.slug, board.board, format="json"))
    for number, metric in enumerate(board.metrics):
        texts = {row["name"]: row["cells"][number]["text"] for row in table["rows"] if row["cells"][number]["value"]}
        best = (max if metric.direction == "higher" else min)(texts.values(), key=float)
        marked = [row["name"] for row in table["rows"] if row["cells"][number]["is_best"]]
        assert marked == ([name for name, text in texts.items() if text == best] if len(texts) > 1 else []), metric


def _see_difficulty(replay: Replay) -> None:
    """Table 1: scores by original source language."""
    truth = evaluation_of(replay.sets["news", "fr-en"], _listed(NEWS), METRICS, "case+punc", by=["origlang"])
    for group in ("origlang=fr", "origlang=de"):
        board = replay.board(replay.newcomer, *NEWS, group=group)
        assert board.segments == 4
        assert same(shown(board), scores_of_group(truth, group)), group
        assert len(official(board)) == len(_listed(NEWS))
