"""Proposals as someone may see them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from django.db.models import QuerySet

from bakeoff.evaluation.adjudication.versions import corrected_text, occurrences
from bakeoff_site.adjudication.choices import CorrectionState, Decision
from bakeoff_site.adjudication.conversions import Marked, correction_of, marked
from bakeoff_site.adjudication.models import Correction
from bakeoff_site.adjudication.permissions import is_own
from bakeoff_site.adjudication.selectors.places import Place
from bakeoff_site.adjudication.selectors.references import texts_of
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.results.permissions import viewer_of

STATES: dict[str, str] = {
    "open": "to be decided",
    "accepted": "accepted, to be applied",
    "refused": "refused",
    "applied": "applied",
    "withdrawn": "withdrawn",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A proposal with the words marked that it changes: of the complete segment, as long as it can be applied."""

    pk: int
    segment: str
    part: int
    found: Marked
    proposed: Marked
    text: str | None
    """All of the segment as it is now, where it no longer contains what was found."""
    reason: str
    who: str
    """The team or person that proposed it; empty where that is not shown."""
    is_own: bool
    proposed_at: datetime
    state: CorrectionState
    decision_reason: str
    decided_at: datetime | None
    version: int | None
    """The version of the reference that holds it."""

    @property
    def state_label(self) -> str:
        return STATES[self.state]

    @property
    def may_be_withdrawn(self) -> bool:
        return self.is_own and self.state == "open"


def corrections_at(place: Place) -> QuerySet[Correction]:
    """All proposals for a reference, whichever version they were made for."""
    slot = place.slot
    return Correction.objects.filter(
        campaign=place.data_file.campaign,
        reference__kind=slot.kind,
        reference__test_set=slot.test_set,
        reference__language_pair=slot.language_pair,
        reference__number=slot.number,
    ).select_related("team", "proposed_by", "applied_in")


def in_state(corrections: QuerySet[Correction], state: str) -> QuerySet[Correction]:
    """The corrections in a state; all of them for no state."""
    match state:
        case "applied":
            return corrections.filter(applied_in__isnull=False)
        case Decision.OPEN | Decision.ACCEPTED | Decision.REFUSED | Decision.WITHDRAWN:
            return corrections.filter(decision=state, applied_in=None)
    return corrections


def shown(role: CampaignRole, place: Place, corrections: Iterable[Correction], now: datetime) -> list[Proposal]:
    """Proposals as someone may see them: teams are shown to people who may know them."""
    texts = texts_of(place.data_file)
    names_sites = viewer_of(role, now).may("participants").allowed
    return [_proposal(role, texts, row, names_sites=names_sites) for row in corrections]


def _proposal(role: CampaignRole, texts: dict[tuple[int, str], str], row: Correction, *, names_sites: bool) -> Proposal:
    own = is_own(role, row.team)
    text = texts.get((row.part, row.segment))
    fits = row.applied_in is None and text is not None and len(occurrences(text, row.found)) == 1
    both = (text, corrected_text(text, correction_of(row))) if fits and text is not None else None
    found, proposed = marked(*(both or (row.found, row.proposed)))
    return Proposal(
        pk=row.pk,
        segment=row.segment,
        part=row.part,
        found=found,
        proposed=proposed,
        text=None if both else text,
        reason=row.reason,
        who=_who(role, row) if role.is_organiser or own or names_sites or row.team is None else "",
        is_own=own,
        proposed_at=row.proposed_at,
        state="applied" if row.applied_in is not None else cast(CorrectionState, row.decision),
        decision_reason=row.decision_reason,
        decided_at=row.decided_at,
        version=row.applied_in.version if row.applied_in is not None else None,
    )


def _who(role: CampaignRole, row: Correction) -> str:
    if row.team is None:
        return "organisers"
    return f"{row.team.name} ({row.proposed_by})" if role.is_organiser else row.team.name
