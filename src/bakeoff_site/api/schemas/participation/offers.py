"""What a team can submit at a moment, and what its next package will do."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from ninja import Schema

from bakeoff.rulebook.schema import Campaign
from bakeoff.rulebook.submission.announcements import describe_offer, describe_systems_left
from bakeoff.rulebook.submission.offers import Offer, OfferState, PairOffer, SystemsLeft


class SystemsLeftOut(Schema):
    """Systems of a type under a data condition."""

    system_type: str
    title: str
    condition: str
    used: int
    left: int | None
    """Null where there is no limit."""
    official: bool
    """Whether a new system would be official."""
    sentence: str
    """What the next package can add and what it replaces, in words, with times in the zone of the campaign."""


class PairOfferOut(Schema):
    language_pair: str
    version: int | None
    """The version of the next package, where archives are numbered."""
    archive: str
    file: str
    refusals: list[str]
    """Why nothing can be submitted for this language pair."""
    systems: list[SystemsLeftOut]


class OfferOut(Schema):
    """A kind of package."""

    package: str
    title: str
    state: OfferState
    opens: datetime | None
    deadline: datetime | None
    """The first moment that is no longer in time."""
    sentence: str
    pairs: list[PairOfferOut]


class OffersOut(Schema):
    now: datetime
    time_zone: str
    packages: list[OfferOut]


def offers_out(offers: Iterable[Offer], campaign: Campaign, now: datetime) -> OffersOut:
    return OffersOut(
        now=now,
        time_zone=campaign.timezone,
        packages=[
            OfferOut(
                package=offer.package.id,
                title=offer.package.label,
                state=offer.state,
                opens=offer.opens,
                deadline=offer.deadline,
                sentence=describe_offer(offer, campaign),
                pairs=[_pair(pair, campaign) for pair in offer.pairs],
            )
            for offer in offers
        ],
    )


def _pair(pair: PairOffer, campaign: Campaign) -> PairOfferOut:
    return PairOfferOut(
        language_pair=pair.language_pair,
        version=pair.version,
        archive=pair.archive,
        file=pair.file,
        refusals=[refusal.reason for refusal in pair.refusals],
        systems=[_systems(systems, campaign) for systems in pair.systems],
    )


def _systems(systems: SystemsLeft, campaign: Campaign) -> SystemsLeftOut:
    return SystemsLeftOut(
        system_type=systems.kind.id,
        title=systems.kind.label,
        condition=systems.condition or "",
        used=systems.used,
        left=systems.left,
        official=systems.official,
        sentence=describe_systems_left(systems, campaign),
    )
