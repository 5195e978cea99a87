"""Who proposed a correction takes it back while nobody has decided on it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from bakeoff_site.accounts.models import User
from bakeoff_site.adjudication.models import Correction
from bakeoff_site.adjudication.services.decisions import Verdict, decide_corrections
from bakeoff_site.adjudication.services.withdrawals import withdraw_correction
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.core.models import AuditEvent
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.datasets.models import DataFile
from tests.site.adjudication.conftest import address, propose, words
from tests.site.conftest import Clock

Show = Callable[..., str]


def withdrawal(correction: Correction) -> str:
    arguments = [correction.campaign.slug, correction.reference_id, correction.pk]
    return reverse("adjudication:withdraw", args=arguments)


def test_by_the_page_of_any_of_the_team(
    proposal: Correction, talks: DataFile, team_mate: User, organiser: User, client: Client, page: Show
) -> None:
    assert "Withdraw the proposal for t-1" in page(team_mate, "proposals", talks)
    text = words(client.post(withdrawal(proposal), {"reason": "I misheard it"}, follow=True))
    assert "The proposal for segment t-1 is withdrawn." in text
    assert "I misheard it" in text
    proposal.refresh_from_db()
    assert (proposal.decision, proposal.decided_by, proposal.decision_reason) == (
        "withdrawn",
        team_mate,
        "I misheard it",
    )
    event = AuditEvent.objects.get(act="correction.withdraw")
    assert (event.actor, event.details) == (team_mate, {"reason": "I misheard it", "correction": proposal.pk})
    assert "Withdraw the proposal" not in page(team_mate, "proposals", talks)
    assert "t-1" in page(organiser, "proposals", talks, "?state=withdrawn")
    assert "Nothing to decide" in page(organiser, "decide", talks)


def test_no_reason_is_asked_for_and_the_same_may_be_proposed_again(
    proposal: Correction, talks: DataFile, owner: User
) -> None:
    assert withdraw_correction(proposal, by=owner).decision_reason == ""
    assert propose(talks, owner).pk != proposal.pk


def test_once_only_and_not_after_a_decision(
    proposal: Correction, talks: DataFile, owner: User, organiser: User
) -> None:
    decide_corrections(talks, [Verdict(proposal.pk, "accepted", "heard it")], by=organiser)
    with pytest.raises(RefusedError, match="accepted already"):
        withdraw_correction(proposal, by=owner)
    decide_corrections(talks, [Verdict(proposal.pk, "open")], by=organiser)
    withdraw_correction(proposal, by=owner)
    with pytest.raises(RefusedError, match="withdrawn already"):
        withdraw_correction(proposal, by=owner)
    with pytest.raises(RefusedError, match="segment t-1 was withdrawn"):
        decide_corrections(talks, [Verdict(proposal.pk, "accepted", "heard it")], by=organiser)


@pytest.mark.parametrize("who", ["rival", "organiser", "stranger"])
def test_others_do_not(
    who: str, proposal: Correction, rivals: Team, client: Client, request: pytest.FixtureRequest
) -> None:
    user = request.getfixturevalue(who)
    client.force_login(user)
    assert client.post(withdrawal(proposal)).status_code == 403
    with pytest.raises(RefusedError, match="who proposed"):
        withdraw_correction(proposal, by=user)
    proposal.refresh_from_db()
    assert proposal.decision == "open"


def test_organisers_withdraw_what_organisers_proposed(
    talks: DataFile, organiser: User, owner: User, adjudicating: Clock
) -> None:
    correction = propose(talks, organiser)
    with pytest.raises(RefusedError, match="who proposed"):
        withdraw_correction(correction, by=owner)
    assert withdraw_correction(correction, by=organiser).decision == "withdrawn"


def test_a_proposal_of_another_reference_is_not_found(
    proposal: Correction, campaign: Campaign, talks: DataFile, owner: User, client: Client
) -> None:
    client.force_login(owner)
    other = reverse("adjudication:withdraw", args=[campaign.slug, talks.pk, proposal.pk + 1])
    assert client.post(other).status_code == 404
    assert client.get(address(campaign, "proposals", talks)).status_code == 200
