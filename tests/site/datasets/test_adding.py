"""Files are read before they are kept, and replaced without being lost."""

from __future__ import annotations

import gzip
import hashlib
from typing import Any

import pytest

from bakeoff.errors import AlignmentError, FormatError, InputError
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.campaigns.selectors.usage import lost_uses
from bakeoff_site.core.models import AuditEvent
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.core.storage.files import folder, path_of
from bakeoff_site.datasets.file_checks import check_file
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.datasets.selectors import files_in_force
from bakeoff_site.datasets.services import remove_data_file
from bakeoff_site.jobs.models import Job
from bakeoff_site.submissions.models import Board, Run, Submission
from tests.site.datasets.conftest import Add
from tests.site.texts import reference_xml, source_xml


def test_a_source_is_kept_with_its_checksum(add: Add, campaign: Campaign, organiser: User) -> None:
    data = source_xml()
    source = add("source", data, "src.xml", note="fresh")
    assert (source.sha256, source.size) == (hashlib.sha256(data).hexdigest(), len(data))
    assert path_of(source.sha256).read_bytes() == data
    assert files_in_force(campaign, "current", "ara2eng").source == source
    event = AuditEvent.objects.get(act="data.add")
    assert (event.actor, event.subject) == (organiser, "source of OpenMT12 test set, Arabic–English: src.xml")
    assert event.details["sha256"] == source.sha256


def test_a_file_that_cannot_be_read_is_not_kept(add: Add, campaign: Campaign) -> None:
    broken = source_xml().replace(b"</doc>", b"</dock>")
    with pytest.raises(FormatError) as refusal:
        add("source", broken, "src.xml")
    assert refusal.value.place.file == "src.xml"
    assert refusal.value.place.line
    assert not campaign.data_files.exists()
    assert [path for path in folder().rglob("*") if path.is_file()] == []


def test_references_have_the_segments_of_the_source(add: Add, source: DataFile, campaign: Campaign) -> None:
    with pytest.raises(AlignmentError) as refusal:
        add("reference", reference_xml(["one", "two"]), "ref.xml")
    assert str(refusal.value).startswith("ref.xml (reference ref): expected the 3 segments of current-src.xml (source)")
    assert "missing: document doc-1, segment 3" in refusal.value.found
    assert not campaign.data_files.filter(kind="reference").exists()


def test_references_agree_with_one_another_before_there_is_a_source(add: Add) -> None:
    add("reference", reference_xml(), "ref1.xml")
    with pytest.raises(AlignmentError):
        add("reference", reference_xml(["one"]), "ref2.xml", number=2)


def test_a_new_source_has_the_segments_of_the_references(add: Add, reference: DataFile) -> None:
    with pytest.raises(AlignmentError) as refusal:
        add("source", source_xml(["eins"]), "other.xml")
    assert "current-ref1.xml" in str(refusal.value)


@pytest.mark.parametrize(
    ("kind", "data", "found"),
    [
        ("source", source_xml(language="Chinese"), "Chinese"),
        ("source", source_xml(set_id="dryrun"), "Dry run set of ara2eng (setid dryrun)"),
        ("source", source_xml(set_id="openmt12-kor2eng"), "OpenMT12 test set of kor2eng (setid openmt12-kor2eng)"),
        ("reference", reference_xml(set_id="older"), "An older OpenMT test set of ara2eng (setid older)"),
    ],
)
def test_a_file_of_another_test_set_or_language_is_refused(kind: str, data: bytes, found: str, add: Add) -> None:
    with pytest.raises(InputError) as refusal:
        add(kind, data)
    assert refusal.value.found == found
    assert "belongs to" in refusal.value.remedy


def test_a_source_does_not_say_what_only_references_may(add: Add, campaign: Campaign) -> None:
    for data, place in (
        (source_xml().replace(b'genre="nw"', b'genre="nw" subset="new-source"', 1), "document doc-1"),
        (source_xml().replace(b'<seg id="2"', b'<seg id="2" subset="new-source"', 1), "document doc-1, segment 2"),
    ):
        with pytest.raises(InputError) as refusal:
            add("source", data, "src.xml")
        assert str(refusal.value) == (
            f"src.xml, {place}: expected a source without subset, which only the references of OpenMT12 test set say, "
            "found subset 'new-source'. Remove the attribute from the source and keep it in the references."
        )
    assert not campaign.data_files.exists()


def test_an_empty_file_is_refused(add: Add) -> None:
    with pytest.raises(InputError, match=r"empty\.xml: expected a file with something in it"):
        add("source", b"", "empty.xml")


def test_one_file_may_hold_all_references(add: Add, source: DataFile, campaign: Campaign) -> None:
    reference = add("reference", reference_xml(names=["a", "b", "c", "d"]), "refs.xml")
    assert reference.holds == 4
    assert files_in_force(campaign, "current", "ara2eng").reference_count == 4
    with pytest.raises(InputError, match="no more than the 4 references"):
        add("reference", reference_xml(), "ref2.xml", number=2)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"test_set": "nowhere"}, "no test set 'nowhere'"),
        ({"test_set": ""}, "choose a test set"),
        ({"language_pair": "de-en"}, "no language pair 'de-en'"),
        ({"test_set": "older", "language_pair": "kor2eng"}, "is not of Korean–English"),
        ({"number": 2}, "of source there is one in OpenMT12 test set, found the number 2"),
    ],
)
def test_a_place_that_the_rulebook_does_not_have(fields: dict[str, Any], reason: str, add: Add) -> None:
    with pytest.raises(RefusedError) as refusal:
        add("source", source_xml(), **fields)
    assert reason in str(refusal.value)


@pytest.mark.parametrize("name", ["", "..", ".hidden", "a\nb", "x" * 201])
def test_names_that_no_disk_or_header_takes(name: str, add: Add) -> None:
    with pytest.raises(RefusedError, match="needs a name"):
        add("source", source_xml(), name)


def test_folders_of_a_name_are_left_out(add: Add) -> None:
    assert add("source", source_xml(), "C:\\data\\src.xml").name == "src.xml"
    assert add("training", b"x", "../../etc/corpus.tgz").name == "corpus.tgz"


def test_no_file_is_larger_than_the_setting(add: Add, settings: Any) -> None:
    settings.MAX_UPLOAD_BYTES = 10
    with pytest.raises(RefusedError, match="larger than the 10 bytes"):
        add("training", b"x" * 11, "corpus.tgz")
    assert add("training", b"x" * 10, "corpus.tgz").size == 10


def test_a_replaced_file_stays_as_a_version(add: Add, source: DataFile, campaign: Campaign, organiser: User) -> None:
    before = files_in_force(campaign, "current", "ara2eng").inputs_digest
    new = add("source", source_xml(["eins", "zwo", "drei"]), "src2.xml", note="a typing error")
    source.refresh_from_db()
    assert (new.version, source.version) == (2, 1)
    assert source.replaced_at is not None
    assert files_in_force(campaign, "current", "ara2eng").source == new
    assert files_in_force(campaign, "current", "ara2eng").inputs_digest != before
    event = AuditEvent.objects.get(act="data.replace")
    assert event.details["note"] == "a typing error"


def test_the_same_file_again_changes_nothing(add: Add, source: DataFile) -> None:
    assert add("source", source_xml(), source.name) == source
    assert DataFile.objects.count() == 1


def test_training_data_are_many_files(add: Add) -> None:
    first, second = add("training", b"a", "a.tgz"), add("training", b"b", "b.tgz", language_pair="ara2eng")
    again = add("training", b"aa", "a.tgz", note="cleaned")
    first.refresh_from_db()
    assert (first.replaced_at is not None, second.replaced_at, again.version) == (True, None, 2)


def test_a_file_for_all_pairs_serves_each_that_has_none_of_its_own(add: Add, campaign: Campaign) -> None:
    common = add("source", source_xml(set_id="dryrun"), test_set="dryrun", language_pair="")
    own = add("source", source_xml(set_id="dryrun"), "own.xml", test_set="dryrun")
    assert files_in_force(campaign, "dryrun", "ara2eng").source == own
    assert files_in_force(campaign, "dryrun", "kor2eng").source == common


def stored_run(campaign: Campaign, team: Team, user: User, pair: str, **fields: Any) -> Run:
    board, _ = Board.objects.get_or_create(
        campaign=campaign, track="single", language_pair=pair, condition="constrained", test_set="current"
    )
    number = Submission.objects.count() + 1
    submission = Submission.objects.create(
        campaign=campaign,
        team=team,
        number=number,
        name="x.tgz",
        sha256="0" * 64,
        size=1,
        submitted_by=user,
        received_at="2012-04-03T12:00Z",
        package="eval",
    )
    said = {"system": "primary", "name": f"run {number}", "file_name": "x.xml", "sha256": "0" * 64, "size": 1}
    return Run.objects.create(submission=submission, board=board, team=team, **(said | fields))


def test_runs_are_scored_again_with_a_new_reference(
    add: Add, reference: DataFile, campaign: Campaign, team: Team, owner: User
) -> None:
    run = stored_run(campaign, team, owner, "ara2eng")
    stored_run(campaign, team, owner, "kor2eng")
    stored_run(campaign, team, owner, "ara2eng", withdrawn_at="2012-04-04T12:00Z")
    add("reference", reference_xml(["one", "2", "three"]), "ref.xml", note="fixed")
    assert [(job.kind, job.subject_id) for job in Job.objects.all()] == [("score-run", run.pk)]


def test_without_references_nothing_is_scored(
    add: Add, source: DataFile, campaign: Campaign, team: Team, owner: User
) -> None:
    stored_run(campaign, team, owner, "ara2eng")
    add("source", source_xml(["1", "2", "3"]), "src.xml", note="again")
    assert not Job.objects.exists()


def test_a_file_that_is_taken_away_stays_as_a_version(source: DataFile, campaign: Campaign, organiser: User) -> None:
    remove_data_file(source, reason="of another year", by=organiser)
    assert files_in_force(campaign, "current", "ara2eng").source is None
    assert DataFile.objects.get().replaced_at is not None
    assert AuditEvent.objects.get(act="data.remove").details["reason"] == "of another year"


def test_what_someone_else_changed_meanwhile_is_not_lost(
    add: Add, source: DataFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    from bakeoff_site.datasets.services import files as services

    check = check_file

    def slow_check(*given: Any) -> int:
        monkeypatch.setattr(services, "check_file", check)
        add("source", source_xml(["1", "2", "3"]), "faster.xml", note="corrected")
        return check(*given)

    monkeypatch.setattr(services, "check_file", slow_check)
    with pytest.raises(RefusedError, match="Someone else changed files"):
        add("reference", reference_xml(), "ref.xml")


def test_a_rulebook_keeps_the_test_sets_that_have_files(campaign: Campaign, source: DataFile) -> None:
    others = {key: rules for key, rules in campaign.rules.test_sets.items() if key != "current"}
    changed = campaign.rules.model_copy(update={"test_sets": others})
    assert lost_uses(campaign, changed) == ("the test set current cannot be removed: it was given 1 file",)
    assert lost_uses(campaign, campaign.rules) == ()


@pytest.mark.parametrize("kind", ["source", "reference", "mappings", "regions"])
def test_a_small_file_of_millions_of_lines_is_refused_unread(add: Add, campaign: Campaign, kind: str) -> None:
    with pytest.raises(FormatError) as refusal:
        add(kind, gzip.compress(b"a\n" * 3_000_000), "talks.txt.gz")
    assert str(refusal.value) == (
        "talks.txt.gz: expected fewer lines, tags and cells, for the size of the file as it was sent, found more. "
        "Upload only real data; if these are real, upload the file without compression, or split it."
    )
    assert not campaign.data_files.exists()
