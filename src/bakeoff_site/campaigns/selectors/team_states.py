"""All teams of a campaign as its rules see them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.release.table_parts import submitted_track
from bakeoff.rulebook.state import DescribedSystem, Submitted, TeamState
from bakeoff_site.campaigns.conversions import id_of
from bakeoff_site.campaigns.models import Campaign, ConsentGiven, Extension, Signature, Team

_RUN = (
    "pk",
    "runs__submission__package",
    "runs__board__track",
    "runs__board__language_pair",
    "runs__board__condition",
    "runs__board__test_set",
    "runs__system",
    "runs__submission__version",
    "runs__withdrawn_at",
)

_DESCRIBED = ("descriptions__track", "descriptions__condition", "descriptions__system")


def team_states_of(campaign: Campaign) -> Iterator[tuple[Team, TeamState]]:
    """Teams by name, each with what the rules know of it: not by way of thousands of rows with all that they hold."""
    own = {"team__campaign": campaign}
    signed: dict[int, list[str]] = defaultdict(list)
    consents: dict[int, list[str]] = defaultdict(list)
    extensions: dict[int, list[tuple[str, datetime]]] = defaultdict(list)
    submitted: dict[int, list[Submitted]] = defaultdict(list)
    for team_id, agreement in Signature.objects.filter(**own).values_list("team_id", "agreement"):
        signed[team_id].append(agreement)
    for team_id, consent in ConsentGiven.objects.filter(**own).values_list("team_id", "consent"):
        consents[team_id].append(consent)
    for team_id, phase, until in Extension.objects.filter(**own).values_list("team_id", "phase", "until"):
        extensions[team_id].append((phase, until))
    for team_id, *run in campaign.teams.filter(runs__isnull=False).order_by("runs__pk").values_list(*_RUN):
        submitted[team_id].append(_submitted(campaign.rules, *run))
    described: dict[int, set[DescribedSystem | None]] = defaultdict(set)
    for team_id, *system in campaign.teams.filter(descriptions__valid=True).values_list("pk", *_DESCRIBED):
        described[team_id].add(_described(*system))
    for team in campaign.teams.all():
        yield (
            team,
            TeamState(
                code=id_of(team),
                language_pairs=frozenset(team.language_pairs),
                tracks=frozenset(team.tracks),
                signed=frozenset(signed[team.pk]),
                consents=frozenset(consents[team.pk]),
                submitted=tuple(submitted[team.pk]),
                described=bool(described[team.pk]),
                described_systems=frozenset(each for each in described[team.pk] if each is not None),
                judged=team.judged_at is not None,
                judgments_done=team.judgments_done,
                attends=bool(team.attendee),
                extensions=dict(extensions[team.pk]),
            ),
        )


def _submitted(rules: Rulebook, package: str, track: str, pair: str, *more: Any) -> Submitted:
    condition, test_set, system, version, withdrawn_at = more
    return Submitted(
        package=package,
        track=submitted_track(rules, package=package, ranked_in=track),
        language_pair=pair,
        condition=condition or None,
        test_set=test_set,
        system=system,
        version=version or 1,
        withdrawn=withdrawn_at is not None,
    )


def _described(track: str, condition: str, system: str) -> DescribedSystem | None:
    return DescribedSystem(track=track, condition=condition, system=system) if system else None
