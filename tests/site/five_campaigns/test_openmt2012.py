"""NIST OpenMT 2012, from registration to the tables that section 15.1 of its plan promises."""

from __future__ import annotations

import tarfile
from collections.abc import Callable

import pytest

from bakeoff.client import Board, Client
from tests.site.five_campaigns.driver import Replay
from tests.site.five_campaigns.ending import see_results_as_one_value
from tests.site.five_campaigns.packing import Entry, run_of
from tests.site.five_campaigns.simulation import Part, System
from tests.site.five_campaigns.truth import (
    evaluation_of,
    exported,
    ranked,
    same,
    scores_of,
    scores_of_group,
    shown,
)

pytestmark = pytest.mark.django_db

METRICS = ["bleu@mteval", "nist@mteval", "ter@tercom", "meteor@1.5:modules=exact+stem"]  # 8.1
DOCUMENTS = [  # 3, 5: subsets, in each both genres
    Part("progress-nw", 4, {"subset": "original-progress", "genre": "nw"}),
    Part("progress-wb", 3, {"subset": "original-progress", "genre": "wb"}),
    Part("new-english-nw", 3, {"subset": "new-source", "style": "english-true", "genre": "nw"}),
    Part("new-english-wb", 2, {"subset": "new-source", "style": "english-true", "genre": "wb"}),
    Part("new-foreign-nw", 2, {"subset": "new-source", "style": "foreign-true", "genre": "nw"}),
    Part("new-foreign-wb", 3, {"subset": "new-source", "style": "foreign-true", "genre": "wb"}),
]
CHINESE = [  # 4, 5.3: subsets that only this pair has, and genres that are not specified
    Part("progress-nw", 2, {"subset": "original-progress", "genre": "nw"}),
    Part("current-nw", 2, {"subset": "current", "genre": "nw"}),
    Part("new-nw", 2, {"subset": "new-source", "style": "english-true", "genre": "nw"}),
    Part("domain-xx", 3, {"subset": "restricted-domain", "genre": "xx"}),
]
DRY_RUN = {pair: Entry("dryrun", "single", pair, "constrained", "dryrun", "primary") for pair in ("ara2eng", "chi2eng")}
OLDER = Entry("older", "single", "ara2eng", "constrained", "older", "primary")
ALPHA = System("ALPHA", wrong=2), System("ALPHA", "contrast1", wrong=3), System("ALPHA", "combo1", wrong=1)
BETA, DEBUGGED, LATE = System("BETA", wrong=4), System("BETA", wrong=3), System("DELTA", wrong=0)
OFFICIAL = {system.name: system for system in (*ALPHA, BETA)}
COMBINED = System("ALPHA", "combo2", wrong=1)
FROM_CHINESE = System("ALPHA", wrong=3)
UNCONSTRAINED = System("ALPHA", wrong=1)


@pytest.mark.long
def test_openmt2012_from_registration_to_its_tables(open_campaign: Callable[[str], Replay]) -> None:
    replay = open_campaign("openmt2012")
    _register(replay)
    _dry_run(replay)
    _evaluate(replay)
    _describe(replay)
    _combine(replay)
    _see_preliminary_results(replay)
    _see_public_results(replay)
    see_results_as_one_value(replay)


def _register(replay: Replay) -> None:
    """Sites get an id; agreements come before data (1, 10)."""
    replay.go_into("registration")
    for team in ("ALPHA", "BETA", "GAMMA", "DELTA"):
        tracks = ["combination"] if team == "ALPHA" else []
        pairs = ["ara2eng", "chi2eng"] if team == "ALPHA" else ["ara2eng"]
        replay.register(replay.meet(team), pairs=pairs, tracks=tracks, consents=team in ("ALPHA", "BETA"))
    for test_set in ("dryrun", "older", "combination"):
        replay.add_data(test_set, "ara2eng")
    replay.add_data("dryrun", "chi2eng")
    replay.add_data("current", "ara2eng", *DOCUMENTS)
    replay.add_data("current", "chi2eng", *CHINESE)


def _dry_run(replay: Replay) -> None:
    """GAMMA misses it (13)."""
    replay.go_into("dry-run")
    for team in ("ALPHA", "BETA", "DELTA"):
        for pair in replay.entrants[team].pairs:
            [received] = replay.submit(replay.entrants[team], [DRY_RUN[pair]])
            assert received.state == "valid", received.findings


def _evaluate(replay: Replay) -> None:
    """Combinations made now are official (7.2.1); BETA sends a debugged version, DELTA is late (10)."""
    alpha, beta, gamma, delta = replay.entrants.values()
    replay.go_into("evaluation")
    [refused] = replay.submit(gamma, [_run(System("GAMMA"))])
    assert (refused.state, refused.runs) == ("invalid", ())
    assert "dry-run-missing" in {finding.code for finding in refused.findings}
    _see_source(replay)
    unconstrained = run_of(UNCONSTRAINED, "eval", "single", "ara2eng", "current", "unconstrained")
    [received] = replay.submit(alpha, [*(_run(system) for system in ALPHA), unconstrained])
    assert received.state == "valid", received.findings
    [received] = replay.submit(alpha, [_run(FROM_CHINESE, "chi2eng")])
    assert received.state == "valid", received.findings
    replay.submit(beta, [_run(BETA)])
    [second] = replay.submit(beta, [_run(DEBUGGED)], version=2)
    assert [(each.effect, each.official) for each in second.runs] == [("debugged", False)]
    replay.go_past("evaluation")
    [late] = replay.submit(delta, [_run(LATE)])
    assert (late.state, late.late, [each.official for each in late.runs]) == ("valid", True, [False])


def _see_source(replay: Replay) -> None:
    """11.1: of documents, the source says the genre alone; subsets and styles are known from references."""
    [source] = _files(replay, "source")
    assert b'genre="nw"' in source
    assert b"subset" not in source
    assert b"style" not in source
    assert _files(replay, "reference") == []


def _files(replay: Replay, kind: str) -> list[bytes]:
    """The files of the test set from Arabic that a team may fetch."""
    alpha = replay.entrants["ALPHA"].client
    return [
        alpha.download(replay.slug, file, replay.folder).read_bytes()
        for file in alpha.data_files(replay.slug)
        if (file.kind, file.test_set, file.language_pair) == (kind, "current", "ara2eng") and file.may_fetch
    ]


def _combine(replay: Replay) -> None:
    """Consenting sites' output, without names, with a development set, to those who registered for it (7.2.2)."""
    alpha, beta, *_ = replay.entrants.values()
    replay.go_into("sharing")
    for entrant in (alpha, beta):
        [received] = replay.submit(entrant, [OLDER])
        assert received.state == "valid", received.findings
    replay.go_into("combination")
    packs = {
        (pack.test_set, pack.language_pair): {system.team for system in pack.systems}
        for pack in replay.organiser.packs(replay.slug)
    }
    assert packs == {
        ("current", "ara2eng"): {"Team ALPHA", "Team BETA"},
        ("current", "chi2eng"): {"Team ALPHA"},
        ("older", "ara2eng"): {"Team ALPHA", "Team BETA"},
    }
    assert [file for file in beta.client.data_files(replay.slug) if file.kind == "outputs" and file.may_fetch] == []
    for file in alpha.client.data_files(replay.slug):
        if file.kind == "outputs" and file.language_pair == "ara2eng":
            with tarfile.open(alpha.client.download(replay.slug, file, replay.folder)) as pack:
                texts = [stream.read() for member in pack if (stream := pack.extractfile(member))]
            assert len(texts) >= 2
            assert not any(team in text for text in texts for team in (b"ALPHA", b"BETA"))
            # The Original Progress test alone; the development set is complete
            assert not any(b"new-" in text for text in texts)
            assert file.test_set != "current" or sum(b"progress-nw" in text for text in texts) == 3
    [received] = replay.submit(
        alpha, [run_of(COMBINED, "combo", "combination", "ara2eng", "combination", "constrained")]
    )
    assert (received.state, [each.official for each in received.runs]) == ("valid", [False])


def _describe(replay: Replay) -> None:
    """14: each system; 2.1: data of the other condition are not permitted, and flagged on the runs under this one."""
    alpha, beta, *_ = replay.entrants.values()
    owed = replay.owed_descriptions(alpha)
    assert {(condition, system) for _, condition, system in owed} == {
        *(("constrained", system.type) for system in ALPHA),
        ("unconstrained", "primary"),
    }
    for track, condition, system in owed:
        described = replay.describe_system(
            alpha, track, condition, system, technique=f"{condition} {system}", resource="public"
        )
        assert described.valid == (condition == "unconstrained")
    replay.describe(beta)
    for condition, names in (("constrained", {system.name for system in ALPHA}), ("unconstrained", set())):
        board = replay.board(replay.organiser, "single", "ara2eng", "current", condition)
        assert {row.name for row in board.systems if row.flags} == names


def _see_preliminary_results(replay: Replay) -> None:
    """Participants alone see scores (9), and only those that submitted runs, late or not (10)."""
    replay.go_into("preliminary")
    for team in ("BETA", "DELTA"):
        assert _table(replay, replay.entrants[team].client).seen == "all"
    assert list(replay.entrants["GAMMA"].client.boards(replay.slug)) == []
    assert list(replay.newcomer.boards(replay.slug)) == []
    [references] = _files(replay, "reference")  # 10, step 15
    assert b'subset="new-source"' in references
    assert b'style="foreign-true"' in references


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
    _see_export(replay, board)
    _by_subset_style_and_genre(replay)
    _from_chinese(replay)
    _by_condition(replay)
    _post_evaluation(replay)


def _see_export(replay: Replay, board: Board) -> None:
    """10: the table that is published names late and debugged systems, too, without scores."""
    text = replay.newcomer.table(replay.slug, board.board)
    assert same(exported(text, METRICS), shown(board))
    heading, *rows = (line.split("\t") for line in text.splitlines())
    named = [dict(zip(heading, row, strict=True)) for row in rows if row[heading.index("part")] == "named"]
    assert [(row["system"], row["remark"]) for row in named] == [
        ("BETA_primary_v2", "unofficial (debugged)"),
        ("DELTA_primary", "unofficial (late)"),
    ]
    assert {row[metric] for row in named for metric in METRICS} == {""}


def _by_subset_style_and_genre(replay: Replay) -> None:
    """15.1: each data subset, one of them in two styles (3), across genres and for each genre."""
    by = ["subset", "style", "genre", "subset×genre", "style×genre"]
    by_group = evaluation_of(replay.sets["current", "ara2eng"], OFFICIAL, METRICS, "case+punc", by=by)
    parts = {
        "subset": ("original-progress", "new-source"),
        "style": ("english-true", "foreign-true"),
        "genre": ("nw", "wb"),
    }
    groups = [f"{attribute}={value}" for attribute, values in parts.items() for value in values]
    for attribute in ("subset", "style"):
        groups += [f"{attribute}={value}×genre={genre}" for value in parts[attribute] for genre in parts["genre"]]
    assert set(_table(replay, replay.newcomer).groups) == set(groups)
    for group in groups:
        board = _table(replay, replay.newcomer, group=group)
        truth = ranked(scores_of_group(by_group, group), "bleu@mteval")
        assert board.group == group
        assert same(shown(board), truth), group
        assert same(exported(replay.newcomer.table(replay.slug, board.board, group=group), METRICS), truth), group


def _from_chinese(replay: Replay) -> None:
    """4, 5.3: a pair has the subsets and genres of its own."""
    board = replay.board(replay.newcomer, "single", "chi2eng", "current", "constrained")
    texts = replay.sets["current", "chi2eng"]
    assert same(shown(board), scores_of(texts, {FROM_CHINESE.name: FROM_CHINESE}, METRICS, "case+punc"))
    assert [group for group in board.groups if "×" not in group] == [
        "subset=original-progress",
        "subset=current",
        "subset=new-source",
        "subset=restricted-domain",
        "style=english-true",
        "genre=nw",
        "genre=xx",
    ]
    assert {group for group in board.groups if "restricted" in group} == {
        "subset=restricted-domain",
        "subset=restricted-domain×genre=xx",
    }


def _by_condition(replay: Replay) -> None:
    """15.1: a table for each training condition; techniques are known to those who took part."""
    board = replay.board(replay.newcomer, "single", "ara2eng", "current", "unconstrained")
    texts = replay.sets["current", "ara2eng"]
    assert same(shown(board), scores_of(texts, {UNCONSTRAINED.name: UNCONSTRAINED}, METRICS, "case+punc"))
    assert not any(row.flags for row in board.systems)
    for who, known in ((replay.newcomer, False), (replay.entrants["BETA"].client, True)):
        [table] = [each for each in who.participation(replay.slug).tables if each.name == "participants"]
        [row] = [dict(zip(table.columns, row, strict=True)) for row in table.rows if "ALPHA" in row]
        assert ("unconstrained primary" in str(row.get("techniques"))) == known


def _post_evaluation(replay: Replay) -> None:
    """7.2.2: not official."""
    board = replay.board(replay.newcomer, "combination", "ara2eng", "combination", "constrained")
    rows = [row for row in board.systems if row.part == "unofficial"]
    truth = scores_of(replay.sets["combination", "ara2eng"], {COMBINED.name: COMBINED}, METRICS, "case+punc")
    assert (board.status, board.reasons) == ("unofficial", ("post-evaluation",))
    assert same(shown(board, rows=rows), truth)


def _run(system: System, pair: str = "ara2eng") -> Entry:
    return run_of(system, "eval", "single", pair, "current", "constrained")


def _table(replay: Replay, who: Client, **asked: str) -> Board:
    return replay.board(who, "single", "ara2eng", "current", "constrained", **asked)
