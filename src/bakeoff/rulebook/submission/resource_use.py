"""What a system was built with, against what its condition permits and what is off limits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Literal

from bakeoff.rulebook.schema import OffLimits, Rulebook, epoch_days

Misuse = Literal["unknown", "forbidden", "off-limits-epoch", "off-limits-document", "after-cut-off"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclaredResource:
    """A resource as a system description names it."""

    name: str
    """Its id in the rulebook, or a name of its own with the class that it belongs to."""
    belongs_to: str | None = None
    """The class it belongs to (`public`), for one that the rulebook does not list."""
    epoch: str | None = None
    """When its texts were written or recorded: `2006`, `2001-01/2006-12`."""
    documents: tuple[str, ...] = ()
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Objection:
    """A resource that may not be used, or not so."""

    resource: DeclaredResource
    misuse: Misuse
    found: str
    expected: str


def objections(
    rulebook: Rulebook,
    declared: Sequence[DeclaredResource],
    *,
    condition: str | None,
    language_pair: str | None = None,
    track: str | None = None,
) -> Iterator[Objection]:
    """Everything in which the declared resources depart from the rules of a condition; without one, what is off limits.

    >>> from bakeoff.rulebook import read_rulebook
    >>> gigaword = DeclaredResource(name="Gigaword", belongs_to="public", epoch="2007")
    >>> rules = read_rulebook("openmt2012")
    >>> [objection.misuse for objection in objections(rules, [gigaword], condition="constrained")]
    ['forbidden', 'off-limits-epoch']
    """
    for resource in declared:
        if condition is not None:
            yield from _permission(rulebook, resource, condition, language_pair)
        for limits in rulebook.off_limits.values():
            if _concerns(rulebook, limits, resource, language_pair, track):
                yield from _outside(resource, limits)


def _permission(
    rulebook: Rulebook, resource: DeclaredResource, condition: str, language_pair: str | None
) -> Iterator[Objection]:
    permitted = rulebook.conditions[condition].permits
    kind = resource.name if resource.name in rulebook.resources else resource.belongs_to
    if kind is None or kind not in rulebook.resources:
        close = get_close_matches(resource.name, rulebook.resources, n=1)
        meant = f"; did you mean {close[0]}?" if close else ""
        yield Objection(
            resource, "unknown", kind or resource.name, f"a resource of the rulebook, or the class it belongs to{meant}"
        )
        return
    pairs = rulebook.resources[kind].language_pairs
    if kind not in permitted:
        expected = f"resources that {rulebook.conditions[condition].label} permits: {', '.join(permitted)}"
        yield Objection(resource, "forbidden", kind, expected)
    elif pairs and language_pair not in (None, *pairs):
        yield Objection(resource, "forbidden", f"{kind} for {language_pair}", f"its use for {', '.join(pairs)}")


def _concerns(
    rulebook: Rulebook, limits: OffLimits, resource: DeclaredResource, language_pair: str | None, track: str | None
) -> bool:
    kind = rulebook.resources.get(resource.name) or rulebook.resources.get(resource.belongs_to or "")
    if kind is not None and kind.kind == "tools":
        return False  # taggers and parsers hold no text of the test epoch
    if limits.kinds and (kind is None or kind.kind not in limits.kinds):
        return False
    return (not limits.language_pairs or language_pair in (None, *limits.language_pairs)) and (
        not limits.tracks or track in (None, *limits.tracks)
    )


def _outside(resource: DeclaredResource, limits: OffLimits) -> Iterator[Objection]:
    if documents := sorted(set(resource.documents) & set(limits.documents)):
        yield Objection(
            resource, "off-limits-document", ", ".join(documents), f"none of the documents of {limits.label}"
        )
    if resource.epoch is None:
        return
    first, last = epoch_days(resource.epoch)
    for epoch in limits.epochs:
        begin, end = epoch_days(epoch)
        if first <= end and begin <= last:
            yield Objection(
                resource, "off-limits-epoch", resource.epoch, f"texts from outside {epoch} ({limits.label})"
            )
    if limits.from_day is not None and last >= limits.from_day:
        expected = f"texts from before {limits.from_day} ({limits.label})"
        yield Objection(resource, "after-cut-off", resource.epoch, expected)
