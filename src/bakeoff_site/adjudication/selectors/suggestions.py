"""Places where the systems agree against a transcript."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from bakeoff.evaluation.adjudication.rulebook_suggestions import suggest_by_rules
from bakeoff.evaluation.adjudication.suggestions import Suggestion, Suggestions
from bakeoff.evaluation.adjudication.versions import corrected_text
from bakeoff.rulebook.schema import Scoring
from bakeoff_site.adjudication.conversions import Marked, marked
from bakeoff_site.adjudication.selectors.places import Place
from bakeoff_site.adjudication.selectors.references import speech_of, texts_of
from bakeoff_site.core.storage.files import under_name
from bakeoff_site.datasets.selectors import files_in_force
from bakeoff_site.submissions.models import Run

_File = tuple[str, str]
"""Checksum and name."""


@dataclass(frozen=True, slots=True)
class Suggested:
    """A segment in which systems agree on other words."""

    segment: str
    before: str
    """All of the segment."""
    after: str
    """All of it, as the systems would have it."""
    marked_before: Marked
    marked_after: Marked
    systems: int
    of: int
    errors: int


@dataclass(frozen=True, slots=True)
class SuggestionList:
    """Suggestions for a transcript, the most convincing first."""

    suggested: tuple[Suggested, ...]
    remarks: tuple[str, ...]
    systems: int


def suggests_for(place: Place) -> bool:
    """Whether there can be suggestions for a reference that someone may see: of transcripts, where outputs are read."""
    return speech_of(place.data_file) and place.visibility.outputs.allowed


def suggestions_for(place: Place, *, least: int | None) -> SuggestionList:
    """Where all systems, or at least a number of them, agree against a transcript that someone may read."""
    runs = _runs(place)
    if not runs:
        return SuggestionList((), (), 0)
    campaign, slot = place.data_file.campaign, place.slot
    data = files_in_force(campaign, slot.test_set, runs[0].board.language_pair)
    suggestions = _suggestions(
        campaign.rules.scoring_of(runs[0].board.track, runs[0].board.language_pair).model_dump_json(),
        reference=(place.data_file.sha256, place.data_file.name),
        runs=tuple((str(run.pk), run.sha256, run.file_name) for run in runs),
        mappings=(data.mappings.sha256, data.mappings.name) if data.mappings else None,
        regions=(data.regions.sha256, data.regions.name) if data.regions else None,
        least=min(least, len(runs)) if least else None,
    )
    texts = texts_of(place.data_file)
    suggested = tuple(_suggested(texts[1, each.correction.segment], each) for each in suggestions.suggestions)
    return SuggestionList(suggested, suggestions.remarks, len(runs))


def _suggested(before: str, suggestion: Suggestion) -> Suggested:
    after = corrected_text(before, suggestion.correction)
    first, second = marked(before, after)
    return Suggested(
        suggestion.correction.segment,
        before,
        after,
        first,
        second,
        len(suggestion.systems),
        suggestion.of,
        suggestion.errors,
    )


def _runs(place: Place) -> list[Run]:
    """Official runs on the set that someone may read."""
    slot = place.slot
    runs = Run.objects.filter(
        board__campaign=place.data_file.campaign,
        board__test_set=slot.test_set,
        withdrawn_at=None,
        replaced_by=None,
        official=True,
    )
    if slot.language_pair:
        runs = runs.filter(board__language_pair=slot.language_pair)
    return [run for run in runs if place.visibility.output_of(run)]


@lru_cache(maxsize=8)  # by checksums: what is found once stays right for good
def _suggestions(
    scoring: str,
    *,
    reference: _File,
    runs: tuple[tuple[str, str, str], ...],
    mappings: _File | None,
    regions: _File | None,
    least: int | None,
) -> Suggestions:
    with ExitStack() as stack:

        def path(file: _File) -> Path:
            return stack.enter_context(under_name(*file))

        return suggest_by_rules(
            Scoring.model_validate_json(scoring),
            runs={key: path((sha256, name)) for key, sha256, name in runs},
            reference=path(reference),
            mappings=path(mappings) if mappings else None,
            regions=path(regions) if regions else None,
            least=least,
        )
