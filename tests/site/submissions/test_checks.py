"""Packages are checked as on the command line; valid ones become runs."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from bakeoff.data import Finding
from bakeoff.rulebook import schedule
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Extension, Signature, Team
from bakeoff_site.campaigns.selectors.teams import progress_of
from bakeoff_site.core.models import AuditEvent
from bakeoff_site.core.storage.files import path_of
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.jobs.choices import JobKind, JobState
from bakeoff_site.jobs.models import Job
from bakeoff_site.submissions.conversions import MOST_FINDINGS, stored_findings
from bakeoff_site.submissions.models import Board, Run, Submission
from bakeoff_site.submissions.services import receive_submission, withdraw_submission
from bakeoff_site.submissions.services.checks import check_submission
from bakeoff_site.submissions.tasks import check
from tests.site.conftest import Clock
from tests.site.outbox import mailed
from tests.site.submissions.conftest import Submit, check_waiting, codes, in_time
from tests.submissions.package_files import BuiltPackage


def said(text: str) -> Callable[[BuiltPackage], BuiltPackage]:
    """A package whose texts differ from others'."""
    return lambda package: package.edited("says", text)


def test_a_valid_package_becomes_runs(submit: Submit, signed: Team, source: Callable[[str], DataFile]) -> None:
    source("dryrun")
    submission = submit("dryrun", systems=[("primary", "cn"), ("contrast1", "cn")])
    assert (submission.state, codes(submission)) == ("valid", [])
    assert (submission.package, submission.version, submission.late) == ("dryrun", 1, False)
    assert submission.checked_at is not None
    primary, contrast = submission.runs.all()
    board = Board.objects.get()
    assert (board.track, board.language_pair, board.condition, board.test_set) == (
        "single",
        "ara2eng",
        "constrained",
        "dryrun",
    )
    assert (primary.board, primary.team, primary.system, primary.system_type) == (board, signed, "primary", "primary")
    assert (contrast.name, contrast.system, contrast.system_type) == ("NIST_contrast1", "contrast1", "contrast")
    assert (primary.effect, primary.late, primary.official) == ("new", False, False)  # dry runs are not official
    assert primary.file_name.startswith("output/NIST/ara2eng/NIST_ara2eng_primary_cn_dryrun_")
    assert b"primary says Quelle doc-1 1" in path_of(primary.sha256).read_bytes()


def test_a_dry_run_is_a_step_that_is_done(submit: Submit, signed: Team, clock: Clock) -> None:
    submit("dryrun")
    team = Team.objects.get(pk=signed.pk)
    done = {row.state.step for row in progress_of(team, clock.now).steps if row.state.done}
    assert "dry-run" in done


def test_without_a_source_segments_are_not_checked(submit: Submit) -> None:
    submission = submit("dryrun")
    assert (submission.state, codes(submission)) == ("valid", ["source-not-checked"])


def test_a_broken_package_keeps_its_findings_and_becomes_no_run(
    submit: Submit, source: Callable[[str], DataFile]
) -> None:
    source("dryrun")
    submission = submit("dryrun", change=lambda package: package.edited('<seg id="2">', '<seg id="7">', times=1))
    assert submission.state == "invalid"
    assert set(codes(submission)) == {"seg-id-missing", "seg-id-extra"}
    finding = submission.findings[0]
    assert set(finding) == {
        "code", "severity", "file", "line", "document", "segment", "found", "expected", "remedy",
    }  # fmt: skip
    assert finding["severity"] == "error"
    assert not Run.objects.exists()
    assert not Board.objects.exists()


def test_who_submitted_an_invalid_package_is_told_once(
    signed: Team, owner: User, team_mate: User, clock: Clock
) -> None:
    clock.move_to(in_time(signed.campaign, "dryrun"))
    submission = receive_submission(signed, name="OpenMT12.tgz", chunks=[b"no archive"], by=team_mate)
    mailed().clear()
    check_submission(submission)
    check_submission(Submission.objects.get())
    assert [message.to for message in mailed()] == [[owner.email], [team_mate.email]]
    message = mailed()[0]
    assert message.subject.endswith("Rejected: OpenMT12.tgz (receipt 1)")
    findings = Submission.objects.get().findings
    assert f"was rejected and will not be scored. The check found {len(findings)} mistakes:" in message.body
    for finding in findings:
        assert f"expected {finding['expected']}, found {finding['found']}." in message.body
    assert f"/teams/{signed.pk}/submissions/1/" in message.body


def test_who_submitted_a_valid_package_is_told_once_what_its_runs_count_as(
    submit: Submit, replacing: Team, owner: User
) -> None:
    submit("dryrun")
    submit("eval")
    mailed().clear()
    submission = submit("eval", version=2, change=lambda package: package.edited("says", "says again"))
    check_submission(submission)
    receipt, valid = mailed()
    assert "Receipt 3" in str(receipt.subject)
    assert valid.to == [owner.email]
    assert valid.subject.endswith("Valid: OpenMT12_Eval_NIST_ara2eng_02.tgz (receipt 3)")
    assert "(receipt 3), version 2, in time, received Fri 6 April 2012, 10:55:12 EDT." in valid.body
    assert (
        "- NIST_primary, Single System, Arabic–English, Constrained Training, OpenMT12 test set: "
        "official, replaces OpenMT12_Eval_NIST_ara2eng_01.tgz "
        "(receipt 2, version 1, submitted Fri 6 April 2012, 10:55:12 EDT).\n"
        "  Your team sees its scores from Fri 20 April 2012, 12:00:00 EDT.\n" in valid.body
    )
    assert f"/teams/{replacing.pk}/submissions/3/" in valid.body


def test_warnings_are_counted_in_the_mail_of_a_valid_package(submit: Submit) -> None:
    late = datetime(2012, 4, 10, tzinfo=UTC)
    submit("dryrun")
    mailed().clear()
    submission = submit("eval", when=late)
    assert (submission.state, submission.late) == ("valid", True)
    valid = mailed()[-1]
    assert "(receipt 2), version 1, late, received Mon 9 April 2012, 20:00:00 EDT.\nThe check found " in valid.body
    assert "Constrained Training, OpenMT12 test set: unofficial (late)." in valid.body


def test_hostile_bytes_are_an_invalid_package(signed: Team, owner: User, clock: Clock) -> None:
    submission = receive_submission(
        signed, name="OpenMT12_DryRun_NIST_ara2eng_01.tgz", chunks=[b"\x1f\x8b\x08" + bytes(200)], by=owner
    )
    check_waiting()
    submission.refresh_from_db()
    assert submission.state == "invalid"
    assert Job.objects.get(kind=JobKind.CHECK_SUBMISSION).state == JobState.DONE


def test_what_is_submitted_at_the_wrong_time_is_kept_with_the_reason(submit: Submit, campaign: Campaign) -> None:
    early = next(period.start for period in schedule(campaign.rules) if period.phase.id == "dry-run")
    submission = submit("dryrun", when=early - timedelta(days=3))
    assert submission.state == "invalid"
    assert "too-early" in codes(submission)
    assert path_of(submission.sha256).is_file()


def test_what_was_not_signed_is_said(submit: Submit, signed: Team) -> None:
    Signature.objects.filter(team=signed, agreement="ldc-licence").delete()
    submission = submit("dryrun")
    assert submission.state == "invalid"
    (finding,) = [each for each in submission.findings if each["severity"] == "error"]
    assert (finding["code"], finding["found"]) == (
        "agreement-not-signed",
        "NIST has not signed: LDC data licence agreement",
    )


def test_a_pair_that_was_not_registered(submit: Submit, signed: Team) -> None:
    Team.objects.filter(pk=signed.pk).update(language_pairs=["chi2eng"])
    assert "pair-not-registered" in codes(submit("dryrun"))


def test_the_dry_run_is_compulsory(submit: Submit) -> None:
    assert "dry-run-missing" in codes(submit("eval"))
    submit("dryrun")
    assert submit("eval").state == "valid"


def test_a_withdrawn_dry_run_does_not_count(submit: Submit, owner: User) -> None:
    withdraw_submission(submit("dryrun"), by=owner, reason="the wrong file")
    assert "dry-run-missing" in codes(submit("eval"))


def test_a_package_of_another_team_is_refused(submit: Submit) -> None:
    submission = submit(
        "dryrun", change=lambda package: BuiltPackage(package.name.replace("NIST", "RIVAL"), package.files)
    )
    assert "archive-team" in codes(submission)


def test_a_late_package_is_kept_flagged_and_not_official(submit: Submit, campaign: Campaign) -> None:
    submit("dryrun")
    late = submit("eval", when=in_time(campaign, "eval") + timedelta(days=4))
    assert (late.state, late.late) == ("valid", True)
    assert "late-unofficial" in codes(late)
    run = late.runs.get()
    assert (run.late, run.official) == (True, False)


def test_an_extension_makes_it_timely(submit: Submit, signed: Team, campaign: Campaign, organiser: User) -> None:
    submit("dryrun")
    when = in_time(campaign, "eval") + timedelta(days=4)
    Extension.objects.create(
        team=signed, phase="evaluation", until=when + timedelta(days=1), reason="a strike", granted_by=organiser
    )
    submission = submit("eval", when=when)
    assert (submission.late, "late-unofficial" in codes(submission)) == (False, False)
    assert submission.runs.get().official


def test_a_debugged_run_is_next_to_the_official_one(submit: Submit) -> None:
    submit("dryrun")
    first = submit("eval")
    second = submit("eval", version=2, change=said("debugged"))
    assert (second.state, codes(second)) == ("valid", ["debugged-unofficial", "source-not-checked"])
    earlier, later = first.runs.get(), second.runs.get()
    assert (earlier.official, earlier.in_force) == (True, True)
    assert (later.effect, later.official, later.name) == ("debugged", False, "NIST_primary_v2")


def test_a_version_cannot_come_twice_and_an_invalid_one_takes_none(submit: Submit) -> None:
    submit("dryrun")
    broken = submit("eval", change=lambda package: package.edited("<mteval>", "<mtevl>"))
    assert broken.state == "invalid"
    assert submit("eval").state == "valid"
    assert "version-repeated" in codes(submit("eval", change=said("repeated")))


def test_the_version_of_what_was_withdrawn_stays_taken(submit: Submit, owner: User) -> None:
    submit("dryrun")
    withdraw_submission(submit("eval"), by=owner, reason="the wrong file")
    assert "version-repeated" in codes(submit("eval", change=said("repeated")))
    again = submit("eval", version=2, change=said("repeated"))
    assert again.state == "valid"
    assert again.runs.get().effect == "new"
    assert again.runs.get().name == "NIST_primary"


def test_where_the_rules_say_so_a_later_run_replaces(submit: Submit, signed: Team) -> None:
    content = signed.campaign.rulebook_content
    content["submission"]["packages"]["eval"]["resubmission"] = "replaces"
    signed.campaign.save()
    signed.campaign.__dict__.pop("rules", None)
    submit("dryrun")
    first, second = submit("eval"), submit("eval", version=2, change=said("fixed"))
    earlier, later = first.runs.get(), second.runs.get()
    assert (later.effect, later.official, later.name) == ("replaces", True, "NIST_primary")
    assert (earlier.replaced_by, earlier.in_force) == (later, False)


def test_a_late_run_does_not_replace_an_official_one(submit: Submit, signed: Team, campaign: Campaign) -> None:
    content = signed.campaign.rulebook_content
    content["submission"]["packages"]["eval"]["resubmission"] = "replaces"
    signed.campaign.save()
    signed.campaign.__dict__.pop("rules", None)
    submit("dryrun")
    first = submit("eval")
    late = submit("eval", version=2, change=said("fixed"), when=in_time(campaign, "eval") + timedelta(days=4))
    assert first.runs.get().in_force
    assert (late.runs.get().official, late.runs.get().name) == (False, "NIST_primary_v2")


def test_runs_are_scored_where_there_are_references(submit: Submit, reference: Callable[[str], DataFile]) -> None:
    reference("current")
    submit("dryrun")
    assert not Job.objects.filter(kind=JobKind.SCORE_RUN).exists()
    submission = submit("eval", systems=[("primary", "cn"), ("contrast1", "cn")])
    assert {job.subject_id for job in Job.objects.filter(kind=JobKind.SCORE_RUN)} == {
        run.pk for run in submission.runs.all()
    }


def test_checked_twice_nothing_changes(submit: Submit) -> None:
    submission = submit("dryrun")
    before = (list(Run.objects.values()), list(Submission.objects.values()), AuditEvent.objects.count())
    check(submission.pk, lambda done, total: None)
    assert (list(Run.objects.values()), list(Submission.objects.values()), AuditEvent.objects.count()) == before


def test_what_was_withdrawn_meanwhile_stays_withdrawn(submit: Submit, owner: User) -> None:
    submission = submit("dryrun", checked=False)
    seen = Submission.objects.select_related("campaign", "team").get(pk=submission.pk)
    withdraw_submission(submission, by=owner, reason="the wrong file")
    check_submission(seen)
    submission.refresh_from_db()
    assert submission.state == "withdrawn"
    assert not Run.objects.exists()


def test_a_check_that_breaks_off_leaves_nothing_half_written(submit: Submit, monkeypatch: pytest.MonkeyPatch) -> None:
    submission = submit("dryrun", checked=False)

    def lost(*_: object) -> None:
        raise RuntimeError("lost")

    with monkeypatch.context() as patch:
        patch.setattr("bakeoff_site.submissions.services.checks.score_runs_of", lost)
        check_waiting()
    submission.refresh_from_db()
    assert submission.state == "received"
    assert not Run.objects.exists()
    check(submission.pk, lambda done, total: None)
    submission.refresh_from_db()
    assert (submission.state, submission.runs.count()) == ("valid", 1)


def test_the_log_tells_what_came_of_it(submit: Submit) -> None:
    submit("dryrun")
    event = AuditEvent.objects.get(act="submission.check")
    assert (event.actor, event.details) == (None, {"outcome": "valid", "runs": 1, "errors": 0})


def test_findings_that_no_database_holds_are_made_visible() -> None:
    finding = Finding(code="nul-character", severity="error", found="a\0b\ud800", expected="text", remedy="Fix it.")
    assert stored_findings([finding])[0]["found"] == "a\ufffdb?"


def test_of_very_many_findings_the_first_are_kept_and_the_others_counted() -> None:
    finding = Finding(code="seg-order", severity="error", found="x", expected="y", remedy="Fix it.")
    stored = stored_findings([finding] * (MOST_FINDINGS + 7))
    assert len(stored) == MOST_FINDINGS
    assert stored[-1]["found"] == "x (7 more findings are not listed)"
