"""Where files belong, and who may fetch them. Pure: what someone is has been looked up before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.participation.notices import NEWS_DAYS
from bakeoff.rulebook.release.test_data import pairs_of
from bakeoff.rulebook.release.visibility import VISIBILITY, Answer, Resource, first_release, may_see
from bakeoff.rulebook.schema.test_sets import TestSetRules
from bakeoff.rulebook.state import Viewer
from bakeoff.rulebook.titles import title_of
from bakeoff_site.datasets.choices import DataKind

RESOURCES: Mapping[str, Resource] = {
    DataKind.TRAINING: "training-data",
    DataKind.SOURCE: "source",
    # Regions to score are regions to recognise: systems are run on them.
    DataKind.REGIONS: "source",
    DataKind.REFERENCE: "references",
    # The spellings that are mapped are those of the references.
    DataKind.MAPPINGS: "references",
    DataKind.OUTPUTS: "anonymous-outputs",
}
"""Kinds of files in the order in which people need them, and what rulebooks call them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """A place for a file: of several versions one is in force there."""

    kind: str
    test_set: str = ""
    language_pair: str = ""
    number: int = 1

    @property
    def label(self) -> str:
        """Its contents: `reference 2`."""
        return DataKind(self.kind).label + (f" {self.number}" if self.kind == DataKind.REFERENCE else "")

    def title(self, rules: Rulebook) -> str:
        """For people: `reference 2 of Current test, Arabic to English`."""
        named = ((self.test_set, rules.test_sets), (self.language_pair, rules.language_pairs))
        of = ", ".join(title_of(key, table) for key, table in named if key)
        return self.label + (f" of {of}" if of else "")

    def __str__(self) -> str:
        """By its ids: `reference 2 of current ara2eng`."""
        of = " ".join(filter(None, [self.test_set, self.language_pair]))
        return self.label + (f" of {of}" if of else "")


def slot_mistake(rules: Rulebook, slot: Slot) -> str | None:
    """Why the rulebook has no such place; None where it has."""
    if slot.kind not in DataKind.values:
        return f"there is no kind of file {slot.kind!r}"
    if slot.language_pair and slot.language_pair not in rules.language_pairs:
        return f"the rulebook has no language pair {slot.language_pair!r}"
    if slot.kind == DataKind.TRAINING:
        return "training data belong to no test set" if slot.test_set else None
    if slot.test_set not in rules.test_sets:
        return f"the rulebook has no test set {slot.test_set!r}" if slot.test_set else "choose a test set"
    return _mistake_in(rules, rules.test_sets[slot.test_set], slot)


def _mistake_in(rules: Rulebook, test_set: TestSetRules, slot: Slot) -> str | None:
    if slot.language_pair and slot.language_pair not in pairs_of(rules, test_set):
        return f"the test set {test_set.label} is not of {title_of(slot.language_pair, rules.language_pairs)}"
    most = test_set.references if slot.kind == DataKind.REFERENCE else 1
    if slot.kind != DataKind.OUTPUTS and not 1 <= slot.number <= most:
        several = f"are {most}" if most > 1 else "is one" if most else "is none"
        return (
            f"of {slot.label.rstrip('0123456789 ')} there {several} in {test_set.label}, found the number {slot.number}"
        )
    return None


def may_fetch(rules: Rulebook, viewers: Sequence[Viewer], when: datetime, slot: Slot) -> Answer:
    """Whether someone who is all of `viewers`, most trusted first, may fetch the file of a place at a time."""
    answers = [
        may_see(
            rules,
            when,
            viewer,
            RESOURCES[slot.kind],
            test_set=slot.test_set or None,
            language_pair=slot.language_pair or None,
        )
        for viewer in viewers
    ]
    return next((answer for answer in answers if answer.allowed), answers[0])


def is_news(rules: Rulebook, slot: Slot, added_at: datetime, when: datetime) -> bool:
    """Whether participants got the file of a place a short while ago: it exists and was released."""
    release = first_release(rules, RESOURCES[slot.kind], test_set=slot.test_set or None, role="participant")
    if release is None:
        return False
    since = max(release.when, added_at)
    return since <= when < since + timedelta(days=NEWS_DAYS)


def may_remove(kind: str, *, in_force: bool) -> Answer:
    """Whether organisers may take a file away."""
    if kind == DataKind.OUTPUTS:
        return Answer(allowed=False, reason="the server makes and removes packs of outputs, as teams consent")
    if not in_force:
        return Answer(allowed=False, reason="the file was already replaced or removed")
    return Answer(allowed=True, reason="")


def is_ever_handed_out(rules: Rulebook, viewers: Sequence[Viewer], slot: Slot) -> bool:
    """Whether the campaign ever gives the file of a place to someone who does what is required."""
    resource, test_set = RESOURCES[slot.kind], slot.test_set or None
    return any(
        VISIBILITY[resource, viewer.role] == "always"
        or (
            VISIBILITY[resource, viewer.role] == "released"
            and first_release(rules, resource, test_set=test_set, role=viewer.role) is not None
        )
        for viewer in viewers
    )
