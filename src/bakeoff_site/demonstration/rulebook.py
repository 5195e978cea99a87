"""The rulebook of the demonstration: a shipped one, for the language pair of the example texts, its dates moved."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, timedelta

from bakeoff.errors import BakeoffError
from bakeoff.rulebook import Rulebook, read_rulebook
from bakeoff.rulebook.schema import Track

PAIR = "de-en"
_TEXT_FORMATS = ("nist-xml", "wmt-xml", "plain-text", "tsv", "json-lines")
_DAYS_PUBLIC = 7
"""Since when everything on the schedule has begun."""


def demonstration_track(rules: Rulebook) -> Track:
    """The track in which the demonstration takes place: the first of text translation."""
    packages = [each for each in rules.submission.packages.values() if each.format in _TEXT_FORMATS]
    for track in rules.tracks.values():
        if track.kind == "mt" and any(track.id in (each.tracks or rules.tracks) for each in packages):
            return track
    raise BakeoffError(
        f"--template: expected a rulebook with a track of text translation, found {rules.campaign.id} without one."
    )


def demonstration_rulebook(template: str, *, id: str, today: date) -> str:
    """The text of the rulebook."""
    rules = read_rulebook(template)
    track = demonstration_track(rules)
    days = (today - timedelta(days=_DAYS_PUBLIC) - max(_day(phase.start) for phase in rules.phases.values())).days
    lines = [
        f"# The campaign that bakeoff demo makes; what is not said here is as in {template}.",
        f'extends = "{template}"',
        "",
        "[campaign]",
        f'id = "{id}"',
        f'title = "Demonstration: {rules.campaign.title}"',
        f"year = {(today - timedelta(days=_DAYS_PUBLIC)).year}",
        "",
        "[language_pairs]",
        _language_pair(rules),
        "",
        f"[tracks.{track.id}]",
        f'language_pairs = ["{PAIR}"]',
        "compulsory_sets = []",
        *_for_the_pair(rules),
        *_official_metric(rules),
        *_moved_phases(rules, days),
    ]
    return "\n".join(lines) + "\n"


def _language_pair(rules: Rulebook) -> str:
    by_code = all(len(pair.source) == 2 for pair in rules.language_pairs.values())
    source, target = ("de", "en") if by_code else ("German", "English")
    return f'{PAIR} = {{ title = "German to English", source = "{source}", target = "{target}" }}'


def _for_the_pair(rules: Rulebook) -> Iterator[str]:
    """What the rulebook offers for some language pairs only is offered for this one too."""
    for chapter, entries in (("conditions", rules.conditions), ("test_sets", rules.test_sets)):
        for name, entry in entries.items():
            if entry.language_pairs:
                yield from ("", f"[{chapter}.{name}]", f'language_pairs = ["{PAIR}"]')


def _official_metric(rules: Rulebook) -> Iterator[str]:
    """Where people decide, a metric does so here: nobody judges."""
    if rules.evaluation.official_metric is None:
        yield from ("", "[evaluation]", f'official_metric = "{rules.evaluation.metrics[0]}"')


def _moved_phases(rules: Rulebook, days: int) -> Iterator[str]:
    for phase in rules.phases.values():
        yield from ("", f"[phases.{phase.id}]", f"start = {_moved(phase.start, days)}")
        if phase.end is not None:
            yield f"end = {_moved(phase.end, days)}"
    dated = rules.submission.fields.get("date")
    if dated is not None and dated.year is not None:
        yield from ("", "[submission.fields.date]", f"year = {(date(dated.year, 7, 1) + timedelta(days=days)).year}")


def _moved(moment: date, days: int) -> str:
    moved = moment + timedelta(days=days)
    return f'"{moved.isoformat(timespec="minutes")}"' if isinstance(moved, datetime) else moved.isoformat()


def _day(moment: date) -> date:
    return moment.date() if isinstance(moment, datetime) else moment
