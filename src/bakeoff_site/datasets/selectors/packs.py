"""Packs of outputs that may no longer be handed out as they are."""

from __future__ import annotations

from collections.abc import Iterable

from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.state import TeamState
from bakeoff_site.campaigns.models import Team
from bakeoff_site.datasets.choices import DataKind
from bakeoff_site.datasets.models import DataFile


def consents_to_share(rules: Rulebook, team: Team) -> bool:
    """Whether a team takes part and lets its outputs be shared."""
    consents = frozenset(given.consent for given in team.consents.all())
    return team.withdrawn_at is None and TeamState(code=str(team.pk), consents=consents).consents_to(rules, "outputs")


def outdated_packs(rules: Rulebook, files: Iterable[DataFile]) -> frozenset[int]:
    """The packs in which a run was withdrawn or replaced since, or whose team took its consent back; by their keys."""
    packs = [file for file in files if file.kind == DataKind.OUTPUTS]
    if not packs:
        return frozenset()
    packed = packs[0].packed_runs.model.objects.filter(data_file__in=packs, left_out=False)
    return frozenset(
        each.data_file_id
        for each in packed.select_related("run", "run__team").prefetch_related("run__team__consents")
        if not each.run.in_force or (each.run.team is not None and not consents_to_share(rules, each.run.team))
    )
