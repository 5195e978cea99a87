"""The references of a campaign: which of them someone may read and correct."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.db.models import Count

from bakeoff.rulebook import Period, schedule
from bakeoff.rulebook.participation.adjudication import opens_adjudication
from bakeoff.rulebook.release.visibility import Answer
from bakeoff.rulebook.state import Viewer
from bakeoff_site.adjudication.models import Correction
from bakeoff_site.adjudication.permissions import may_decide, may_propose
from bakeoff_site.campaigns.conversions import participants_of, viewers_of
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.datasets.choices import DataKind
from bakeoff_site.datasets.conversions import slot_of
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.datasets.permissions import Slot, may_fetch
from bakeoff_site.results.permissions import Visibility, viewer_of


@dataclass(frozen=True, slots=True)
class Counts:
    """How many proposals there are."""

    open: int = 0
    accepted: int = 0
    """Accepted, but in no version of the reference yet."""
    refused: int = 0
    withdrawn: int = 0
    applied: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A reference in force, and what someone may do with it."""

    data_file: DataFile
    slot: Slot
    title: str
    reads: Answer
    proposes: Answer
    decides: Answer
    visibility: Visibility
    counts: Counts = field(default_factory=Counts)

    @property
    def sees_scores(self) -> bool:
        return self.visibility.scores.allowed or self.visibility.own_scores.allowed


def places_for(role: CampaignRole, now: datetime) -> tuple[Place, ...]:
    """The references that someone may read, or of whose scores they may see some, in the order of the rulebook."""
    order = list(role.campaign.rules.test_sets)
    files = [
        file
        for file in role.campaign.data_files.filter(kind=DataKind.REFERENCE, replaced_at=None)
        if file.test_set in order
    ]
    counts = _counts(role)
    viewers = _viewers(role)
    places = [_place(role, viewers, file, now, counts.get(slot_of(file), Counts())) for file in files]
    places.sort(key=lambda place: (order.index(place.slot.test_set), place.slot.language_pair, place.slot.number))
    return tuple(place for place in places if place.reads.allowed or place.sees_scores)


def place_for(role: CampaignRole, file_id: int, now: datetime) -> Place | None:
    """A reference by any of its versions; None where it is no longer in force at all."""
    asked = role.campaign.data_files.filter(kind=DataKind.REFERENCE, pk=file_id).first()
    if asked is None or asked.test_set not in role.campaign.rules.test_sets:
        return None
    slot = slot_of(asked)
    same = role.campaign.data_files.filter(
        kind=slot.kind, test_set=slot.test_set, language_pair=slot.language_pair, number=slot.number
    )
    data_file = asked if asked.replaced_at is None else same.filter(replaced_at=None).first()
    if data_file is None:
        return None
    return _place(role, _viewers(role), data_file, now, _counts(role).get(slot, Counts()))


def adjudication_periods(role: CampaignRole) -> tuple[Period, ...]:
    """When teams may propose corrections."""
    rules = role.campaign.rules
    return tuple(
        period
        for period in schedule(rules)
        if any(opens_adjudication(rules, period.phase, test_set) for test_set in rules.test_sets)
    )


def _place(role: CampaignRole, viewers: Sequence[Viewer], data_file: DataFile, now: datetime, counts: Counts) -> Place:
    rules, slot = role.campaign.rules, slot_of(data_file)
    label = rules.test_sets[slot.test_set].label
    pair = rules.language_pairs[slot.language_pair].label if slot.language_pair in rules.language_pairs else ""
    several = rules.test_sets[slot.test_set].references > 1
    return Place(
        data_file=data_file,
        slot=slot,
        title=", ".join(filter(None, [label, pair, slot.label if several else ""])),
        reads=may_fetch(rules, viewers, now, slot),
        proposes=may_propose(role, viewers, now, slot),
        decides=may_decide(role, viewers, now, slot),
        visibility=viewer_of(role, now).visibility(slot.test_set, slot.language_pair),
        counts=counts,
    )


def _viewers(role: CampaignRole) -> tuple[Viewer, ...]:
    """What someone is, with the extensions of their teams."""
    own = {}
    for team, (key, viewer) in zip(role.active_teams, participants_of(role).items(), strict=True):
        extensions = {extension.phase: extension.until for extension in team.extensions.all()}
        own[key] = replace(viewer, team=replace(viewer.team, extensions=extensions)) if viewer.team else viewer
    return viewers_of(role, own)


def _counts(role: CampaignRole) -> dict[Slot, Counts]:
    place = ("reference__kind", "reference__test_set", "reference__language_pair", "reference__number")
    rows = (
        Correction.objects.filter(campaign=role.campaign)
        .order_by()
        .values_list(*place, "decision")
        .annotate(Count("pk"), Count("applied_in"))
    )
    by_slot: dict[Slot, Counts] = {}
    for kind, test_set, pair, number, decision, count, applied in rows:
        slot = Slot(kind=kind, test_set=test_set, language_pair=pair, number=number)
        counts = by_slot.get(slot, Counts())
        by_slot[slot] = replace(counts, applied=counts.applied + applied, **{decision: count - applied})
    return by_slot
