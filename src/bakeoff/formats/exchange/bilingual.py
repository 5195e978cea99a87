"""Source and target of segments, as tools of translators exchange them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from bakeoff.errors import InputError, MistakesError, Place


@dataclass(frozen=True, slots=True, kw_only=True)
class BilingualUnit:
    """A segment with its translation."""

    id: str
    """Empty where the file names none, as translation memories may."""
    source: str
    target: str | None
    """None where there is none yet."""
    signed_off: bool = False
    """Whether the file says that the translation was reviewed."""
    notes: tuple[str, ...] = ()
    place: Place = field(default_factory=Place, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class BilingualFile:
    """All segments of a file, in its order."""

    units: tuple[BilingualUnit, ...]
    source_language: str = ""
    target_language: str = ""
    format: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnedUnits:
    """What came back: for each unit that was sent the one that was returned."""

    units: tuple[tuple[BilingualUnit, BilingualUnit], ...]
    """As sent and as returned."""
    missing: tuple[BilingualUnit, ...]
    """Units without a translation in the file, as they were sent."""
    remarks: tuple[str, ...]


def match_returned(sent: BilingualFile, returned: BilingualFile, *, partial: bool = False) -> ReturnedUnits:
    """Every unit of a file that a translator sent back, with the one that it was made of.

    Units are found by their ids; where a file has none, by their sources, equal ones in their order. Units that are
    repeated, unknown, or whose source was changed, raise a `MistakesError` that names all of them; so do missing ones,
    unless the file may be `partial`. Units in another order are found all the same, and a remark says so.
    """
    mistakes: list[InputError] = []
    found = _by_source(sent, returned, mistakes) if _lacks_ids(returned) else _by_id(sent, returned, mistakes)
    pairs = [(unit, found[unit.id]) for unit in sent.units if unit.id in found and found[unit.id].target is not None]
    done = {unit.id for unit, _ in pairs}
    missing = [unit for unit in sent.units if unit.id not in done]
    if missing and not partial:
        mistakes += [
            InputError(
                place=found[unit.id].place if unit.id in found else Place(_file_of(returned)),
                expected=f"a translation of {unit.id}: {_quoted(unit.source)}",
                found="none",
                remedy="Translate it, or say that the file is not finished.",
            )
            for unit in missing
        ]
    if mistakes:
        raise MistakesError(mistakes)
    order = {unit.id: number for number, unit in enumerate(sent.units)}
    numbers = [order[key] for key in found if key in order]
    moved = numbers != sorted(numbers)
    return ReturnedUnits(
        units=tuple(pairs),
        missing=tuple(missing),
        remarks=("Segments are in another order than they were sent; they were found by their ids.",) if moved else (),
    )


def _lacks_ids(file: BilingualFile) -> bool:
    return not any(unit.id for unit in file.units)


def _by_id(sent: BilingualFile, returned: BilingualFile, mistakes: list[InputError]) -> dict[str, BilingualUnit]:
    known = {unit.id: unit for unit in sent.units}
    times = Counter(unit.id for unit in returned.units)
    found: dict[str, BilingualUnit] = {}
    for unit in returned.units:
        if unit.id not in known:
            mistakes.append(_mistake(unit, "a segment that was sent", f"the id {unit.id!r}", "Take it out."))
        elif times[unit.id] > 1:
            mistakes.append(_mistake(unit, f"{unit.id} once", f"{times[unit.id]} times", "Take one of them out."))
        elif _plain(unit.source) != _plain(known[unit.id].source):
            expected = f"the source of {unit.id} as it was sent, {_quoted(known[unit.id].source)}"
            mistakes.append(_mistake(unit, expected, _quoted(unit.source), "Restore the source."))
        found.setdefault(unit.id, unit)
    return found


def _by_source(sent: BilingualFile, returned: BilingualFile, mistakes: list[InputError]) -> dict[str, BilingualUnit]:
    """Translation memories may leave out ids: then sources say which segment is which."""
    waiting: dict[str, list[str]] = {}
    for unit in sent.units:
        waiting.setdefault(_plain(unit.source), []).append(unit.id)
    found = {}
    for unit in returned.units:
        fitting = waiting.get(_plain(unit.source))
        if fitting:
            found[fitting.pop(0)] = unit
        else:
            expected = "the source of a segment that was sent" if fitting is None else "each segment as often as sent"
            mistakes.append(_mistake(unit, expected, _quoted(unit.source), "Restore the source, or take it out."))
    return found


def _mistake(unit: BilingualUnit, expected: str, found: str, remedy: str) -> InputError:
    return InputError(place=unit.place, expected=expected, found=found, remedy=remedy)


def _plain(text: str) -> str:
    """Without differences of white space, which tools change."""
    return " ".join(text.split())


def _quoted(text: str) -> str:
    return repr(text if len(text) <= 60 else f"{text[:57]}…")


def _file_of(file: BilingualFile) -> str | None:
    return next((unit.place.file for unit in file.units), None)
