"""What a new campaign can start from: rulebooks that come with Bakeoff, and campaigns that someone organises."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from bakeoff.evaluation import metric_title
from bakeoff.rulebook import Rulebook, rulebook_names
from bakeoff.rulebook.drafts.models import shipped_model
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.choices import MembershipRole
from bakeoff_site.campaigns.models import Campaign

_KINDS = {
    "mt": "Text translation",
    "asr": "Speech recognition",
    "slt": "Speech translation",
    "combination": "System combination",
    "metrics": "Metrics",
}
_FIRST = ("simple", "wmt")
"""Models of today come before those of the past."""
_MOST_CAMPAIGNS = 50


@dataclass(frozen=True, slots=True)
class ModelRow:
    """A rulebook to start from: what kind of campaign it is, at a glance."""

    name: str
    """The name of a shipped rulebook, or the address of a campaign."""
    title: str
    description: str
    kinds: tuple[str, ...]
    tracks: tuple[str, ...]
    pairs: int
    metrics: tuple[str, ...]
    human: tuple[str, ...]


@cache
def shipped_models() -> tuple[ModelRow, ...]:
    """The rulebooks that come with Bakeoff, those of today first."""
    names = rulebook_names()
    ordered = [*(name for name in _FIRST if name in names), *(name for name in names if name not in _FIRST)]
    return tuple(model_row(name, shipped_model(name).rulebook) for name in ordered)


def own_models(user: User) -> tuple[ModelRow, ...]:
    """The latest campaigns that someone organises; of an administrator, all."""
    campaigns = Campaign.objects.all()
    if not user.is_superuser:
        organised = user.memberships.filter(role=MembershipRole.ORGANISER)
        campaigns = campaigns.filter(pk__in=organised.values("campaign"))
    return tuple(model_row(campaign.slug, campaign.rules) for campaign in campaigns[:_MOST_CAMPAIGNS])


def model_row(name: str, rules: Rulebook) -> ModelRow:
    scorings = [rules.evaluation, *rules.evaluation.tracks.values()]
    metrics = [metric_title(metric) for scoring in scorings for metric in scoring.all_metrics]
    return ModelRow(
        name=name,
        title=rules.campaign.title,
        description=rules.campaign.description,
        kinds=tuple(dict.fromkeys(_KINDS[track.kind] for track in rules.tracks.values())),
        tracks=tuple(track.label for track in rules.tracks.values()),
        pairs=len(rules.language_pairs),
        metrics=tuple(dict.fromkeys(metrics)),
        human=tuple(human.label for human in rules.human.values()),
    )
