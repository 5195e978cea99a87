"""Campaigns as the home page lists them: how far they have come, what they are about, who takes part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Q

from bakeoff.rulebook.stages import Stage, stage_of
from bakeoff.rulebook.titles import KIND_TITLES, kinds_of
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.campaigns.selectors.campaigns import campaigns_for

_PAIRS = 3
"""How many language pairs a card names."""
PAST = 10
"""How many past campaigns the home page lists at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CampaignCard:
    """A campaign in a list."""

    campaign: Campaign
    stage: Stage
    kinds: tuple[str, ...]
    language_pairs: tuple[str, ...]
    """The first of them by their titles."""
    more_pairs: int
    """How many others there are."""
    teams: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CampaignLists:
    """The campaigns that someone finds on the home page."""

    open: tuple[CampaignCard, ...]
    """The next date first."""
    past: tuple[CampaignCard, ...]
    """The latest first."""
    hidden: int
    """How many past ones are left out."""
    every: tuple[Campaign, ...]
    """All of them, whatever was searched for."""


def campaign_lists(
    user: User | AnonymousUser, now: datetime, *, text: str = "", kind: str = "", every_past: bool = False
) -> CampaignLists:
    """The campaigns of someone's list that a text is found in and that are of a kind, open and past ones apart."""
    every = cards_for(user, now)
    cards = [card for card in every if _is_found(card.campaign, text, kind)]
    past = sorted((card for card in cards if card.stage.is_past), key=_ended, reverse=True)
    shown = past if every_past else past[:PAST]
    return CampaignLists(
        open=tuple(sorted((card for card in cards if not card.stage.is_past), key=_awaited)),
        past=tuple(shown),
        hidden=len(past) - len(shown),
        every=tuple(card.campaign for card in every),
    )


def cards_for(user: User | AnonymousUser, now: datetime, *, archived: bool = False) -> list[CampaignCard]:
    """All campaigns of someone's list, or of the archive, the newest first."""
    taking_part = Count("teams", filter=Q(teams__withdrawn_at=None))
    # Their rules are read from the content; the text is as long again.
    campaigns = campaigns_for(user, archived=archived).defer("rulebook_text").annotate(team_count=taking_part)
    # Queries that count lose the order of their model.
    campaigns = campaigns.order_by("-created_at", "-pk")
    return [_card(campaign, now, teams=campaign.team_count) for campaign in campaigns]


def _card(campaign: Campaign, now: datetime, *, teams: int) -> CampaignCard:
    rules = campaign.rules
    pairs = [pair.label for pair in rules.language_pairs.values()]
    return CampaignCard(
        campaign=campaign,
        stage=stage_of(rules, now, archived=campaign.archived_at is not None),
        kinds=tuple(KIND_TITLES[kind] for kind in kinds_of(rules)),
        language_pairs=tuple(pairs[:_PAIRS]),
        more_pairs=max(len(pairs) - _PAIRS, 0),
        teams=teams,
    )


def _is_found(campaign: Campaign, text: str, kind: str) -> bool:
    rules = campaign.rules
    if kind in KIND_TITLES and kind not in kinds_of(rules):
        return False
    words = text.casefold().split()
    return not words or all(word in _searched(campaign) for word in words)


def _searched(campaign: Campaign) -> str:
    """All texts that a search looks at."""
    rules = campaign.rules
    labels = [each.label for table in (rules.tracks, rules.language_pairs, rules.tasks) for each in table.values()]
    said: Sequence[str] = (campaign.title, campaign.slug, rules.campaign.description, rules.campaign.organiser, *labels)
    return "\n".join(said).casefold()


def _awaited(card: CampaignCard) -> tuple[datetime, str]:
    last = datetime.max.replace(tzinfo=UTC)
    return (card.stage.next.when if card.stage.next else last), card.campaign.title


def _ended(card: CampaignCard) -> datetime:
    return card.stage.published or card.stage.ended or card.campaign.created_at
