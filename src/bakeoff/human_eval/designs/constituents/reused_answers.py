"""Answers about phrases that hold for later systems, which have the same phrase for the same part of the source."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bakeoff.data.judgments import SHARED, Judgment, shown_of
from bakeoff.human_eval.analyses.counted_judgments import latest_answers
from bakeoff.human_eval.analyses.shared_judgments import share_answers
from bakeoff.human_eval.designs.constituents.texts import places_of
from bakeoff.human_eval.designs.shown_columns import JudgedTexts
from bakeoff.human_eval.protocols.observations import Item

_UNDECIDED = (None, "not sure")
_Answered = set[tuple[str, Item]]
_PartAndPhrase = tuple[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedAnswers:
    """How many phrases have an answer, and how many of them need not be judged for it."""

    phrases: int
    """Of all systems together, one for each constituent."""
    asked: int
    """Those that judges answered."""
    saved: int
    """Those that have an answer because another system has the same phrase."""

    @property
    def share_saved(self) -> float | None:
        """Of the phrases that have an answer; None where none has."""
        known = self.asked + self.saved
        return self.saved / known if known else None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReusedAnswers(SavedAnswers):
    """Judgments that count for all systems with the phrases that were judged."""

    judgments: tuple[Judgment, ...]

    @property
    def counts(self) -> SavedAnswers:
        """Without the judgments."""
        return SavedAnswers(phrases=self.phrases, asked=self.asked, saved=self.saved)


def phrases_of(judged: JudgedTexts) -> dict[tuple[str, Item], str]:
    """The phrase of each system for each constituent."""
    texts = judged.texts
    places = places_of(judged)
    columns = dict(zip(texts.systems, texts.runs, strict=True))
    return {
        (system, (judged.language_pair, judged.test_set, item.document, item.name)): columns[system][
            places[item.document, item.segment]
        ][slice(*span)]
        for item in judged.constituents
        for system, span in item.outputs.items()
    }


def reuse_phrase_answers(judgments: Sequence[Judgment], phrases: Mapping[tuple[str, Item], str]) -> ReusedAnswers:
    """The judgments, each for all systems that have the same phrase for the same constituent: `a` becomes `a,b`.

    So earlier answers hold for systems that came later (W08, section 3.3). Yes, no, grades and ranks answer; what a
    judge was not sure about is still to be asked. `phrases` are those of all systems (`phrases_of`, `read_phrases`).
    """
    shared = share_answers(judgments, phrases)
    before, after = (_answered(each) & phrases.keys() for each in (judgments, shared))
    return ReusedAnswers(judgments=shared, phrases=len(phrases), asked=len(before), saved=len(after - before))


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierAnswers:
    """The judgments of an evaluation, and what was judged."""

    judgments: Sequence[Judgment]
    texts: Sequence[JudgedTexts]
    count_themselves: bool = False
    """Whether results have these judgments anyhow, so that only what they say of further systems is added."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CarriedAnswers(ReusedAnswers):
    """Answers of earlier evaluations for the systems of another one."""

    added: tuple[Judgment, ...]
    """Those that results have to count in addition: where earlier judgments count themselves, of further systems."""


def carry_answers(earlier: Sequence[EarlierAnswers], judged: Sequence[JudgedTexts]) -> CarriedAnswers:
    """Answers of earlier evaluations, for the systems of these texts that have the same phrase for the same part.

    What systems were called then does not matter. Of answers given again the latest counts; answers about phrases that
    nobody has here are left out, and so are gold and attention items.
    """
    here = {key: phrase for each in judged for key, phrase in _parts_and_phrases(each).items()}
    owners: dict[tuple[Item, _PartAndPhrase], list[str]] = {}
    for (system, item), phrase in here.items():
        owners.setdefault((item, phrase), []).append(system)
    carried: list[Judgment] = []
    added: list[Judgment] = []
    for each in earlier:
        then = {key: phrase for own in each.texts for key, phrase in _parts_and_phrases(own).items()}
        for judgment in latest_answers(own for own in each.judgments if own.control in ("", "repeat")):
            shown = [shared.split(SHARED) for shared in judgment.systems]
            phrases = [then.get((names[0], judgment.item)) for names in shown]
            names = [sorted(owners.get((judgment.item, phrase), ())) if phrase else [] for phrase in phrases]
            carried += _of_others(judgment, names)
            others = [[name for name in own if name not in old] for own, old in zip(names, shown, strict=True)]
            added += _of_others(judgment, others if each.count_themselves else names)
    asked = _answered([judgment for each in earlier for judgment in each.judgments])
    known = _answered(carried)
    return CarriedAnswers(
        judgments=tuple(carried),
        added=tuple(added),
        phrases=len(here),
        asked=len(known & asked),
        saved=len(known - asked),
    )


def _of_others(judgment: Judgment, systems: Sequence[Sequence[str]]) -> Iterator[Judgment]:
    """The judgment about other systems, names for each output; without outputs that nobody has."""
    kept = [number for number, names in enumerate(systems) if names]
    answers = judgment.answer if isinstance(judgment.answer, list | tuple) else [judgment.answer]
    answer = [answers[number] for number in kept]
    if kept:
        yield replace(
            judgment,
            systems=tuple(SHARED.join(systems[number]) for number in kept),
            answer=answer[0] if len(kept) == 1 else answer,
            **shown_of(judgment, kept),
        )


def _parts_and_phrases(judged: JudgedTexts) -> dict[tuple[str, Item], _PartAndPhrase]:
    """The part of the source and the phrase of each system for each constituent."""
    places = places_of(judged)
    source = judged.texts.source or ()
    parts = {
        (judged.language_pair, judged.test_set, item.document, item.name): source[places[item.document, item.segment]][
            slice(*item.source)
        ]
        for item in judged.constituents
    }
    return {key: (parts[key[1]], phrase) for key, phrase in phrases_of(judged).items()}


def answered_phrases(judgments: Sequence[Judgment], *, least: int) -> frozenset[tuple[str, Item]]:
    """The phrases, by system and constituent, that judges decided about at least this number of times."""
    counts = Counter(
        (name, judgment.item)
        for judgment in judgments
        if judgment.control == ""
        for shared, answer in _by_output(judgment)
        if answer not in _UNDECIDED
        for name in shared.split(SHARED)
    )
    return frozenset(each for each, count in counts.items() if count >= least)


def _answered(judgments: Sequence[Judgment]) -> _Answered:
    return {
        (name, judgment.item)
        for judgment in judgments
        if judgment.control in ("", "repeat")
        for shared, answer in _by_output(judgment)
        if answer not in _UNDECIDED
        for name in shared.split(SHARED)
    }


def _by_output(judgment: Judgment) -> Iterator[tuple[str, object]]:
    answers = judgment.answer if isinstance(judgment.answer, list | tuple) else [judgment.answer]
    return zip(judgment.systems, answers, strict=True)
