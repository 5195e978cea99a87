"""Adjudication by the API and the client: the same as on the pages, and as much of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bakeoff.client import ConflictError, ForbiddenError, InvalidError, MissingError, Verdict
from bakeoff_site.accounts.models import User
from bakeoff_site.adjudication.models import Correction
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.jobs.execution import work_off
from bakeoff_site.submissions.models import Run
from tests.site.adjudication.conftest import propose
from tests.site.api.conftest import as_, error_of, speaking
from tests.site.conftest import Clock

T1: dict[str, Any] = {
    "segment": "t-1",
    "found": "we have to ships",
    "proposed": "we have two ships",
    "reason": "the number",
}


def test_from_a_proposal_to_final_scores(
    runs: dict[str, Run], campaign: Campaign, talks: DataFile, owner: User, organiser: User, clock: Clock
) -> None:
    clock.move_into(campaign, "adjudication")
    team, staff = speaking(owner), speaking(organiser)
    (reference,) = team.references("small")
    assert (reference.id, reference.test_set, reference.may_propose, reference.may_decide) == (
        talks.pk,
        "talks",
        True,
        False,
    )
    proposed = team.propose_correction("small", reference.id, **T1)
    assert (proposed.state, proposed.is_own, proposed.found, proposed.proposed) == (
        "open",
        True,
        "we have to ships",
        "we have two ships",
    )
    assert [each.id for each in staff.corrections("small", reference.id, state="open")] == [proposed.id]
    assert staff.decide_corrections("small", reference.id, [Verdict(proposed.id, "accepted", "heard it")]) == 1
    (decided,) = team.corrections("small", reference.id)
    assert (decided.state, decided.decision_reason) == ("accepted", "heard it")
    newer = staff.apply_corrections("small", reference.id)
    assert newer.version == 2
    assert newer.counts is not None
    assert (newer.counts.accepted, newer.counts.applied) == (0, 1)
    work_off("test")
    (board,) = staff.score_changes("small", newer.id)
    assert board.is_changed
    changes = {row.name: row for row in board.metrics[0].systems}
    before, after = changes["TESTS primary"].preliminary, changes["TESTS primary"].final
    assert before is not None
    assert before > 0 == after
    assert (changes["TESTS primary"].rank_before, changes["TESTS primary"].rank_after) == (1, 1)
    # A team sees its own before scores are released, without ranks.
    (own,) = team.score_changes("small", newer.id)
    (row,) = own.metrics[0].systems
    assert (row.name, row.final, row.rank_after) == ("TESTS primary", after, None)


def test_a_file_is_taken_complete_or_its_mistakes_named(
    talks: DataFile, owner: User, adjudicating: Clock, tmp_path: Path
) -> None:
    path = tmp_path / "corrections.tsv"
    path.write_text("segment\told\tnew\twho\twhy\nt-1\tto\ttwo\t\ta number\nt-9\tx\ty\t\twhy not\n", "utf-8")
    with pytest.raises(ConflictError) as refusal:
        speaking(owner).propose_corrections("small", talks.pk, path)
    assert [finding.code for finding in refusal.value.findings] == ["correction"]
    assert "t-9" in refusal.value.findings[0].found
    assert not Correction.objects.exists()
    path.write_text("segment\told\tnew\twho\twhy\nt-1\tto\ttwo\t\ta number\n", "utf-8")
    (row,) = speaking(owner).propose_corrections("small", talks.pk, path)
    assert (row.segment, row.proposed) == ("t-1", "we have two ships")


def test_withdrawal(proposal: Correction, talks: DataFile, team_mate: User) -> None:
    gone = speaking(team_mate, "submit").withdraw_correction("small", talks.pk, proposal.pk, reason="misheard")
    assert (gone.state, gone.decision_reason) == ("withdrawn", "misheard")
    with pytest.raises(ConflictError, match="withdrawn already"):
        speaking(team_mate).withdraw_correction("small", talks.pk, proposal.pk)


@pytest.mark.parametrize("who", ["rival", "organiser", "stranger", "judge"])
def test_others_withdraw_nothing(
    who: str, proposal: Correction, talks: DataFile, rivals: Team, request: pytest.FixtureRequest
) -> None:
    with pytest.raises(ForbiddenError):
        speaking(request.getfixturevalue(who)).withdraw_correction("small", talks.pk, proposal.pk)
    proposal.refresh_from_db()
    assert proposal.decision == "open"


def test_a_token_to_read_proposes_and_decides_nothing(
    proposal: Correction, talks: DataFile, owner: User, organiser: User
) -> None:
    address = f"/campaigns/small/references/{talks.pk}"
    assert error_of(as_(owner, "read").post(f"{address}/corrections", T1)) == (403, "scope")
    assert error_of(as_(organiser, "submit").post(f"{address}/decide", {"verdicts": []})) == (403, "scope")


def test_teams_decide_and_apply_nothing(proposal: Correction, talks: DataFile, owner: User) -> None:
    with pytest.raises(ForbiddenError, match="organisers"):
        speaking(owner).decide_corrections("small", talks.pk, [Verdict(proposal.pk, "accepted", "mine")])
    with pytest.raises(ForbiddenError, match="organisers"):
        speaking(owner).apply_corrections("small", talks.pk)


def test_decisions_need_reasons_and_are_all_taken_or_none(
    proposal: Correction, talks: DataFile, owner: User, organiser: User
) -> None:
    other = propose(talks, owner, "no more", segment="t-3", found="no more words")
    verdicts = [Verdict(proposal.pk, "accepted", "heard it"), Verdict(other.pk, "refused")]
    with pytest.raises(ConflictError, match="say why"):
        speaking(organiser).decide_corrections("small", talks.pk, verdicts)
    assert set(Correction.objects.values_list("decision", flat=True)) == {"open"}
    verdict = {"correction": proposal.pk, "decision": "withdrawn", "reason": "x"}
    response = as_(organiser).post(f"/campaigns/small/references/{talks.pk}/decide", {"verdicts": [verdict]})
    assert error_of(response) == (422, "invalid")


def test_a_text_that_has_changed_meanwhile_is_refused(talks: DataFile, owner: User, adjudicating: Clock) -> None:
    with pytest.raises(ConflictError, match="has changed since"):
        speaking(owner).propose_correction("small", talks.pk, **{**T1, "found": "we had to ships"})
    with pytest.raises(ConflictError, match="no segment t-9"):
        speaking(owner).propose_correction("small", talks.pk, **{**T1, "segment": "t-9"})
    with pytest.raises(InvalidError):
        speaking(owner).propose_correction("small", talks.pk, **{**T1, "reason": ""})


def test_out_of_the_phase_nothing_is_proposed_or_read(
    talks: DataFile, campaign: Campaign, owner: User, clock: Clock
) -> None:
    clock.move_into(campaign, "preliminary")
    (reference,) = speaking(owner).references("small")
    assert (reference.may_read, reference.may_propose, bool(reference.why_not)) == (True, False, True)
    with pytest.raises(ForbiddenError, match="will open the adjudication"):
        speaking(owner).propose_correction("small", talks.pk, **T1)
    clock.move_into(campaign, "evaluation")
    assert list(speaking(owner).references("small")) == []
    with pytest.raises(ForbiddenError):
        list(speaking(owner).corrections("small", talks.pk))
    with pytest.raises(MissingError):
        speaking(owner).score_changes("small", talks.pk)


def test_no_such_reference(campaign: Campaign, organiser: User) -> None:
    with pytest.raises(MissingError):
        list(speaking(organiser).corrections("small", 0))


@pytest.mark.parametrize("rows", [1, 3])
def test_lists_ask_the_database_the_same_for_many(
    rows: int, proposal: Correction, talks: DataFile, owner: User, django_assert_max_num_queries: Callable[..., object]
) -> None:
    Correction.objects.filter(pk=proposal.pk).update(proposed="twoo")
    for number in range(rows - 1):
        propose(talks, owner, f"we have {number} ships")
    asking = as_(owner)
    asking.get("/me")
    with django_assert_max_num_queries(12):  # type: ignore[attr-defined]
        assert asking.get(f"/campaigns/small/references/{talks.pk}/corrections").json()["count"] == rows
