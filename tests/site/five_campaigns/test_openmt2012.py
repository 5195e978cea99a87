"""NIST OpenMT 2012, from registration to the tables that section 15.1 of its plan promises."""

from __future__ import annotations

import tarfile
from collections.abc import Callable

import pytest

from bakeoff.client import Board, Client
from tests.site.five_campaigns.driver import Replay
from tests.site.five_campaigns.packing import Entry, run_of
from tests.site.five_campaigns.simulation import Part, System
from tests.site.five_campaigns.truth import evaluation_of, ranked, same, scores_of, scores_of_group, shown

pytestmark = pytest.mark.django_db

METRICS = ["bleu@mteval", "nist@mteval", "ter@tercom", "meteor@1.5:modules=exact+stem"]  # 8.1
DOCUMENTS = [  # 3, 5: subsets, in each both genres
    Part("progress-nw", 4, {"subset": "original-progress", "genre": "nw"}),
    Part("progress-wb", 3, {"subset": "original-progress", "genre": "wb"}),
    Part("new-nw", 3, {"subset": "new-source", "style": "english-true", "genre": "nw"}),
    Part("new-wb", 2, {"subset": "new-source", "style": "foreign-true", "genre": "wb"}),
]
DRY_RUN = Entry("dryrun", "single", "ara2eng", "constrained", "dryrun", "primary")
OLDER = Entry("older", "single", "ara2eng", "constrained", "older", "primary")
ALPHA = System("ALPHA", wrong=2), System("ALPHA", "contrast1", wrong=3), System("ALPHA", "combo1", wrong=1)
BETA, DEBUGGED, LATE = System("BETA", wrong=4), System("BETA", wrong=3), System("DELTA", wrong=0)
OFFICIAL = {system.name: system for system in (*ALPHA, BETA)}
COMBINED = System("ALPHA", "combo2", wrong=1)


@pytest.mark.long
def test_openmt2012_from_registration_to_its_tables(open_campaign: Callable[[str], Replay]) -> None:
    replay = open_campaign("openmt2012")
    _register(replay)
    _dry_run(replay)
    _evaluate(replay)
    _combine(replay)
    _see_preliminary_results(replay)
    _see_public_results(replay)


def _register(replay: Replay) -> None:
    """Sites get an id; agreements come before data (1, 10)."""
    replay.go_into("registration")
    for team in ("ALPHA", "BETA", "GAMMA", "DELTA"):
        tracks = ["combination"] if team == "ALPHA" else []
        replay.register(replay.meet(team), pairs=["ara2eng"], tracks=tracks, consents=team in ("ALPHA", "BETA"))
    for test_set in ("dryrun", "older", "combination"):
        replay.add_data(test_set, "ara2eng")
    replay.add_data("current", "ara2eng", *DOCUMENTS)


def _dry_run(replay: Replay) -> None:
    """GAMMA misses it (13)."""
    replay.go_into("dry-run")
    for team in ("ALPHA", "BETA", "DELTA"):
        [received] = replay.submit(replay.entrants[team], [DRY_RUN])
        assert received.state == "valid", received.findings


def _evaluate(replay: Replay) -> None:
    """Combinations made now are official (7.2.1); BETA sends a debugged version, DELTA is late (10)."""
    alpha, beta, gamma, delta = replay.entrants.values()
    replay.go_into("evaluation")
    [refused] = replay.submit(gamma, [_run(System("GAMMA"))])
    assert (refused.state, refused.runs) == ("invalid", ())
    assert "dry-run-missing" in {finding.code for finding in refused.findings}
    replay.submit(alpha, [_run(system) for system in ALPHA])
    replay.submit(beta, [_run(BETA)])
    [second] = replay.submit(beta, [_run(DEBUGGED)], version=2)
    assert [(each.effect, each.official) for each in second.runs] == [("debugged", False)]
    replay.go_past("evaluation")
    [late] = replay.submit(delta, [_run(LATE)])
    assert (late.state, late.late, [each.official for each in late.runs]) == ("valid", True, [False])


def _combine(replay: Replay) -> None:
    """Consenting sites' output, without names, with a development set, to those who registered for it (7.2.2)."""
    alpha, beta, *_ = replay.entrants.values()
    replay.go_into("sharing")
    for entrant in (alpha, beta):
        [received] = replay.submit(entrant, [OLDER])
        assert received.state == "valid", received.findings
    replay.go_into("combination")
    packs = {pack.test_set: {system.team for system in pack.systems} for pack in replay.organiser.packs(replay.slug)}
    assert packs == {"current": {"Team ALPHA", "Team BETA"}, "older": {"Team ALPHA", "Team BETA"}}
    assert [file for file in beta.client.data_files(replay.slug) if file.kind == "outputs" and file.may_fetch] == []
    for file in alpha.client.data_files(replay.slug):
        if file.kind == "outputs":
            with tarfile.open(alpha.client.download(replay.slug, file, replay.folder)) as pack:
                texts = [stream.read() for member in pack if (stream := pack.extractfile(member))]
            assert len(texts) >= 2
            assert not any(team in text for text in texts for team in (b"ALPHA", b"BETA"))
            # The Original Progress test alone; the development set is complete
            assert not any(b"new-nw" in text or b"new-wb" in text for text in texts)
            assert file.test_set != "current" or sum(b"progress-nw" in text for text in texts) == 2
    [received] = replay.submit(
        alpha, [run_of(COMBINED, "combo", "combination", "ara2eng", "combination", "constrained")]
    )
    assert (received.state, [each.official for each in received.runs]) == ("valid", [False])


def _see_preliminary_results(replay: Replay) -> None:
    """Participants alone see scores (9), and only those that submitted runs, late or not (10)."""
    replay.go_into("preliminary")
    for team in ("BETA", "DELTA"):
        assert _table(replay, replay.entrants[team].client).seen == "all"
    assert list(replay.entrants["GAMMA"].client.boards(replay.slug)) == []
    assert list(replay.newcomer.boards(replay.slug)) == []


def _see_public_results(replay: Replay) -> None:
    replay.go_into("public")
    board = _table(replay, replay.newcomer)
    # 15.1: official BLEU-4 scores by language pair, condition and track; other metrics beside them
    assert [(each.metric, each.is_official) for each in board.metrics] == [
        (metric, metric == "bleu@mteval") for metric in METRICS
    ]
    texts = replay.sets["current", "ara2eng"]
    assert same(shown(board), ranked(scores_of(texts, OFFICIAL, METRICS, "case+punc"), "bleu@mteval"))
    # 6: only primary systems are compared across sites
    assert {row.name for row in board.systems if row.rank} == {"ALPHA_primary", "BETA_primary"}
    # 10: late and debugged ones are named without scores
    named = [(row.name, row.remark, dict(row.scores)) for row in board.systems if row.part == "named"]
    assert named == [
        ("BETA_primary_v2", "unofficial (debugged)", {}),
        ("DELTA_primary", "unofficial (late)", {}),
    ]
    _by_subset_and_genre(replay)
    _post_evaluation(replay)


def _by_subset_and_genre(replay: Replay) -> None:
    """15.1: each data subset, across genres and for each genre."""
    by = ["subset", "genre", "subset×genre"]
    by_group = evaluation_of(replay.sets["current", "ara2eng"], OFFICIAL, METRICS, "case+punc", by=by)
    subsets, genres = ("original-progress", "new-source"), ("nw", "wb")
    crossed = [f"subset={subset}×genre={genre}" for subset in subsets for genre in genres]
    for group in (*(f"subset={each}" for each in subsets), *(f"genre={each}" for each in genres), *crossed):
        board = _table(replay, replay.newcomer, group=group)
        assert board.group == group
        assert same(shown(board), ranked(scores_of_group(by_group, group), "bleu@mteval")), group


def _post_evaluation(replay: Replay) -> None:
    """7.2.2: not official."""
    board = replay.board(replay.newcomer, "combination", "ara2eng", "combination", "constrained")
    rows = [row for row in board.systems if row.part == "unofficial"]
    truth = scores_of(replay.sets["combination", "ara2eng"], {COMBINED.name: COMBINED}, METRICS, "case+punc")
    assert (board.status, board.reasons) == ("unofficial", ("post-evaluation",))
    assert same(shown(board, rows=rows), truth)


def _run(system: System) -> Entry:
    return run_of(system, "eval", "single", "ara2eng", "current", "constrained")


def _table(replay: Replay, who: Client, **asked: str) -> Board:
    return replay.board(who, "single", "ara2eng", "current", "constrained", **asked)
