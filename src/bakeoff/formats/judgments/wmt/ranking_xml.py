"""Rankings of the WMT campaigns as Appraise exports them: `<wmt16-results>` with HITs, tasks and their results.

WMT 2015 has the root in capitals (`<WMT15-results>`).

A HIT names the languages, a `ranking-task` the segment, a `ranking-result` the judge and the time taken, each
`translation` in it a system and its rank. `system="a,b"` is one output that several systems share; what was shown is
kept so. A result `skipped="true"` is a screen that the judge passed by: a judgment of no systems. A judge may have
answered the same task of a HIT more than once; WMT counted each time, so each is a screen of its own.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from bakeoff.data.judgments import Judgment
from bakeoff.errors import FormatError, Place
from bakeoff.formats.judgments.rows import Mistakes, Rows
from bakeoff.formats.judgments.wmt.rank_cells import check_once, rank_of
from bakeoff.formats.markup.safe_xml import Event, parse
from bakeoff.formats.sources import Source

_DURATION = re.compile(r"(?:(\d+) days?, )?(\d+):(\d\d):(\d\d(?:\.\d+)?)")
_NEEDED = {
    "HIT": ("hit-id", "source-language", "target-language"),
    "ranking-task": ("id",),
    "ranking-result": ("user",),
    "translation": ("system", "rank"),
}
"""Each element, with the attributes that it must have; each is in the one before it."""
_REMEDY = "Export it again, or correct the line."
_INSIDE = dict(zip([*_NEEDED][1:], _NEEDED, strict=False))


@dataclass(slots=True)
class _Reader:
    """The elements that are open, and the outputs of the result that is being read.

    It continues after a mistake to find the others; what it makes then is thrown away with the rest.
    """

    file: str
    rows: Rows
    open: dict[str, Mapping[str, str]] = field(default_factory=dict)
    systems: list[str] = field(default_factory=list)
    ranks: list[int | None] = field(default_factory=list)
    judgments: list[Judgment] = field(default_factory=list)
    answered: Counter[tuple[str, ...]] = field(default_factory=Counter)
    """How often a judge answered a task of a HIT."""
    place: Place = field(default_factory=Place)

    def see(self, event: Event) -> None:
        place = Place(self.file, event.line)
        if event.kind == "text":
            raise FormatError(
                place=place, expected="elements alone", found=f"the text {event.text.strip()[:40]!r}", remedy=_REMEDY
            )
        if event.kind == "start":
            self._start(event, place)
        else:
            if event.name == "ranking-result":
                judgment = self._judgment()
                said = (*self.open.get("HIT", {}).items(), judgment.segment, *self.open["ranking-result"].items())
                if self.rows.is_new((*said, judgment.systems, tuple(self.ranks)), judgment.place):
                    self.judgments.append(judgment)
            self.open.pop(event.name, None)

    def _start(self, event: Event, place: Place) -> None:
        self.open[event.name] = event.attributes
        if event.name == "ranking-result":
            self.systems, self.ranks, self.place = [], [], place
        if event.name == "translation":
            self.systems.append(event.attributes.get("system", f"line {event.line}"))
        self._check(event, place)
        if event.name == "translation":
            self.ranks.append(rank_of(event.attributes["rank"], place))

    def _check(self, event: Event, place: Place) -> None:
        if event.name not in _NEEDED:
            raise FormatError(place=place, expected=f"elements {', '.join(_NEEDED)}", found=event.name, remedy=_REMEDY)
        outer = _INSIDE.get(event.name)
        if outer is not None and outer not in self.open:
            raise FormatError(
                place=place, expected=f"{event.name} inside of {outer}", found="it elsewhere", remedy=_REMEDY
            )
        for name in _NEEDED[event.name]:
            if not event.attributes.get(name):
                raise FormatError(
                    place=place, expected=f"an attribute {name} of {event.name}", found="none", remedy=_REMEDY
                )

    def _judgment(self) -> Judgment:
        hit, task, result = (self.open.get(name, {}) for name in ("HIT", "ranking-task", "ranking-result"))
        check_once(self.systems, self.place)
        if (result.get("skipped") == "true") == bool(self.systems):
            found = f"{len(self.systems)} of them in a result that was {'' if self.systems else 'not '}skipped"
            raise FormatError(
                place=self.place, expected="translations unless the result was skipped", found=found, remedy=_REMEDY
            )
        screen, segment, judge = hit.get("hit-id", ""), task.get("id", ""), result.get("user", "")
        self.answered[screen, segment, judge] += 1
        times = self.answered[screen, segment, judge]
        return Judgment(
            id=self.rows.id_of(self.place),
            protocol="ranking",
            judge=judge,
            language_pair=f"{hit.get('source-language')}-{hit.get('target-language')}",
            segment=segment,
            screen=screen if times == 1 else f"{screen} ({times})",
            systems=tuple(self.systems),
            answer=list(self.ranks),
            elapsed_seconds=_seconds(result.get("duration"), self.place),
            place=self.place,
        )


def read(source: Source, rows: Rows) -> tuple[Judgment, ...]:
    mistakes = Mistakes()
    reader = _Reader(source.name, rows)
    events = parse(source)
    next(events)  # the root, by which the format was recognised
    for event in events:
        with mistakes.noting():
            reader.see(event)
    mistakes.check()
    return tuple(reader.judgments)


def _seconds(duration: str | None, place: Place) -> float | None:
    if duration is None:
        return None
    match = _DURATION.fullmatch(duration)
    if match is None:
        raise FormatError(place=place, expected="a duration as 00:01:02.5", found=repr(duration), remedy=_REMEDY)
    days, hours, minutes, seconds = match.groups(default="0")
    return (int(days) * 24 + int(hours)) * 3600 + int(minutes) * 60 + float(seconds)
