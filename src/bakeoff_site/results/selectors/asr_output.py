"""ASR output that systems start from, with its error rates, as someone may see it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from bakeoff.reports import InputPlace, ScoredInput, ScoredRun
from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.titles import input_title, title_of
from bakeoff_site.campaigns.conversions import viewers_of
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.datasets.selectors import scored_inputs
from bakeoff_site.datasets.selectors.offers import answer_for
from bakeoff_site.datasets.selectors.test_data import released_inputs
from bakeoff_site.results.permissions import viewer_of
from bakeoff_site.results.selectors.released_runs import word_error_rates
from bakeoff_site.scoring.models import InputScore
from bakeoff_site.scoring.selectors.input_scores import basis_of

NO_TRANSCRIPT = "its test set has neither a text source nor a transcript"
NOT_YET = "it has not been scored yet"


@dataclass(frozen=True, slots=True)
class UnscoredInput:
    """ASR output without error rates, and why."""

    place: InputPlace
    reason: str


@dataclass(frozen=True, slots=True)
class AsrOutput:
    """The ASR output of a campaign that someone may fetch."""

    scored: tuple[ScoredInput, ...]
    """N-best lists and lattices."""
    runs: tuple[ScoredRun, ...]
    """Released runs of the ASR track."""
    unscored: tuple[UnscoredInput, ...]


def asr_output_for(role: CampaignRole, now: datetime) -> AsrOutput:
    """The n-best lists, lattices and released runs of a campaign that someone may fetch, with their error rates.

    They are in the order of the rulebook: by direction, test set and input. Released runs are also shown to people who
    see the scores of systems that started from them; the rate of each, to people who see it on the board of its track.
    """
    rules, viewers, results = role.campaign.rules, viewers_of(role), viewer_of(role, now)

    def may_fetch(file: DataFile) -> bool:
        return answer_for(file, viewers, now).allowed

    def may_know(file: DataFile) -> bool:
        seen = results.may("scores", test_set=file.test_set, language_pair=file.language_pair or None)
        return may_fetch(file) or seen.allowed

    lists = [file for file in in_order(rules, scored_inputs(role.campaign)) if may_fetch(file)]
    released = [file for file in in_order(rules, released_inputs(role.campaign)) if may_know(file)]
    scored, without = scored_candidates(rules, lists)
    rates = word_error_rates(role, released, now)
    runs = [
        ScoredRun(place=place_of(rules, file), word_error_rate=rate)
        for file in released
        if isinstance(rate := rates[file.pk], float)
    ]
    without += [
        UnscoredInput(place_of(rules, file), reason) for file in released if isinstance(reason := rates[file.pk], str)
    ]
    return AsrOutput(tuple(scored), tuple(runs), tuple(without))


def scored_candidates(rules: Rulebook, files: Sequence[DataFile]) -> tuple[list[ScoredInput], list[UnscoredInput]]:
    """N-best lists and lattices with their error rates, and those without."""
    figures = {each.data_file_id: each for each in InputScore.objects.filter(data_file__in=files)}
    scored: list[ScoredInput] = []
    unscored: list[UnscoredInput] = []
    for file in files:
        basis, stored, place = basis_of(file), figures.get(file.pk), place_of(rules, file)
        if basis.spoken is not None and stored is not None and stored.inputs_digest == basis.digest and stored.figures:
            depth = basis.depth if file.input == "n-best" else None
            scored.append(ScoredInput(place=place, depth=depth, figures=stored.figures))
            continue
        why = NO_TRANSCRIPT if basis.spoken is None else stored.error if stored and stored.error else NOT_YET
        unscored.append(UnscoredInput(place, why))
    return scored, unscored


def in_order(rules: Rulebook, files: QuerySet[DataFile]) -> list[DataFile]:
    """Files of test sets and pairs that the rulebook has, in its order."""
    pairs, sets = ["", *rules.language_pairs], list(rules.test_sets)
    known = files.filter(language_pair__in=pairs, test_set__in=sets).select_related("campaign")
    return sorted(
        known, key=lambda each: (pairs.index(each.language_pair), sets.index(each.test_set), each.input, each.number)
    )


def place_of(rules: Rulebook, file: DataFile) -> InputPlace:
    """What a file of ASR output belongs to, in ids and in words."""
    pair = rules.language_pairs.get(file.language_pair)
    return InputPlace(
        language_pair=file.language_pair,
        language_pair_title=title_of(file.language_pair, rules.language_pairs) if pair else "all language pairs",
        language=_language(rules, pair.source) if pair else "",
        test_set=file.test_set,
        test_set_title=rules.test_sets[file.test_set].label,
        input=file.input,
        input_title=input_title(file.input),
        system=file.label,
        is_current=rules.test_sets[file.test_set].role == "current",
    )


def _language(rules: Rulebook, source: str) -> str:
    """What people call a language that is recognised: the pair of its ASR track has no target."""
    recognised = [pair for pair in rules.language_pairs.values() if pair.source == source and not pair.target]
    return recognised[0].label if recognised else source
