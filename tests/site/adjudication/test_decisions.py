"""Organisers decide with a reason, on several at once, and make one new version of what they accepted."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from bakeoff_site.accounts.models import User
from bakeoff_site.adjudication.models import Correction
from bakeoff_site.adjudication.services.decisions import Verdict, apply_accepted, decide_corrections
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.models import AuditEvent
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.core.storage.files import path_of
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.jobs.choices import JobKind, JobState
from bakeoff_site.jobs.execution import work_off
from bakeoff_site.jobs.models import Job
from bakeoff_site.scoring.models import RunScore
from bakeoff_site.submissions.models import Run
from tests.site.adjudication.conftest import TALKS, address, propose, words
from tests.site.conftest import Clock
from tests.site.scoring.world import put_data
from tests.site.texts import reference_xml

Show = Callable[..., str]


@pytest.fixture
def three(proposal: Correction, talks: DataFile, owner: User) -> list[Correction]:
    others = [
        propose(talks, owner, "the harbour is fool", segment="t-2", found="the harbour is full"),
        propose(talks, owner, "no more", segment="t-3", found="no more words"),
    ]
    return [proposal, *others]


def accept(rows: list[Correction], organiser: User) -> None:
    decide_corrections(rows[0].reference, [Verdict(row.pk, "accepted", "heard it") for row in rows], by=organiser)


def test_several_at_once_through_the_page(
    three: list[Correction], campaign: Campaign, talks: DataFile, organiser: User, client: Client, page: Show
) -> None:
    assert "Found we have to ships Proposed we have two ships" in page(organiser, "decide", talks)
    one, two, rest = three
    said = {
        f"decision-{one.pk}": "accepted",
        f"decision-{two.pk}": "refused",
        f"reason-{two.pk}": "she says full",
        f"decision-{rest.pk}": "open",
        "reason": "heard it",
    }
    text = words(client.post(address(campaign, "decide", talks), said, follow=True))
    assert "2 proposals decided." in text
    decided = list(Correction.objects.values_list("decision", "decision_reason", "decided_by"))
    assert decided == [
        ("accepted", "heard it", organiser.pk),
        ("refused", "she says full", organiser.pk),
        ("open", "", None),
    ]
    assert AuditEvent.objects.filter(act="correction.decide").count() == 2
    listed = page(organiser, "proposals", talks)
    assert "she says full" in listed
    assert "1 accepted correction is not in the reference yet." in listed


def test_without_a_reason_nothing_is_decided(
    three: list[Correction], campaign: Campaign, talks: DataFile, organiser: User, client: Client
) -> None:
    client.force_login(organiser)
    said = {f"decision-{three[0].pk}": "accepted", f"reason-{three[0].pk}": "yes", f"decision-{three[1].pk}": "refused"}
    text = words(client.post(address(campaign, "decide", talks), said))
    assert "Segment t-2: say why it is refused." in text
    assert set(Correction.objects.values_list("decision", flat=True)) == {"open"}


def test_a_decision_is_taken_back(proposal: Correction, talks: DataFile, organiser: User) -> None:
    accept([proposal], organiser)
    assert decide_corrections(talks, [Verdict(proposal.pk, "accepted", "heard it")], by=organiser) == 0
    assert decide_corrections(talks, [Verdict(proposal.pk, "open")], by=organiser) == 1
    proposal.refresh_from_db()
    assert (proposal.decision, proposal.decided_by, proposal.decided_at) == ("open", None, None)


def test_only_organisers_decide_and_apply(proposal: Correction, talks: DataFile, owner: User, organiser: User) -> None:
    with pytest.raises(RefusedError, match="organisers decide"):
        decide_corrections(talks, [Verdict(proposal.pk, "accepted", "mine")], by=owner)
    accept([proposal], organiser)
    with pytest.raises(RefusedError, match="organisers decide"):
        apply_accepted(talks, by=owner)


def test_nothing_is_decided_once_scores_are_public(
    proposal: Correction, campaign: Campaign, talks: DataFile, organiser: User, clock: Clock, page: Show
) -> None:
    clock.move_into(campaign, "public")
    with pytest.raises(RefusedError, match="has made the scores on Talks public"):
        accept([proposal], organiser)
    assert "You can no longer decide on proposals" in page(organiser, "decide", talks)


def test_a_proposal_for_another_reference_is_not_decided_here(
    proposal: Correction, campaign: Campaign, organiser: User
) -> None:
    other = put_data(campaign, "reference", reference_xml(set_id="news"), name="r.xml", test_set="news", pair="en-zh")
    with pytest.raises(RefusedError, match="not for this reference"):
        decide_corrections(other, [Verdict(proposal.pk, "accepted", "x")], by=organiser)


def test_accepted_corrections_make_one_new_version(
    three: list[Correction], talks: DataFile, organiser: User, campaign: Campaign, client: Client
) -> None:
    accept([three[0], three[2]], organiser)
    client.force_login(organiser)
    text = words(client.post(address(campaign, "apply", talks), follow=True))
    assert "are in a new version of the reference" in text
    added = DataFile.objects.get(test_set="talks", replaced_at=None)
    assert (added.version, added.note, added.name) == (2, "2 corrections of adjudication applied.", "talks.trn")
    assert path_of(added.sha256).read_bytes() == TALKS.replace(b" to ", b" two ").replace(b"more words", b"more")
    assert path_of(talks.sha256).read_bytes() == TALKS
    assert "Segment now we have two ships Found to Proposed two" in text
    assert [row.applied_in for row in Correction.objects.order_by("pk")] == [added, None, added]
    with pytest.raises(RefusedError, match="no accepted correction"):
        apply_accepted(added, by=organiser)
    with pytest.raises(RefusedError, match="corrected in a version already"):
        decide_corrections(added, [Verdict(three[0].pk, "refused", "late")], by=organiser)


def test_runs_are_scored_again_and_the_earlier_scores_stay(
    runs: dict[str, Run], proposal: Correction, talks: DataFile, organiser: User
) -> None:
    before = RunScore.objects.get(run=runs["TESTS"], current=True)
    accept([proposal], organiser)
    apply_accepted(talks, by=organiser)
    assert Job.objects.filter(kind=JobKind.SCORE_RUN, state=JobState.QUEUED).count() == 3
    work_off("test")
    after = RunScore.objects.get(run=runs["TESTS"], current=True)
    assert before.value is not None
    assert before.value > 0
    assert after.value == 0
    before.refresh_from_db()
    assert (before.current, before.inputs_digest != after.inputs_digest) == (False, True)


def test_what_does_not_go_together_is_named_and_nothing_applied(
    proposal: Correction, talks: DataFile, owner: User, organiser: User
) -> None:
    other = propose(talks, owner, "we had ships")
    accept([proposal, other], organiser)
    with pytest.raises(RefusedError, match="segment t-1: it overlaps with the correction of"):
        apply_accepted(talks, by=organiser)
    assert DataFile.objects.filter(test_set="talks").count() == 1
    assert not Correction.objects.filter(applied_in__isnull=False).exists()


def test_a_correction_outlives_a_version_in_which_its_text_still_stands(
    proposal: Correction, talks: DataFile, campaign: Campaign, organiser: User
) -> None:
    newer = put_data(
        campaign, "reference", TALKS.replace(b"harbour", b"harbor"), name="talks.trn", test_set="talks", pair="en"
    )
    accept([proposal], organiser)
    added = apply_accepted(talks, by=organiser)  # the page of the earlier version leads to the one in force
    assert added.version == 3
    assert path_of(added.sha256).read_bytes() == path_of(newer.sha256).read_bytes().replace(b" to ", b" two ")


def test_one_of_several_references_in_a_file_is_corrected(
    campaign: Campaign, organiser: User, adjudicating: Clock
) -> None:
    content = reference_xml(["one", "two", "three"], set_id="news", names=["a", "b"])
    news = put_data(campaign, "reference", content, name="refs.xml", test_set="news", pair="en-zh")
    # NIST XML of tests is English: the pair's language is not checked for a file that already exists.
    row = propose(news, organiser, "2", segment="doc-1:2", found="two", part=2)
    accept([row], organiser)
    with pytest.raises(RefusedError, match="the target language of en-zh"):
        apply_accepted(news, by=organiser)
    right = content.replace(b'trglang="English"', b'trglang="Chinese"')
    newer = put_data(campaign, "reference", right, name="refs.xml", test_set="news", pair="en-zh")
    added = apply_accepted(newer, by=organiser)
    text = path_of(added.sha256).read_text()
    assert text.count(">two<") == 1
    assert text.count(">2<") == 1
    assert text.index(">two<") < text.index(">2<")
    assert added.holds == 2


def test_apply_is_where_the_accepted_proposals_are(
    three: list[Correction], talks: DataFile, organiser: User, page: Show, client: Client, campaign: Campaign
) -> None:
    button = "Apply accepted corrections"
    assert button not in page(organiser, "decide", talks)
    accept(three[:1], organiser)
    shown = [(name, query) for name in ("decide", "proposals") for query in ("", "?state=accepted")]
    for name, query in shown:
        text = client.get(address(campaign, name, talks) + query).content.decode()
        assert text.count(button) == 1, (name, query)
        form = text[: text.index(button)].rpartition("<form")[2]
        assert f'action="{address(campaign, "apply", talks)}"' in form
    for query in ("?state=refused", "?state=withdrawn"):
        assert button not in client.get(address(campaign, "proposals", talks) + query).content.decode()
    overview = client.get(address(campaign, "list")).content.decode()
    assert f'{address(campaign, "decide", talks)}?state=accepted">Apply' in overview


def test_apply_is_not_offered_once_nothing_can_be_decided(
    three: list[Correction], talks: DataFile, organiser: User, page: Show, adjudicating: Clock, campaign: Campaign
) -> None:
    accept(three[:1], organiser)
    adjudicating.move_into(campaign, "public")
    assert "Apply accepted corrections" not in page(organiser, "decide", talks)
    assert "Apply accepted corrections" not in page(organiser, "proposals", talks)
