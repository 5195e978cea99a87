"""Drafts: files that were sent to be checked before they are submitted."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.core.models import AuditEvent
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.core.storage.file_cleanup import GRACE, sweep
from bakeoff_site.core.storage.files import path_of
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.jobs.choices import JobKind
from bakeoff_site.jobs.models import Job
from bakeoff_site.mail.models import Mail
from bakeoff_site.submissions.choices import DraftRole
from bakeoff_site.submissions.draft_reports import DraftReport, report_of
from bakeoff_site.submissions.models import Draft, DraftFile, Submission
from bakeoff_site.submissions.selectors.quotas import NoRoomError, room_of
from bakeoff_site.submissions.services import announce_upload, append_chunk
from bakeoff_site.submissions.services.draft_checks import check_draft
from bakeoff_site.submissions.services.drafts import (
    MOST_FILES,
    VALID_FOR,
    add_draft_file,
    apply_fixes,
    check_again,
    clear_drafts,
    discard_draft,
    finish_as_draft,
    remove_draft_file,
    undo_fix,
)
from tests.site.conftest import Clock
from tests.site.submissions.conftest import PAIR, AddDraft, check_drafts, packed
from tests.submissions.package_files import BuiltPackage, build

pytestmark = pytest.mark.django_db


def errors(draft: Draft) -> list[str]:
    return [finding["code"] for finding in report_of(draft).errors]


def report(draft: Draft) -> DraftReport:
    check_drafts()
    draft.refresh_from_db()
    return report_of(draft)


def runs(campaign: Campaign, kind: str = "dryrun", **options: Any) -> dict[str, bytes]:
    """The runs of a package without their folders."""
    files = build(campaign.rules, kind, language_pair=PAIR, **options).package.files
    return {name.rpartition("/")[2]: data for name, data in files.items()}


def test_a_file_is_checked_without_being_submitted(
    add_draft: AddDraft, campaign: Campaign, source: Callable[[str], DataFile]
) -> None:
    source("dryrun")
    name, data = packed(campaign, "dryrun")
    draft = add_draft(name, data)
    found = report_of(draft)
    assert (found.findings, found.package, found.version) == ([], "dryrun", 1)
    (run,) = found.runs
    assert (run.language_pair, run.system, run.condition, run.test_set) == (PAIR, "primary", "constrained", "dryrun")
    assert found.segments == {run.file: (5, 5)}
    assert not Submission.objects.exists()
    assert not Mail.objects.exists()
    assert not AuditEvent.objects.filter(act__startswith="submission").exists()
    assert path_of(draft.files.get().sha256).read_bytes() == data


def test_findings_show_the_lines_around(
    add_draft: AddDraft, campaign: Campaign, source: Callable[[str], DataFile]
) -> None:
    source("dryrun")
    name, data = packed(campaign, "dryrun", change=lambda built: built.edited('id="2"', 'id="7"', times=1))
    draft = add_draft(name, data)
    finding = next(each for each in report_of(draft).findings if each["code"] == "seg-id-extra")
    assert [number for number, _ in finding["excerpt"]] == [finding["line"] - 1, finding["line"], finding["line"] + 1]
    assert 'id="7"' in finding["excerpt"][1][1]


def wrongly_named(built: BuiltPackage) -> BuiltPackage:
    return built.renamed("primary", "Primary")


def test_a_wrong_name_is_fixed_in_a_copy_and_taken_back(add_draft: AddDraft, campaign: Campaign) -> None:
    name, data = packed(campaign, "dryrun", change=wrongly_named)
    draft = add_draft(name, data)
    assert errors(draft) == ["file-system-type"]
    (offered,) = report_of(draft).possible
    assert (offered.kind, offered.fixes("file-system-type")) == ("name", True)

    found = report(apply_fixes(draft, [offered.key]))
    assert found.is_valid
    assert (list(found.changes), list(found.possible)) == ([offered], [])
    made = draft.files.get(role=DraftRole.PACKAGE)
    assert made.name == name
    assert path_of(draft.files.get(role=DraftRole.SENT).sha256).read_bytes() == data
    assert path_of(made.sha256).read_bytes() != data

    found = report(undo_fix(draft, offered.key))
    assert errors(draft) == ["file-system-type"]
    assert list(found.possible) == [offered]
    assert not draft.files.filter(role=DraftRole.PACKAGE).exists()


def test_all_fixes_are_made_at_once(add_draft: AddDraft, campaign: Campaign) -> None:
    _, data = packed(campaign, "dryrun", change=lambda built: wrongly_named(built).edited("primary_cn", "mine"))
    draft = add_draft("openmt12-dryrun_NIST_ara2eng_1.tgz", data)
    assert len(report_of(draft).possible) == 3
    found = report(apply_fixes(draft))
    assert found.is_valid
    assert [change.kind for change in found.changes] == ["archive", "name", "system"]
    with pytest.raises(RefusedError, match="can no longer be fixed"):
        apply_fixes(draft)
    with pytest.raises(RefusedError, match="undone already"):
        undo_fix(draft, "left-out:a")


def test_runs_without_an_archive_are_packed_together(
    add_draft: AddDraft, campaign: Campaign, source: Callable[[str], DataFile]
) -> None:
    source("dryrun")
    files = runs(campaign, systems=[("primary", "cn"), ("contrast1", "cn")])
    drafts = {add_draft(name, data).pk for name, data in files.items()}
    assert len(drafts) == 1
    draft = Draft.objects.get()
    found = report_of(draft)
    assert found.is_valid
    assert (found.changes, found.possible) == ((), ())
    assert {found.sent_names[run.file] for run in found.runs} == set(files)
    assert draft.files.get(role=DraftRole.PACKAGE).name == "OpenMT12_DryRun_NIST_ara2eng_01.tgz"


def test_a_run_with_a_wrong_name_joins_the_others_and_is_renamed(add_draft: AddDraft, campaign: Campaign) -> None:
    files = runs(campaign, systems=[("primary", "cn"), ("contrast1", "cn")])
    (first, text), (second, other) = files.items()
    add_draft(first, text)
    draft = add_draft(second.replace("contrast1", "contrst1"), other)
    assert draft.files.filter(role=DraftRole.SENT).count() == 2
    assert errors(draft) == ["file-system-type"]
    assert [change.kind for change in report_of(draft).possible] == ["name"]
    assert report(apply_fixes(draft)).is_valid


def test_runs_of_two_language_pairs_are_two_packages(add_draft: AddDraft, campaign: Campaign) -> None:
    for pair in ("ara2eng", "chi2eng"):
        files = build(campaign.rules, "dryrun", language_pair=pair).package.files
        for name, data in files.items():
            add_draft(name.rpartition("/")[2], data)
    assert [draft.group for draft in Draft.objects.all()] == [
        "dryrun language_pair=ara2eng",
        "dryrun language_pair=chi2eng",
    ]


def test_a_file_of_the_same_name_replaces_the_one_before(add_draft: AddDraft, campaign: Campaign) -> None:
    name, data = packed(campaign, "dryrun", change=wrongly_named)
    draft = add_draft(name, data)
    apply_fixes(draft)
    again = add_draft(name, packed(campaign, "dryrun")[1])
    assert again.pk == draft.pk
    assert Draft.objects.count() == DraftFile.objects.count() == 1
    assert (again.fixes, report_of(again).is_valid) == ([], True)


def test_a_run_that_replaces_another_keeps_the_fixes_of_the_others(add_draft: AddDraft, campaign: Campaign) -> None:
    files = runs(campaign, systems=[("primary", "cn"), ("contrast1", "cn")])
    wrong = {name.replace("_cn_", "_CN_"): data for name, data in files.items()}
    for name, data in wrong.items():
        draft = add_draft(name, data)
    apply_fixes(draft)
    check_drafts()
    first, second = wrong
    draft = add_draft(first, wrong[first])
    assert {key.partition(":")[2] for key in draft.fixes} == {second}


def test_the_last_file_takes_the_draft_with_it(add_draft: AddDraft, campaign: Campaign) -> None:
    files = runs(campaign, systems=[("primary", "cn"), ("contrast1", "cn")])
    for name, data in files.items():
        draft = add_draft(name, data)
    first, second = draft.files.filter(role=DraftRole.SENT)
    remove_draft_file(draft, first.pk)
    assert errors(report_draft(draft)) == ["required-type-missing"]
    remove_draft_file(draft, second.pk)
    assert not Draft.objects.exists()
    with pytest.raises(RefusedError, match="submitted or removed meanwhile"):
        discard_draft(draft)


def report_draft(draft: Draft) -> Draft:
    report(draft)
    return draft


def test_a_hostile_archive_is_not_opened(add_draft: AddDraft) -> None:
    draft = add_draft("OpenMT12_DryRun_NIST_ara2eng_01.zip", b"PK\x03\x04" + b"\0" * 200)
    assert errors(draft)[0].startswith("archive-")
    assert report_of(draft).possible == ()


def test_a_name_that_says_nothing_is_checked_by_itself(add_draft: AddDraft, campaign: Campaign) -> None:
    (data,) = runs(campaign).values()
    draft = add_draft("output.xml", data)
    assert draft.group == ""
    assert errors(draft) == ["package-unknown"]


def test_copies_of_other_teams_are_not_told(
    add_draft: AddDraft, submit: Callable[..., Submission], campaign: Campaign, owner: User
) -> None:
    """Else a draft would tell what others submitted, and nobody would know who asked."""
    assert submit("dryrun").state == "valid"
    (name, data) = packed(campaign, "dryrun")
    rivals = Team.objects.create(campaign=campaign, name="Rivals", code="RIVAL", language_pairs=[PAIR])
    for agreement in campaign.rules.registration.agreements:
        rivals.signatures.create(agreement=agreement, signed_by=owner)
    draft = add_draft_file(
        rivals, name=name.replace("NIST", "RIVAL"), chunks=[data.replace(b"NIST", b"RIVAL")], by=owner
    )
    assert "text-copied" not in [finding["code"] for finding in report(draft).findings]


def test_drafts_are_counted_as_room_that_a_team_uses(
    add_draft: AddDraft, campaign: Campaign, signed: Team, settings: Any
) -> None:
    name, data = packed(campaign, "dryrun")
    before = room_of(signed).used
    draft = add_draft(name, data)
    assert room_of(signed).used == before + len(data)
    settings.MAX_TEAM_BYTES = len(data) + 10
    with pytest.raises(NoRoomError):
        add_draft("other.tgz", data[:-1])
    discard_draft(draft)
    assert room_of(signed).used == before


def test_a_package_that_has_no_room_is_not_made(
    add_draft: AddDraft, campaign: Campaign, signed: Team, settings: Any
) -> None:
    name, data = packed(campaign, "dryrun", change=wrongly_named)
    draft = add_draft(name, data)
    settings.MAX_TEAM_BYTES = room_of(signed).used + 10
    found = report(apply_fixes(draft))
    assert found.refusal.startswith("Your team uses")
    assert not found.is_valid


def test_a_team_has_so_many_files_in_drafts(add_draft: AddDraft, signed: Team, owner: User) -> None:
    draft = add_draft("a0.txt", b"x\n", checked=False)
    DraftFile.objects.bulk_create(
        DraftFile(draft=draft, name=f"a{n}.txt", sha256="0" * 64, size=1, added_by=owner) for n in range(1, MOST_FILES)
    )
    with pytest.raises(RefusedError, match=f"{MOST_FILES} files in its drafts"):
        add_draft("b.txt", b"x\n")


def test_forgotten_drafts_go_with_their_files(add_draft: AddDraft, campaign: Campaign, clock: Clock) -> None:
    name, data = packed(campaign, "dryrun")
    draft = add_draft(name, data)
    kept = path_of(draft.files.get().sha256)
    assert clear_drafts(timezone.now() + VALID_FOR - timedelta(minutes=1)) == 0
    assert clear_drafts(timezone.now() + VALID_FOR) == 1
    assert not DraftFile.objects.exists()
    os.utime(kept, (0, 0))
    sweep(timezone.now() + GRACE)
    assert not kept.exists()


def test_an_upload_is_finished_once(signed: Team, owner: User, campaign: Campaign, clock: Clock) -> None:
    name, data = packed(campaign, "dryrun")
    upload = announce_upload(signed, name=name, size=len(data), by=owner)
    with pytest.raises(RefusedError, match="not complete"):
        finish_as_draft(signed, upload.pk)
    append_chunk(upload, offset=0, chunks=[data])
    draft = finish_as_draft(signed, upload.pk)
    assert finish_as_draft(signed, upload.pk) == draft
    assert not signed.uploads.exists()
    assert room_of(signed).used == len(data)
    discard_draft(draft)
    with pytest.raises(RefusedError, match="Send the file again"):
        finish_as_draft(signed, upload.pk)


def test_a_check_that_was_overtaken_is_not_written_down(add_draft: AddDraft, campaign: Campaign) -> None:
    name, data = packed(campaign, "dryrun", change=wrongly_named)
    draft = add_draft(name, data)
    seen = apply_fixes(draft)
    check_again(draft)  # somebody else, meanwhile
    check_draft(seen)
    draft.refresh_from_db()
    assert draft.checked_revision < draft.revision
    assert Job.objects.filter(kind=JobKind.CHECK_DRAFT, state="queued").count() == 1
    assert report(draft).is_valid
