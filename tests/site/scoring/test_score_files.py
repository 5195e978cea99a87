"""Scores of metrics from outside: uploaded by organisers, stored with the computed ones, not shown when outdated."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from bakeoff.errors import InputError
from bakeoff.evaluation import add_scores, compare_by_rules
from bakeoff.formats import read_scores
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.campaigns.selectors import role_of
from bakeoff_site.campaigns.services.archive import delete_campaign, set_archived
from bakeoff_site.campaigns.services.campaigns import change_rulebook, version_of
from bakeoff_site.core.models import AuditEvent
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.core.storage.files import path_of
from bakeoff_site.jobs.choices import JobKind
from bakeoff_site.jobs.execution import work_off
from bakeoff_site.jobs.services import enqueue
from bakeoff_site.results.conversions.boards import BoardView
from bakeoff_site.results.conversions.downloads import rendered
from bakeoff_site.results.conversions.missing_scores import NOT_UPLOADED, OF_SYSTEMS, OUTDATED
from bakeoff_site.results.selectors import ComparisonQuery, board_for, comparison_for, run_for
from bakeoff_site.scoring.models import BoardComparison, RunScore, ScoreUpload
from bakeoff_site.scoring.selectors import evaluation_of
from bakeoff_site.scoring.selectors.score_files import outside_metrics
from bakeoff_site.scoring.services import score_files
from bakeoff_site.scoring.services.score_files import upload_scores, withdraw_scores
from bakeoff_site.submissions.models import Board, Run, Submission
from tests.site.scoring.world import EXAMPLES, OUTPUTS, RULES, put_data, put_news, put_run, small_campaign

OUTSIDE = RULES.replace('official_metric = "bleu"\n', 'official_metric = "bleu"\noutside = ["comet", "bleurt"]\n')
NAMES = ("aster", "basalt", "cedar")


@pytest.fixture
def campaign(db: None) -> Campaign:
    return small_campaign(OUTSIDE)


@pytest.fixture
def runs(campaign: Campaign, team: Team, owner: User) -> dict[str, Run]:
    """Three that are scored."""
    put_news(campaign)
    found = {name: put_run(campaign, OUTPUTS[name], by=owner, name=name, team=team) for name in NAMES}
    score(campaign, *found.values())
    return found


@pytest.fixture
def board(runs: dict[str, Run], campaign: Campaign) -> Board:
    board = runs["aster"].board
    board.campaign = campaign
    return board


def score(campaign: Campaign, *runs: Run) -> None:
    for run in runs:
        enqueue(JobKind.SCORE_RUN, run.pk, campaign_id=campaign.pk)
    work_off("w")


def segment_file(runs: dict[str, Run], *names: str, change: float = 0.0) -> bytes:
    """Scores of segments that follow from their place and system, so that aster is the best."""
    evaluation = evaluation_of([runs[name] for name in names or NAMES], "case+punc")
    rows = ["system\tdocument\tsegment\tscore"]
    for number, name in enumerate(names or NAMES):
        for place, (document, segment) in enumerate(zip(evaluation.documents, evaluation.segment_ids, strict=True)):
            rows.append(f"{name}\t{document.id}\t{segment}\t{0.9 - 0.2 * number + 0.01 * (place % 7) + change:.4f}")
    return "\n".join(rows).encode() + b"\n"


def upload(board: Board, content: bytes, organiser: User, *, metric: str = "comet", name: str = "c.tsv") -> ScoreUpload:
    found = upload_scores(board, metric=metric, name=name, chunks=[content], by=organiser)
    work_off("w")
    return found


def view(board: Board, user: User, **asked: str) -> BoardView:
    return board_for(role_of(user, board.campaign), board, timezone.now(), **asked)


def reasons(view: BoardView) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(each.metric, each.reason, each.systems) for each in view.missing]


def column(view: BoardView, metric: str) -> dict[str, float | None]:
    place = [each.expression for each in view.metrics].index(metric)
    return {row.name: row.cells[place].value for row in view.rows}


@pytest.mark.parametrize("gone", ["archived", "deleted"])
def test_a_campaign_that_is_closed_while_a_file_is_read_takes_no_scores(
    gone: str, board: Board, runs: dict[str, Run], organiser: User, administrator: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    find_runs = score_files._runs_in

    def find_and_close(*arguments: Any) -> Any:
        found = find_runs(*arguments)
        if gone == "archived":
            set_archived(board.campaign, actor=organiser, archived=True)
        else:
            Submission.objects.update(team=None)  # as if organisers had entered them
            delete_campaign(board.campaign, actor=administrator, title=board.campaign.title)
        return found

    monkeypatch.setattr(score_files, "_runs_in", find_and_close)
    with pytest.raises(RefusedError, match=gone):
        upload(board, segment_file(runs), organiser)
    assert not ScoreUpload.objects.exists()


def test_metrics_without_scores_are_named_with_the_reason(board: Board, organiser: User) -> None:
    found = view(board, organiser)
    assert reasons(found) == [("comet", NOT_UPLOADED, ()), ("bleurt", NOT_UPLOADED, ())]
    assert [each.is_outside for each in found.missing] == [True, True]
    sentence = f"COMET, bleurt: no score: {NOT_UPLOADED}."
    assert sentence in rendered(found, "markdown")
    run = run_for(role_of(organiser, board.campaign), str(board.runs.all()[0].pk), timezone.now())
    assert run is not None
    assert [(each.metric, each.reason) for each in run.missing] == [("comet", NOT_UPLOADED), ("bleurt", NOT_UPLOADED)]


def test_files_of_mt_metrics_eval_are_uploaded_as_they_are(board: Board, runs: dict[str, Run], organiser: User) -> None:
    upload(board, segment_file(runs), organiser)
    usual = column(view(board, organiser), "comet")
    rows = [line.split(b"\t") for line in segment_file(runs, change=0.25).splitlines()[1:]]
    content = b"".join(row[0] + b"\t" + row[-1] + b"\n" for row in rows)
    upload(board, content, organiser, name="comet-refA.seg.score")
    found = column(view(board, organiser), "comet")
    assert found == pytest.approx({name: (value or 0) + 0.25 for name, value in usual.items()})
    with pytest.raises(
        InputError, match=r"comet\.seg\.score, line 1: expected a number in the column score, found .nan."
    ):
        upload(board, content.replace(rows[0][-1], b"nan", 1), organiser, name="comet.seg.score")


def test_scores_of_segments_count_in_groups_intervals_and_tests(
    board: Board, runs: dict[str, Run], organiser: User, tmp_path: Path
) -> None:
    content = segment_file(runs)
    upload(board, content, organiser)
    path = tmp_path / "c.tsv"
    path.write_bytes(content)
    for specification in ("case+punc", "no_case+no_punc"):
        restored = evaluation_of(list(runs.values()), specification)
        expected = add_scores(evaluation_of(list(runs.values()), specification), read_scores(path), name="other")
        for ours, theirs in zip(restored.systems, expected.systems, strict=True):
            assert ours.scores["comet"].value == theirs.scores["other"].value
            assert ours.scores["comet"].variation is not None
            assert {key: group.scores["comet"].value for key, group in ours.groups.items()} == {
                key: group.scores["other"].value for key, group in theirs.groups.items()
            }
    found = view(board, organiser)
    assert column(found, "comet") == {
        run.name: run.scores.get(metric="comet", specification="case+punc").value for run in runs.values()
    }
    assert reasons(found) == [("bleurt", NOT_UPLOADED, ())]
    group = next(choice.value for choice in found.groups if choice.value)
    assert None not in column(view(board, organiser, group=group), "comet").values()
    comparison = BoardComparison.objects.get(board=board, specification="case+punc")
    again = compare_by_rules(
        board.campaign.rules, evaluation_of(list(runs.values()), "case+punc"), track="mt", language_pair="de-en"
    )
    assert set(comparison.content) == {one.metric for one in again.comparisons} == {"bleu", "ter", "comet"}
    assert not found.is_stale
    ranked = view(board, organiser, sort="comet")
    assert [row.name for row in ranked.rows] == list(NAMES)
    assert [row.rank for row in ranked.rows] == ["1", "2", "3"]


def test_pairs_of_runs_can_be_compared_by_it(board: Board, runs: dict[str, Run], organiser: User) -> None:
    upload(board, segment_file(runs), organiser)
    role = role_of(organiser, board.campaign)
    first, second = (str(runs[name].pk) for name in ("aster", "basalt"))
    found = comparison_for(role, first, second, timezone.now(), wanted=ComparisonQuery(metric="comet"))
    assert found is not None
    assert (found.metric, found.second_wins) == ("comet", 0)
    assert found.test is not None
    run = run_for(role, first, timezone.now())
    assert run is not None
    assert run.segments is not None
    assert "comet" in [choice.value for choice in run.segments.metric_choices]
    assert all(len(part.cells) == len(run.columns) for part in (*run.groups, *run.segments.documents))


def test_the_signature_says_where_a_score_comes_from(board: Board, runs: dict[str, Run], organiser: User) -> None:
    content = segment_file(runs)
    found = upload(board, content, organiser, name="scores of|comet.tsv")
    digest = hashlib.sha256(content).hexdigest()
    score = RunScore.objects.filter(upload=found).first()
    assert score is not None
    when = found.uploaded_at.strftime("%Y-%m-%dT%H:%MZ")
    assert score.signature.startswith(
        f"given|name:comet|file:scores of_comet.tsv|sha256:{digest[:8]}"
        f"|uploaded:{when}|by:{organiser}|version:1|segments:"
    )
    assert (found.sha256, found.unit, found.systems, found.version) == (digest, "segment", 3, 1)
    assert path_of(digest).read_bytes() == content
    event = AuditEvent.objects.get(act="scores.upload")
    assert (event.actor, event.details["sha256"], event.details["systems"]) == (organiser, digest, sorted(NAMES))


def test_scores_of_systems_are_shown_and_neither_grouped_nor_tested(
    board: Board, runs: dict[str, Run], organiser: User
) -> None:
    content = b"system,score\naster,81.5\nbasalt,79.25\ncedar,78\n"
    found = upload(board, content, organiser, name="c.csv")
    assert found.unit == "system"
    shown = view(board, organiser)
    assert column(shown, "comet") == {"aster": 81.5, "basalt": 79.25, "cedar": 78.0}
    group = next(choice.value for choice in shown.groups if choice.value)
    part = view(board, organiser, group=group)
    assert set(column(part, "comet").values()) == {None}
    assert reasons(part)[0] == ("comet", OF_SYSTEMS, ())
    assert "comet" not in BoardComparison.objects.get(board=board, specification="case+punc").content
    run = run_for(role_of(organiser, board.campaign), str(runs["aster"].pk), timezone.now())
    assert run is not None
    assert run.segments is not None
    assert [each.expression for each in run.columns] == ["bleu", "ter", "comet"]
    assert {part.cells[2].value for part in run.segments.documents} == {None}
    assert [score.value for score in evaluation_of([runs["cedar"]], "case+punc").systems[0].scores.values()][-1] == 78


def test_systems_that_a_file_leaves_out_are_named(board: Board, runs: dict[str, Run], organiser: User) -> None:
    upload(board, segment_file(runs, "aster", "basalt"), organiser)
    found = view(board, organiser)
    assert reasons(found)[0] == ("comet", NOT_UPLOADED, ("cedar",))
    assert column(found, "comet")["cedar"] is None
    upload(board, segment_file(runs, "cedar"), organiser)
    assert reasons(view(board, organiser)) == [("bleurt", NOT_UPLOADED, ())]
    (comet, _) = outside_metrics(board.campaign)
    assert (comet.scored, comet.outdated, [each.version for each in comet.uploads]) == (3, 0, [2, 1])


def test_a_second_file_replaces_the_scores_and_the_first_stays(
    board: Board, runs: dict[str, Run], organiser: User
) -> None:
    first = upload(board, segment_file(runs), organiser)
    before = column(view(board, organiser), "comet")
    second = upload(board, segment_file(runs, change=0.05), organiser)
    after = column(view(board, organiser), "comet")
    assert all(after[name] == pytest.approx((before[name] or 0) + 0.05) for name in NAMES)
    assert (first.version, second.version) == (1, 2)
    assert first.scores.filter(current=False).count() == second.scores.filter(current=True).count() == 6


def test_corrected_references_make_the_uploaded_scores_outdated(
    board: Board, runs: dict[str, Run], organiser: User, campaign: Campaign
) -> None:
    upload(board, segment_file(runs), organiser)
    before = column(view(board, organiser), "comet")
    earlier = (EXAMPLES / "references.xml").read_bytes()
    put_data(campaign, "reference", earlier.replace(b"the", b"teh"), name="references.xml")
    score(campaign, *runs.values())
    found = view(board, organiser)
    assert "comet" not in [each.expression for each in found.metrics]
    assert reasons(found) == [("comet", OUTDATED, ()), ("bleurt", NOT_UPLOADED, ())]
    (comet, _) = outside_metrics(campaign)
    assert (comet.scored, comet.outdated) == (0, 3)
    put_data(campaign, "reference", earlier, name="references.xml")
    score(campaign, *runs.values())
    assert column(view(board, organiser), "comet") == before, "they are of these references"
    assert reasons(view(board, organiser)) == [("bleurt", NOT_UPLOADED, ())]


def test_a_replaced_run_takes_its_uploaded_score_with_it(
    board: Board, runs: dict[str, Run], organiser: User, campaign: Campaign, team: Team, owner: User
) -> None:
    upload(board, segment_file(runs), organiser)
    newer = put_run(campaign, OUTPUTS["dune"], by=owner, name="cedar", team=team)
    Run.objects.filter(pk=runs["cedar"].pk).update(replaced_by=newer)
    score(campaign, newer)
    found = view(board, organiser)
    assert column(found, "comet")["cedar"] is None
    assert reasons(found)[0] == ("comet", OUTDATED, ("cedar",))
    (comet, _) = outside_metrics(campaign)
    assert (comet.scored, comet.outdated) == (2, 1)


def test_other_rules_for_the_same_references_keep_the_uploaded_scores(
    board: Board, runs: dict[str, Run], organiser: User, campaign: Campaign
) -> None:
    upload(board, segment_file(runs), organiser)
    upload(board, segment_file(runs, change=0.05), organiser)
    before = column(view(board, organiser), "comet")
    text = campaign.rulebook_text.replace('report_by = ["genre"]', 'report_by = ["document"]').replace(
        'specifications = ["case+punc", "no_case+no_punc"]', 'specifications = ["case+punc", "raw"]'
    )
    change_rulebook(campaign, text, actor=organiser, version=version_of(campaign.rulebook_text))
    work_off("w")
    campaign.refresh_from_db()
    campaign.__dict__.pop("rules", None)
    found = view(board, organiser)
    assert column(found, "comet") == before
    assert column(view(board, organiser, specification="raw"), "comet") == before
    group = next(choice.value for choice in found.groups if choice.value.startswith("document="))
    assert None not in column(view(board, organiser, group=group), "comet").values()
    assert "comet" in BoardComparison.objects.get(board=board, specification="raw").content


MISTAKES: dict[str, tuple[Callable[[bytes], bytes], int, str]] = {
    "NaN": (lambda content: content.replace(b"0.9000", b"nan", 1), 2, "a number in the column score, found 'nan'"),
    "an unknown system": (
        lambda content: content.replace(b"aster\t", b"astra\t", 1),
        2,
        "the name of a system on this board, found 'astra'. The systems are called: aster, basalt, cedar.",
    ),
    "a segment too many": (
        lambda content: content + b"aster\tnowhere\t99\t0.5\n",
        -1,
        "which the texts do not have",
    ),
    "a segment too few": (
        lambda content: content[: content.rindex(b"cedar")],
        -1,
        "a score of cedar for each of the",
    ),
    "a score twice": (lambda content: content + content.splitlines(keepends=True)[1], -1, "another in line 2"),
    "no header": (lambda content: content.partition(b"\n")[2], 1, "a header row with the columns system and score"),
    "scores of documents": (lambda content: b"system\tdocument\tscore\naster\ta\t1\n", 1, "scores of documents"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_file_with_a_mistake_is_refused_with_its_line(
    mistake: str, board: Board, runs: dict[str, Run], organiser: User
) -> None:
    broken, line, words = MISTAKES[mistake]
    content = broken(segment_file(runs))
    with pytest.raises(InputError) as refused:
        upload(board, content, organiser)
    expected = len(content.splitlines()) if line == -1 else line
    assert refused.value.place.line == expected
    assert refused.value.place.file == "c.tsv"
    assert words in str(refused.value)
    assert "--metric-column" not in str(refused.value)
    assert not ScoreUpload.objects.exists()
    assert not RunScore.objects.exclude(upload=None).exists()


def test_what_cannot_be_uploaded_is_refused(
    board: Board, runs: dict[str, Run], organiser: User, campaign: Campaign, team: Team, owner: User
) -> None:
    with pytest.raises(RefusedError, match=r"does not name 'bleu' in `outside`.* It names comet, bleurt"):
        upload(board, segment_file(runs), organiser, metric="bleu")
    with pytest.raises(RefusedError, match="The file is empty"):
        upload(board, b"", organiser)
    put_run(campaign, OUTPUTS["dune"], by=owner, name="dune", team=team)
    with pytest.raises(InputError, match="dune, which has not"):
        upload(board, b"system\tscore\naster\t1\ndune\t2\n", organiser)


def test_a_score_under_one_of_the_specifications_is_not_missing(
    board: Board, runs: dict[str, Run], organiser: User
) -> None:
    RunScore.objects.filter(run=runs["aster"], specification="no_case+no_punc").delete()
    run = run_for(role_of(organiser, board.campaign), str(runs["aster"].pk), timezone.now())
    assert run is not None
    assert [each.metric for each in run.missing] == ["comet", "bleurt"]


def test_a_small_file_of_millions_of_cells_is_refused_unread(board: Board, organiser: User) -> None:
    packed = gzip.compress(b"system,score" + b"," * 8_000_000)
    with pytest.raises(InputError) as refusal:
        upload_scores(board, metric="comet", name="comet.tsv.gz", chunks=[packed], by=organiser)
    assert str(refusal.value) == (
        "comet.tsv.gz: expected fewer lines, tags and cells, for the size of the file as it was sent, found more. "
        "Upload only real data; if these are real, upload the file without compression, or split it."
    )
    assert not ScoreUpload.objects.exists()


def test_a_withdrawn_file_no_longer_counts_and_is_noted_as_missing(
    board: Board, runs: dict[str, Run], organiser: User
) -> None:
    upload(board, segment_file(runs), organiser)
    second = upload(board, segment_file(runs, change=0.01), organiser)
    withdraw_scores(second, by=organiser)
    work_off("w")
    assert not RunScore.objects.filter(metric="comet", current=True).exists()  # the first was replaced for a reason
    assert reasons(view(board, organiser)) == [
        ("comet", NOT_UPLOADED, ()),
        ("bleurt", NOT_UPLOADED, ()),
    ]
    with pytest.raises(RefusedError, match="Version 2 is withdrawn already"):
        withdraw_scores(second, by=organiser)
    score(board.campaign, *runs.values())  # what is scored again stays without
    assert not RunScore.objects.filter(metric="comet", current=True).exists()
    assert AuditEvent.objects.filter(act="scores.withdraw").count() == 1
