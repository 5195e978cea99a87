"""Values of rulebooks and of the log on pages."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from django import template
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

from bakeoff import evaluation
from bakeoff.rulebook import Rulebook, titles
from bakeoff.rulebook.release import inputs
from bakeoff.rulebook.release.status import Status
from bakeoff.rulebook.schema import TestSetRole
from bakeoff.rulebook.titles import ROLE_TITLES, RankedTogether, board_title, title_of, titles_of
from bakeoff_site.datasets.permissions import Slot
from bakeoff_site.results.conversions.overview import TakingPart
from bakeoff_site.submissions import conversions
from bakeoff_site.submissions.models import Run

register = template.Library()


@register.filter
def coded(text: str) -> SafeString:
    """A text of the reference, with what is between back-ticks as code."""
    pieces = conditional_escape(text).split("`")
    return mark_safe("".join(f"<code>{piece}</code>" if index % 2 else piece for index, piece in enumerate(pieces)))


@register.filter
def written(value: object) -> str:
    """A value as people write it: texts as they are, lists and tables as in JSON."""
    if value is None or value == "":
        return "–"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


@register.filter
def counted(number: int | None) -> str:
    """A number with its thousands apart: 1,997."""
    return "–" if number is None else f"{number:,}"


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
def format_title(format: str) -> str:
    """A format of files: NIST XML, not `nist-xml`."""
    return titles.format_title(format)


@register.filter
def role_title(role: TestSetRole) -> str:
    """What a test set is for: evaluation, not `current`."""
    return ROLE_TITLES[role]


@register.filter
def resource_titles(resources: Iterable[str]) -> str:
    """What a phase releases, in words: anonymous outputs, not `anonymous-outputs`."""
    return ", ".join(resource.replace("-", " ") for resource in resources)


@register.filter
def breakable(path: str) -> SafeString:
    """A long name that may go on in the next line after each of its parts: `TEAM_primary`, `evaluation.interval`."""
    return mark_safe(conditional_escape(path).replace(".", ".<wbr>").replace("_", "_<wbr>"))


@register.filter
def runs_in(team: TakingPart, tracks: Sequence[str]) -> tuple[tuple[str, int | None, int], ...]:
    """The numbers of runs of a team, with the titles of the tracks."""
    return team.runs_in(tracks)


@register.filter
def has_asr_output(rules: Rulebook) -> bool:
    """Whether the campaign has a page of ASR output."""
    return inputs.has_asr_output(rules)


@register.filter
def has_benchmarks(rules: Rulebook) -> bool:
    """Whether the campaign enters baselines or systems of earlier years, or has sets that measure progress."""
    is_held = any(system.kind in ("baseline", "earlier") for system in rules.systems.values())
    return is_held or any(each.role == "progress" for each in rules.test_sets.values())


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
    """A place for a file in words: `reference 2 of Current test, Arabic–English`."""
    return slot.title(rules)
