"""What there is once a phase has brought it: packs of outputs, mails, steps of teams, tables that everybody reads."""

from __future__ import annotations

import tarfile
from collections.abc import Iterator
from pathlib import Path

from django.test import Client as Browser
from django.urls import reverse

from bakeoff.client import Board, BoardRow, Client
from bakeoff.release.verification import verify_package
from bakeoff.release.writing import write_package
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables.registry import report_tables
from bakeoff.rulebook.release.visibility import may_see
from bakeoff.rulebook.state import STRANGER
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.mail.models import Mail
from bakeoff_site.publication.selectors.release import release_content
from tests.site.five_campaigns.driver import Replay
from tests.site.publication.same_numbers import same_as_the_pages


def packs_are_without_names(replay: Replay) -> None:
    """Outputs of consenting teams stand under numbers, in packs that name no team."""
    alpha = replay.entrants["ALPHA"]
    packs = list(replay.organiser.packs(replay.slug))
    assert packs
    for pack in packs:
        assert (pack.failure, pack.is_waiting) == ("", False)
        assert "Team GAMMA" not in {system.team for system in pack.systems}
    files = [each for each in alpha.client.data_files(replay.slug) if each.kind == "outputs" and each.may_fetch]
    assert len(files) == len([pack for pack in packs if pack.language_pair in (alpha.pairs or (pack.language_pair,))])
    for name, text in _members(alpha.client.download(replay.slug, files[0], replay.folder)):
        assert b"ALPHA" not in text, name
        assert b"BETA" not in text, name


def _members(path: Path) -> Iterator[tuple[str, bytes]]:
    with tarfile.open(path) as archive:
        for member in archive:
            stream = archive.extractfile(member)
            yield member.name, stream.read() if stream else b""


def mails_were_sent(replay: Replay) -> None:
    """To a team that takes part, when what it submits begins and before it ends."""
    begin = f"notice {replay.entrants['ALPHA'].team_id} "
    keys = Mail.objects.filter(key__startswith=begin).values_list("key", flat=True)
    told = {(kind, phase) for _, _, _, kind, _, _, phase in (str(key).split(" ", 6) for key in keys)}
    for phase in replay.rules.phases.values():
        if any(each.startswith("submit:") for each in phase.opens):
            assert ("opens", phase.id) in told


def steps_are_tracked(replay: Replay) -> None:
    """A team has done all but what lies outside the server; one that did nothing has not."""
    outside = {"judged", "attends"}
    for team, is_done in (("ALPHA", True), ("GAMMA", False)):
        entrant = replay.entrants[team]
        done = {step.step: step.done for step in entrant.client.team(replay.slug, entrant.team_id).steps}
        signs = () if replay.rules.registration.agreements else ("signed",)
        state = entrant.viewer.team
        assert state is not None
        judges = () if state.consents_to(replay.rules, "judging") else ("judged",)
        assert set(done) == set(replay.rules.registration.steps) - {*signs, *judges}
        for step in ("submitted", "described", "dry-run"):
            if step in done:
                assert done[step] == is_done, (team, step)
        assert all(each for step, each in done.items() if step not in outside) == is_done
    [row] = [row for row in replay.organiser.teams(replay.slug) if row.code == "GAMMA"]
    assert row.missing


def tables_are_published(replay: Replay, everybody: Client) -> None:
    """What strangers read in the end: official tables, entered systems, names of late ones, rules of publication."""
    rows = list(replay.organiser.boards(replay.slug))
    keys = [_place_in_the_rulebook(replay, row) for row in rows]
    assert keys == sorted(keys)
    for row in rows:
        assert bool(row.metric) == has_scores(replay, row.track, row.test_set), row
        is_public = may_see(
            replay.rules,
            replay.clock.now,
            STRANGER,
            "scores",
            test_set=row.test_set,
            language_pair=row.language_pair,
        ).allowed
        if is_public:
            _check_board(replay, everybody.board(replay.slug, row.board))
    page = Browser().get(reverse("results:overview", kwargs={"slug": replay.slug})).content.decode()
    report = replay.rules.report
    for text in (
        report.disclaimer[:60],
        report.publication_disclaimer[:60],
        report.metrics_note,
        report.citation,
        *report.publication,
    ):
        assert text in page.replace("&#x27;", "'")
    told = {each.team_code: each.text for each in replay.entrants["BETA"].client.descriptions(replay.slug)}
    assert "the secret recipe of ALPHA" in told["ALPHA"]
    assert (
        "the secret recipe of ALPHA" in page
        or not may_see(replay.rules, replay.clock.now, STRANGER, "descriptions").allowed
    )


def _place_in_the_rulebook(replay: Replay, row: BoardRow) -> tuple[int, ...]:
    rules = replay.rules
    return (
        list(rules.tracks).index(row.track),
        list(rules.language_pairs).index(row.language_pair),
        ["", *rules.conditions].index(row.condition),
        list(rules.test_sets).index(row.test_set),
    )


def has_scores(replay: Replay, track: str, test_set: str) -> bool:
    """Whether metrics say something of runs: not of scores, and not without references."""
    return replay.rules.is_scored(track) and replay.rules.test_sets[test_set].references > 0


def _check_board(replay: Replay, board: Board) -> None:
    scoring = replay.rules.scoring_of(board.track, board.language_pair)
    is_scored = has_scores(replay, board.track, board.test_set)
    official = [system for system in board.systems if system.part == "official"]
    for system in board.systems:
        values = [score.value for score in system.scores.values()]
        assert bool(values and None not in values) == (is_scored and system.part != "named"), (board.title, system)
    if is_scored:
        wanted = {metric for metric in scoring.all_metrics if metric not in scoring.outside}
        assert {metric.metric for metric in board.metrics} == wanted
        names = [system.name for system in official if system.team]
        if scoring.official_metric and len(names) > 1:
            assert names[0].startswith("ALPHA"), board.title  # made fewer errors
    entered = {system.kind for system in board.systems} & {"baseline", "earlier", "online", "commercial"}
    assert (board.baseline is not None) == ("baseline" in entered and is_scored and bool(official)), board.title
    assert (board.earlier is not None) == ("earlier" in entered and is_scored and bool(official)), board.title


def errors_are_counted(replay: Replay) -> None:
    """Of recognised speech: substitutions, deletions, insertions, which make up the rate."""
    for row in replay.organiser.boards(replay.slug):
        if replay.rules.tracks[row.track].kind != "asr":
            continue
        for system in replay.organiser.board(replay.slug, row.board).systems:
            [score] = replay.organiser.run(replay.slug, system.run).scores
            shown = next(replay.organiser.segments(replay.slug, system.run))
            assert [shown.references[0], shown.output] == [shown.references[0].lower(), (shown.output or "").lower()]
            counts = score.counts
            assert counts is not None
            assert score.value is not None
            parts = (counts.substitutions, counts.deletions, counts.insertions)
            errors, words = sum(each or 0 for each in parts), counts.words or 0
            assert (counts.errors, None in parts) == (errors, False)
            interval = replay.rules.scoring_of(row.track, row.language_pair).interval
            if interval is None or interval.reported == "score":  # and not a mean of samples
                assert abs(score.value - 100 * errors / words) < 1e-9
            else:
                assert 0 < errors < words


def see_results_as_one_value(replay: Replay) -> None:
    """What tables of reports, packages and history are made of has the numbers of the pages."""
    campaign = Campaign.objects.get(slug=replay.slug)
    results = same_as_the_pages(campaign)
    assert results.boards
    codes = {team.code for team in results.teams}
    assert codes == set(replay.entrants)
    assert {run.team for board in results.boards for run in board.runs} <= {"", *codes}
    _see_report(results)
    _see_package(replay, campaign)


def _see_report(results: CampaignResults) -> None:
    """The tables of the report hold every score of a primary system on a test set of the campaign."""
    tables = [each.table for each in report_tables(results)]
    assert {each.name for each in report_tables(results)} <= set(results.rulebook.report.tables)
    printed = {number for table in tables for row in table.for_programs().rows for number in row}
    ranked = ("current", "progress")
    missing = [
        (board.place, run.name, score.metric)
        for board in results.boards
        if results.rulebook.test_sets[board.test_set].role in ranked
        for run in board.runs
        if run.compared and run.team and run.part == "official"
        for score in run.scores
        if score.value not in printed and (score.variation is None or score.variation.mean not in printed)
    ]
    assert missing == []


def _see_package(replay: Replay, campaign: Campaign) -> None:
    """Every published number can be computed again from what the server puts into a release package."""
    package = replay.folder / "package.zip"
    write_package(release_content(campaign), package)
    found = verify_package(package)
    assert found.is_sound, (found.unreadable, found.changed[:3], found.wrong[:3], found.gaps[:5])
    assert found.numbers
