"""Values of rulebooks and of the log on pages."""

from __future__ import annotations

import json
from collections.abc import Iterable

from django import template

from bakeoff import evaluation
from bakeoff.rulebook import Rulebook, titles
from bakeoff.rulebook.release.status import Status
from bakeoff.rulebook.titles import RankedTogether, board_title, title_of, titles_of
from bakeoff_site.datasets.permissions import Slot
from bakeoff_site.submissions import conversions
from bakeoff_site.submissions.models import Run

register = template.Library()


@register.filter
def written(value: object) -> str:
    """A value as people write it: texts as they are, lists and tables as in JSON."""
    if value is None or value == "":
        return "–"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


@register.filter
def status_of(run: Run, rules: Rulebook) -> Status:
    """Whether a run is official, and why not."""
    return conversions.status_of(rules, run)


@register.filter
def in_words(board: RankedTogether, rules: Rulebook) -> str:
    """A board by the titles of the rulebook."""
    return board_title(rules, board)


@register.filter
def metric_title(expression: str) -> str:
    """A metric as the field writes it: BLEU, not `bleu`."""
    return evaluation.metric_title(expression)


@register.filter
def input_title(named: str) -> str:
    """What a system started from: n-best lists, not `n-best`."""
    return titles.input_title(named)


@register.filter
def has_asr_output(rules: Rulebook) -> bool:
    """Whether systems of the campaign can start from n-best lists or lattices."""
    return any({"n-best", "lattice"} & set(track.inputs) for track in rules.tracks.values())


@register.filter
def pair_title(language_pair: str, rules: Rulebook) -> str:
    return title_of(language_pair, rules.language_pairs)


@register.filter
def pair_titles(ids: Iterable[str], rules: Rulebook) -> str:
    return titles_of(ids, rules.language_pairs)


@register.filter
def track_title(track: str, rules: Rulebook) -> str:
    return title_of(track, rules.tracks)


@register.filter
def track_titles(ids: Iterable[str], rules: Rulebook) -> str:
    return titles_of(ids, rules.tracks)


@register.filter
def type_titles(ids: Iterable[str], rules: Rulebook) -> str:
    """Types of systems, in the order of the rulebook."""
    types = rules.submission.system_types
    return titles_of([name for name in types if name in set(ids)], types)


@register.filter
def condition_title(condition: str, rules: Rulebook) -> str:
    return title_of(condition, rules.conditions)


@register.filter
def set_title(test_set: str, rules: Rulebook) -> str:
    return title_of(test_set, rules.test_sets)


@register.filter
def package_title(package: str, rules: Rulebook) -> str:
    return title_of(package, rules.submission.packages)


@register.filter
def phase_title(phase: str, rules: Rulebook) -> str:
    return title_of(phase, rules.phases)


@register.filter
def slot_title(slot: Slot, rules: Rulebook) -> str:
    """A place for a file in words: `reference 2 of Current test, Arabic to English`."""
    return slot.title(rules)
