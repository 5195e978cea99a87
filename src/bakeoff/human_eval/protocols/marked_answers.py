"""Errors marked on a screen: checked against its texts, compared with those that were marked before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from bakeoff.human_eval.protocols.contract import AnswerError, Missing
from bakeoff.human_eval.protocols.error_marks import ErrorSpan, imagine_errors, parse_errors, write_errors
from bakeoff.human_eval.protocols.screens import Screen
from bakeoff.human_eval.protocols.text_boundaries import character_boundaries, snap, word_boundaries

MOST_MARKS = 200
LONGEST_NOTE = 1000
_KEPT = 0.7
"""Share of given marks that simulated judges keep."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenMarks:
    """What a judge made of the errors that were marked before: in each list as they were given."""

    kept: tuple[ErrorSpan, ...] = ()
    changed: tuple[ErrorSpan, ...] = ()
    removed: tuple[ErrorSpan, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Marking:
    """What was marked in an output."""

    errors: tuple[ErrorSpan, ...]
    digest: str = ""
    """Of the screen's texts, which the offsets are into; empty where it was not marked on a screen of ours."""
    given: GivenMarks | None = None
    """None: nothing was marked before."""


@dataclass(frozen=True, slots=True)
class MarkingRules:
    """Which errors there are on the screens of an evaluation."""

    severities: tuple[str, ...]
    categories: tuple[str, ...] = ()
    notes_for: tuple[str, ...] = ()
    complete: tuple[str, ...] = ()

    @property
    def ordinary(self) -> tuple[str, ...]:
        """The categories that need nothing else; an empty one where there are none."""
        special = {*self.notes_for, *self.complete}
        return tuple(each for each in self.categories if each not in special) or ("",)

    @property
    def details(self) -> Mapping[str, Any]:
        """What a screen says of them."""
        categorised = {"categories": self.categories, "notes_for": self.notes_for, "complete": self.complete}
        return {"severities": self.severities, **(categorised if self.categories else {})}


def parse_marking(content: Mapping[str, Any], *, text: str | None) -> Marking:
    """Spans with what belongs to them; `AnswerError` where they are none."""
    digest, given = content.get("digest") or "", content.get("given")
    if not isinstance(digest, str):
        raise AnswerError(expected="as digest that of the texts", found=repr(digest)[:60])
    return Marking(
        errors=parse_errors(content.get("spans"), text=text),
        digest=digest,
        given=None if given is None else _parse_given(given),
    )


def write_marking(marking: Marking) -> dict[str, Any]:
    """As JSON has it; `parse_marking` reads it back."""
    written: dict[str, Any] = {"spans": write_errors(marking.errors)}
    if marking.digest:
        written["digest"] = marking.digest
    if (given := marking.given) is not None:
        written["given"] = {
            "kept": write_errors(given.kept),
            "changed": write_errors(given.changed),
            "removed": write_errors(given.removed),
        }
    return written


def settle_marking(errors: Iterable[ErrorSpan], screen: Screen, rules: MarkingRules) -> Marking:
    """Marks as they are stored for a screen: with ids, on the boundaries of characters, compared with the given ones.

    Marks outside of the texts, and marks next to one that is about the complete output, raise `AnswerError`.
    """
    settled: dict[str, ErrorSpan] = {}
    given = {each.id: _placed(each, screen, rules) for each in given_errors(screen)}
    asked = tuple(errors)
    if len(asked) > MOST_MARKS:
        raise AnswerError(expected=f"at most {MOST_MARKS} errors", found=str(len(asked)))
    for error in asked:
        name = error.id or _free_name(settled, given)
        if name in settled:
            raise AnswerError(expected="a different id for each error", found=f"{name!r} twice")
        placed = _placed(error, screen, rules)
        settled[name] = replace(placed, id=name, origin="given" if name in given else "judge")
    if len(settled) > 1 and (alone := next((e for e in settled.values() if e.category in rules.complete), None)):
        raise AnswerError(
            expected=f"no other error next to {alone.category}, which is about the complete translation",
            found=f"{len(settled) - 1} more",
            remedy="Remove the others, or choose another category.",
        )
    compared = _compared(given, settled) if screen.given is not None else None
    return Marking(errors=tuple(settled.values()), digest=screen.digest, given=compared)


def given_errors(screen: Screen) -> tuple[ErrorSpan, ...]:
    """The errors that were marked before the judge saw the output."""
    return () if screen.given is None else parse_errors(screen.given["spans"])


def given_marks(errors: Sequence[ErrorSpan], *, text: str, original: str) -> list[dict[str, Any]]:
    """Errors as a screen gives them to judges: numbered, and moved to where their text is if the output was damaged.

    Errors in the damaged part are left out.
    """
    prefix = _common(original, text)
    suffix = min(_common(original[::-1], text[::-1]), min(len(original), len(text)) - prefix)
    shift = len(text) - len(original)
    kept: list[ErrorSpan] = []
    for error in errors:
        start, end = error.start, error.end
        if error.side != "target" or start is None or end is None or end <= prefix:
            kept.append(error)
        elif start >= len(original) - suffix:
            kept.append(replace(error, start=start + shift, end=end + shift))
    return write_errors(replace(e, id=f"g{number}", origin="given") for number, e in enumerate(kept, start=1))


def missing_in(errors: Sequence[ErrorSpan], rules: MarkingRules) -> tuple[Missing, ...]:
    """What marks still need: a category where there are some, and a note where the category asks for one."""
    uncategorised = sum(not each.category for each in errors) if rules.categories else 0
    unnoted = sum(each.category in rules.notes_for and not each.note.strip() for each in errors)
    found = [("a category", uncategorised), ("a note", unnoted)]
    return tuple(Missing(f"{what} for {_count(number)}", 0, is_only=True) for what, number in found if number)


def imagine_marking(
    screen: Screen, perceived: float, rng: np.random.Generator, rules: MarkingRules
) -> tuple[ErrorSpan, ...]:
    """Errors that someone marks who finds an output so good, at words of the text."""
    text = screen.texts[0]
    bounds = word_boundaries(text)
    errors = [each for each in given_errors(screen) if rng.random() < _KEPT]
    for error in imagine_errors(perceived, rng, categories=rules.ordinary):
        severity = error.severity if error.severity in rules.severities else rules.severities[0]
        if len(bounds) == 1:
            errors.append(replace(error, severity=severity, side="missing", start=None, end=None))
            continue
        first = int(rng.integers(len(bounds) - 1))
        last = min(first + 1 + int(rng.integers(3)), len(bounds) - 1)
        errors.append(replace(error, severity=severity, start=bounds[first], end=bounds[last]))
    return tuple(errors)


def _parse_given(content: Any) -> GivenMarks:
    names = ("kept", "changed", "removed")
    if not isinstance(content, Mapping) or set(content) != set(names):
        raise AnswerError(expected="kept, changed and removed errors as given", found=repr(content)[:60])
    return GivenMarks(**{name: parse_errors(content[name]) for name in names})


def _placed(error: ErrorSpan, screen: Screen, rules: MarkingRules) -> ErrorSpan:
    """An error on the boundaries of characters, of the text that it is in."""
    if error.severity not in rules.severities:
        raise AnswerError(expected=f"as severity one of {', '.join(rules.severities)}", found=repr(error.severity)[:60])
    if error.category and error.category not in rules.categories:
        expected = (
            f"as category one of {', '.join(rules.categories)}" if rules.categories else "errors without category"
        )
        raise AnswerError(expected=expected, found=repr(error.category)[:60])
    if len(error.note) > LONGEST_NOTE:
        raise AnswerError(expected=f"a note of at most {LONGEST_NOTE:,} characters", found=f"{len(error.note):,}")
    text = screen.texts[0] if error.side == "target" else screen.source
    if text is None:
        raise AnswerError(expected="errors in the translation: the source is not shown", found=f"side {error.side}")
    if error.category in rules.complete:
        return replace(error, side="target", start=0, end=len(screen.texts[0]))
    if error.start is None or error.end is None:
        if error.side == "missing":
            return error
        raise AnswerError(expected="where the error starts and ends", found="null")
    if not error.start < error.end <= len(text):
        raise AnswerError(
            expected=f"errors inside the text, which has {len(text)} characters",
            found=f"one from {error.start} to {error.end}",
        )
    start, end = snap(error.start, error.end, character_boundaries(text))
    return replace(error, start=start, end=end)


def _compared(given: Mapping[str, ErrorSpan], settled: Mapping[str, ErrorSpan]) -> GivenMarks:
    still = [each for name, each in given.items() if name in settled]
    return GivenMarks(
        kept=tuple(each for each in still if settled[each.id] == each),
        changed=tuple(each for each in still if settled[each.id] != each),
        removed=tuple(each for name, each in given.items() if name not in settled),
    )


def _free_name(taken: Mapping[str, Any], given: Mapping[str, Any]) -> str:
    number = len(taken) + 1
    while (name := f"m{number}") in taken or name in given:
        number += 1
    return name


def _common(first: str, second: str) -> int:
    """How many characters two texts start with alike."""
    pairs = enumerate(zip(first, second, strict=False))
    return next((number for number, (a, b) in pairs if a != b), min(len(first), len(second)))


def _count(number: int) -> str:
    return "one of the errors" if number == 1 else f"{number} of the errors"
