"""The fields of file names: what each may contain under a rulebook."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from difflib import get_close_matches

from bakeoff.rulebook.schema import NameField, Package, Rulebook, Track

_WORD = r"[^/\s]+?"
_SURE = 0.85
_DATE_FORMATS = {"yyyymmdd": ("%Y%m%d", r"\d{8}"), "yyyy-mm-dd": ("%Y-%m-%d", r"\d{4}-\d\d-\d\d")}
_COMMON = (
    "team",
    "language_pair",
    "source",
    "target",
    "system_type",
    "condition",
    "package",
    "test_set",
    "track",
    "task",
    "input",
    "date",
    "version",
    "run",
)


def common_fields() -> tuple[str, ...]:
    """The fields that names of every campaign may have."""
    return _COMMON


@dataclass(frozen=True, slots=True)
class FieldRule:
    """What a field may contain: some values, or what a pattern matches; `expected` says it in words."""

    name: str
    expected: str
    values: tuple[str, ...] = ()
    pattern: str = _WORD
    date_format: str = ""
    year: int | None = None

    @property
    def expression(self) -> re.Pattern[str]:
        """Matches what the field may contain, as far as a pattern can express it."""
        # Longer values first, so that `contrast` does not take the start of `contrast1`.
        listed = "|".join(map(re.escape, sorted(self.values, key=len, reverse=True)))
        return re.compile(f"(?:{listed})" if self.values else self.pattern)

    def accepts(self, text: str) -> bool:
        """Whether the field may contain a text."""
        if self.values:
            return text in self.values
        if not re.fullmatch(self.pattern, text):
            return False
        day = self.day(text)
        return not self.date_format or (day is not None and self.year in (None, day.year))

    def day(self, text: str) -> date | None:
        """The day that a text writes, in a field for dates."""
        try:
            return datetime.strptime(text, _DATE_FORMATS[self.date_format][0]).date() if self.date_format else None
        except ValueError:
            return None

    def written_day(self, day: date) -> str | None:
        """A day as it is written there; None in a field for something else."""
        return day.strftime(_DATE_FORMATS[self.date_format][0]) if self.date_format else None

    def rewritten_day(self, text: str) -> str | None:
        """A day that was written in another form, as it is written there."""
        for form, _ in _DATE_FORMATS.values() if self.date_format else ():
            try:
                return self.written_day(datetime.strptime(text, form).date())
            except ValueError:
                continue
        return None

    def number(self, value: int) -> str | None:
        """A number as it is written there; None in a field for something else."""
        digits = re.fullmatch(r"\\d\{(\d+)\}", self.pattern)
        written = str(value).zfill(int(digits[1])) if digits and not self.date_format else ""
        return written if written and self.accepts(written) else None

    def meant(self, text: str) -> str | None:
        """The accepted value that a text surely was meant to be: but for case, or one slip and no other as close."""
        folded = {value.casefold(): value for value in self.values}
        if text.casefold() in folded:
            return folded[text.casefold()]
        close = get_close_matches(text.casefold(), folded, n=2, cutoff=_SURE)
        return folded[close[0]] if len(close) == 1 else None

    def nearest(self, text: str) -> str | None:
        """The accepted value that a text was probably meant to be."""
        folded = {value.casefold(): value for value in self.values}
        close = get_close_matches(text.casefold(), folded, n=1, cutoff=0.5)
        return folded[close[0]] if close else None


def field_rules(rulebook: Rulebook, package: Package, *, team: str | None = None) -> Mapping[str, FieldRule]:
    """What each field of the names of a package may contain; `team` where the submitting team is known."""
    rules = {name: _common(name, rulebook, package) for name in _COMMON}
    for name, given in rulebook.submission.fields.items():
        rules[name] = _given(given, rules.get(name))
    if team is not None:
        rules["team"] = FieldRule("team", f"the team code {team}", (team,))
    return rules


def _common(name: str, rulebook: Rulebook, package: Package) -> FieldRule:
    tracks = [track for track in rulebook.tracks.values() if not package.tracks or track.id in package.tracks]
    pairs = list(dict.fromkeys(pair for track in tracks for pair in track.all_pairs))
    languages = [rulebook.language_pairs[pair] for pair in pairs]
    types = rulebook.submission.system_types
    offered = {c.id for track in tracks for pair in track.all_pairs for c in rulebook.conditions_of(track.id, pair)}
    listed: Mapping[str, Sequence[str]] = {
        "language_pair": pairs,
        "source": [pair.source for pair in languages],
        "target": [pair.target for pair in languages if pair.target],
        "system_type": [
            written for kind in (package.system_types or types) if kind in types for written in types[kind].written
        ],
        "condition": [condition.written for condition in rulebook.conditions.values() if condition.id in offered],
        "package": [package.written],
        "test_set": list(package.test_sets) or _sets_of(rulebook, tracks),
        "track": [track.id for track in tracks],
        "task": [track.task for track in tracks if track.task],
        "input": [each for track in tracks for each in track.inputs],
    }
    if values := tuple(dict.fromkeys(listed.get(name, ()))):
        return FieldRule(name, f"one of {', '.join(values)}" if len(values) > 1 else "".join(values), values)
    if name == "date":
        return FieldRule(name, "a day written yyyymmdd", pattern=_DATE_FORMATS["yyyymmdd"][1], date_format="yyyymmdd")
    if name == "version":
        return FieldRule(name, "a number of two digits such as 01", pattern=r"\d{2}")
    return FieldRule(name, "a word")


def _sets_of(rulebook: Rulebook, tracks: Sequence[Track]) -> list[str]:
    """The current test sets of tracks and their compulsory sets."""
    ids = {track.id for track in tracks}
    compulsory = {name for track in tracks for name in track.compulsory_sets}
    return [
        test_set.id
        for test_set in rulebook.test_sets.values()
        if test_set.id in compulsory
        or (test_set.role == "current" and (not test_set.tracks or ids.intersection(test_set.tracks)))
    ]


def _given(given: NameField, common: FieldRule | None) -> FieldRule:
    if given.values:
        return FieldRule(given.id, f"one of {', '.join(given.values)}", given.values)
    if given.pattern:
        return FieldRule(given.id, given.title or f"what {given.pattern} matches", pattern=given.pattern)
    if given.digits:
        example = "1".zfill(given.digits)
        return FieldRule(
            given.id, f"a number of {given.digits} digits such as {example}", pattern=rf"\d{{{given.digits}}}"
        )
    form = given.date_format or (common.date_format if common else "")
    if form:
        year = f" of the year {given.year}" if given.year else ""
        return FieldRule(
            given.id,
            f"a day{year} written {form}",
            pattern=_DATE_FORMATS[form][1],
            date_format=form,
            year=given.year,
        )
    return common or FieldRule(given.id, "a word")


def example_values(rulebook: Rulebook, package: Package, *, team: str = "TEAM") -> dict[str, str]:
    """A value for every field that would be accepted: the first of those listed, the first day, the number 1."""
    opening = [phase for phase in rulebook.phases.values() if f"submit:{package.id}" in phase.opens]
    starts = (phase.start for phase in opening or rulebook.phases.values())  # days, or times, which are days too
    first = min((date(start.year, start.month, start.day) for start in starts), default=date(2000, 1, 1))
    values = {}
    for name, rule in field_rules(rulebook, package).items():
        if rule.values:
            values[name] = rule.values[0]
        elif rule.date_format:
            day = first.replace(year=rule.year, day=min(first.day, 28)) if rule.year else first
            values[name] = day.strftime(_DATE_FORMATS[rule.date_format][0])
        elif match := re.fullmatch(r"\\d\{(\d+)\}", rule.pattern):
            values[name] = "1".zfill(int(match[1]))
        else:
            values[name] = team if name == "team" else name
    return values
