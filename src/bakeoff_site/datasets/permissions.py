"""Where files belong, and who may fetch them. Pure: what someone is has been looked up before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.participation.notices import NEWS_DAYS
from bakeoff.rulebook.release.grants import Resource, first_release
from bakeoff.rulebook.release.inputs import inputs_of, main_input, named_input, stored_input
from bakeoff.rulebook.release.test_data import pairs_of
from bakeoff.rulebook.release.visibility import VISIBILITY, Answer, may_see
from bakeoff.rulebook.schema.test_sets import TestSetRules
from bakeoff.rulebook.state import Viewer
from bakeoff.rulebook.submission.off_limits import listed_in_a_file
from bakeoff.rulebook.titles import input_title, title_of
from bakeoff_site.datasets.choices import DataKind

RESOURCES: Mapping[str, Resource] = {
    DataKind.TRAINING: "training-data",
    # Whoever trains systems has to know what to leave out.
    DataKind.OFF_LIMITS: "training-data",
    DataKind.SOURCE: "source",
    # Regions to score are regions to recognise: systems are run on them.
    DataKind.REGIONS: "source",
    DataKind.REFERENCE: "references",
    # What was said in recordings is what recognition is scored against.
    DataKind.TRANSCRIPT: "references",
    # The spellings that are mapped are those of the references.
    DataKind.MAPPINGS: "references",
    DataKind.OUTPUTS: "anonymous-outputs",
}
"""Kinds of files in the order in which people need them, and what rulebooks call them."""


MOST_OF_AN_INPUT = 99
"""Files of one input of a test set: n-best lists of several recognisers, released runs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """A place for a file: of several versions one is in force there."""

    kind: str
    test_set: str = ""
    language_pair: str = ""
    input: str = ""
    """The input, where it is another one than the test set's own source."""
    number: int = 1

    @property
    def kind_label(self) -> str:
        """Its contents without a number: `reference`, `n-best lists`, `released ASR run`."""
        if self.input:
            return "released ASR run" if self.input == "released-runs" else input_title(self.input)
        return str(DataKind(self.kind).label)

    @property
    def label(self) -> str:
        """Its contents: `reference 2`, `n-best lists`, `released ASR run 3`."""
        is_one_of_several = self.kind == DataKind.SOURCE and self.number > 1
        numbered = self.kind == DataKind.REFERENCE or self.input == "released-runs" or is_one_of_several
        return self.kind_label + (f" {self.number}" if numbered else "")

    def title(self, rules: Rulebook) -> str:
        """For people: `reference 2 of Current test, Arabic–English`."""
        named = ((self.test_set, rules.test_sets), (self.language_pair, rules.language_pairs))
        of = ", ".join(title_of(key, table) for key, table in named if key)
        return self.label + (f" of {of}" if of else "")

    def __str__(self) -> str:
        """By its ids: `reference 2 of current ara2eng`."""
        of = " ".join(filter(None, [self.test_set, self.language_pair]))
        return self.label + (f" of {of}" if of else "")


def input_in(rules: Rulebook, test_set: str, named: str) -> str:
    """An input as the files of a test set are kept under it; see `stored_input`."""
    return stored_input(rules, test_set, named) if test_set in rules.test_sets else named


def input_name(rules: Rulebook, slot: Slot) -> str:
    """What the rulebook calls the input of a source; empty for other files."""
    if slot.kind != DataKind.SOURCE or slot.test_set not in rules.test_sets:
        return slot.input
    return named_input(rules, slot.test_set, slot.input)


def slot_mistake(rules: Rulebook, slot: Slot) -> str | None:
    """Why the rulebook has no such place; None where it has."""
    if slot.kind not in DataKind.values:
        return f"there is no kind of file {slot.kind!r}"
    if slot.language_pair and slot.language_pair not in rules.language_pairs:
        return f"the rulebook has no language pair {slot.language_pair!r}"
    if slot.kind == DataKind.TRAINING:
        return "training data belong to no test set" if slot.test_set else None
    if slot.kind == DataKind.OFF_LIMITS:
        return _mistake_in_list(rules, slot)
    if slot.test_set not in rules.test_sets:
        return f"the rulebook has no test set {slot.test_set!r}" if slot.test_set else "choose a test set"
    return _mistake_in(rules, rules.test_sets[slot.test_set], slot)


def _mistake_in_list(rules: Rulebook, slot: Slot) -> str | None:
    if not listed_in_a_file(rules):
        return "the rulebook has no documents that are listed in a file (documents_file in [off_limits])"
    if slot.test_set or slot.language_pair or slot.input or slot.number != 1:
        return "one list serves all test sets and language pairs; the rulebook says what it concerns"
    return None


def _mistake_in(rules: Rulebook, test_set: TestSetRules, slot: Slot) -> str | None:
    if slot.language_pair and slot.language_pair not in pairs_of(rules, test_set):
        return f"the test set {test_set.label} is not of {title_of(slot.language_pair, rules.language_pairs)}"
    if slot.input:
        offered = inputs_of(rules, test_set.id, slot.language_pair)
        if slot.kind != DataKind.SOURCE:
            return f"only a source has an input, found {slot.input} of a {DataKind(slot.kind).label}"
        if slot.input not in offered:
            return f"the inputs of {test_set.label} are {', '.join(offered) or 'none'}, found {slot.input!r}"
    most = _most(rules, test_set, slot)
    if slot.kind != DataKind.OUTPUTS and not 1 <= slot.number <= most:
        several = f"are {most}" if most > 1 else "is one" if most else "is none"
        return f"of {slot.kind_label} there {several} in {test_set.label}, found the number {slot.number}"
    return None


def _most(rules: Rulebook, test_set: TestSetRules, slot: Slot) -> int:
    """How many files of a kind a test set may have: recordings may come in several archives."""
    if slot.kind == DataKind.REFERENCE:
        return test_set.references
    is_audio = slot.kind == DataKind.SOURCE and main_input(rules, test_set.id) == "audio"
    return MOST_OF_AN_INPUT if slot.input or is_audio else 1


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
            source=_input_of(rules, slot),
        )
        for viewer in viewers
    ]
    return next((answer for answer in answers if answer.allowed), answers[0])


def _input_of(rules: Rulebook, slot: Slot) -> str:
    """The input that a file is released with: regions come with the recordings that they are of."""
    of_audio = slot.kind == DataKind.REGIONS and "audio" in inputs_of(rules, slot.test_set, slot.language_pair)
    return "audio" if of_audio else slot.input


def is_news(rules: Rulebook, slot: Slot, added_at: datetime, when: datetime) -> bool:
    """Whether participants got the file of a place a short while ago: it exists and was released."""
    resource, test_set = RESOURCES[slot.kind], slot.test_set or None
    release = first_release(rules, resource, test_set=test_set, role="participant", source=_input_of(rules, slot))
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
    resource, test_set, source = RESOURCES[slot.kind], slot.test_set or None, _input_of(rules, slot)
    return any(
        VISIBILITY[resource, viewer.role] == "always"
        or (
            VISIBILITY[resource, viewer.role] == "released"
            and first_release(rules, resource, test_set=test_set, role=viewer.role, source=source) is not None
        )
        for viewer in viewers
    )
