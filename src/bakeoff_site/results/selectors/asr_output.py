"""N-best lists and lattices that systems start from, with their figures, as someone may see them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bakeoff.reports import ScoredInput
from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.titles import input_title, title_of
from bakeoff_site.campaigns.conversions import viewers_of
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.datasets.selectors import scored_inputs
from bakeoff_site.datasets.selectors.offers import answer_for
from bakeoff_site.scoring.models import InputScore
from bakeoff_site.scoring.selectors.input_scores import basis_of

NO_TRANSCRIPT = "its test set has neither a text source nor a transcript"
NOT_YET = "it has not been scored yet"


@dataclass(frozen=True, slots=True)
class UnscoredInput:
    """Lists or lattices without figures, and why."""

    group: str
    name: str
    input: str
    system: str
    reason: str


@dataclass(frozen=True, slots=True)
class AsrOutput:
    """The ASR output of a campaign that someone may fetch."""

    scored: tuple[ScoredInput, ...]
    unscored: tuple[UnscoredInput, ...]


def asr_output_for(role: CampaignRole, now: datetime) -> AsrOutput:
    """The n-best lists and lattices of a campaign that someone may fetch, in groups by direction, and their figures."""
    rules, viewers = role.campaign.rules, viewers_of(role)
    files = [
        file
        for file in scored_inputs(role.campaign).select_related("campaign")
        if file.test_set in rules.test_sets and answer_for(file, viewers, now).allowed
    ]
    figures = {each.data_file_id: each for each in InputScore.objects.filter(data_file__in=files)}
    scored: list[ScoredInput] = []
    unscored: list[UnscoredInput] = []
    for file in _ordered(rules, files):
        basis, stored = basis_of(file), figures.get(file.pk)
        if basis.spoken is not None and stored is not None and stored.inputs_digest == basis.digest and stored.figures:
            scored.append(_scored(rules, file, stored.figures, basis.depth))
            continue
        why = NO_TRANSCRIPT if basis.spoken is None else stored.error if stored and stored.error else NOT_YET
        unscored.append(UnscoredInput(*_named(rules, file), reason=why))
    return AsrOutput(tuple(scored), tuple(unscored))


def _ordered(rules: Rulebook, files: Sequence[DataFile]) -> Sequence[DataFile]:
    """By direction, test set and input, in the order of the rulebook."""
    pairs, sets = ["", *rules.language_pairs], list(rules.test_sets)
    known = [file for file in files if file.language_pair in pairs]
    return sorted(
        known, key=lambda each: (pairs.index(each.language_pair), sets.index(each.test_set), each.input, each.number)
    )


def _named(rules: Rulebook, file: DataFile) -> tuple[str, str, str, str]:
    pair = title_of(file.language_pair, rules.language_pairs) if file.language_pair else "all language pairs"
    return pair, rules.test_sets[file.test_set].label, input_title(file.input), file.label


def _scored(rules: Rulebook, file: DataFile, figures: Mapping[str, Any], depth: int | None) -> ScoredInput:
    group, name, named, system = _named(rules, file)
    return ScoredInput(
        group=group,
        name=name,
        input=named,
        system=system,
        is_current=rules.test_sets[file.test_set].role == "current",
        depth=depth if file.input == "n-best" else None,
        figures=figures,
    )
