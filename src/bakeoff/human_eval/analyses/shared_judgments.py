"""Judgments that count elsewhere, too: in another evaluation, or for another system with the same output."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bakeoff.data import Run
from bakeoff.data.judgments import SHARED, Judgment, plain_segment, shown_of
from bakeoff.errors import InputError
from bakeoff.human_eval.analyses.joined_directions import in_single_pairs
from bakeoff.human_eval.protocols.observations import Item
from bakeoff.rulebook import Rulebook


def judgments_for(
    rulebook: Rulebook, name: str, judgments: Sequence[Judgment]
) -> tuple[tuple[Judgment, ...], tuple[str, ...]]:
    """The judgments that count in a human evaluation, and remarks on judgments of other evaluations.

    A judgment belongs to the evaluation that it names (`asked_in`), and where that is none of the rulebook's to any.
    Those of an evaluation whose rules say `counts_for` count as well; where its directions are judged together
    (`mixed_sources`), as judgments of each direction that this evaluation is about. Those of other evaluations do not.
    """
    counted: list[Judgment] = []
    remarks = []
    asked = rulebook.human[name]
    by_evaluation: dict[str, list[Judgment]] = {}
    for judgment in judgments:
        own = judgment.asked_in if judgment.asked_in in rulebook.human else name
        by_evaluation.setdefault(own, []).append(judgment)
    for other, given in by_evaluation.items():
        rules = rulebook.human[other]
        if other == name:
            counted += given
        elif name in rules.counts_for:
            parts = in_single_pairs(given) if rules.mixed_sources and not asked.mixed_sources else given
            taken = [each for each in parts if not asked.language_pairs or each.language_pair in asked.language_pairs]
            counted += taken
            remarks.append(f"{len(given):,} judgments of {other} count here as {len(taken):,}.")
        else:
            remarks.append(f"{len(given):,} judgments of {other} do not count here.")
    return tuple(counted), tuple(remarks)


def reuse_answers(judgments: Sequence[Judgment], runs: Sequence[Run]) -> tuple[Judgment, ...]:
    """The judgments, each for all systems whose output of the segment is the same text: `a` becomes `a,b`.

    So answers also hold for systems that came later. Systems that were on the same screen keep what they got there;
    gold and attention items stay as they are.
    """
    ordinary = [each for each in judgments if each.control in ("", "repeat")]
    return share_answers(judgments, texts_of_items(runs, tuple(dict.fromkeys(each.item for each in ordinary))))


def share_answers(judgments: Sequence[Judgment], texts: Mapping[tuple[str, Item], str]) -> tuple[Judgment, ...]:
    """The same by the texts of systems and items themselves: those of constituents are phrases."""
    alike = _systems_by_text(texts)
    return tuple(
        _shared(each, texts, alike) if each.control in ("", "repeat") and each.systems else each for each in judgments
    )


def for_each_system(judgments: Sequence[Judgment]) -> tuple[Judgment, ...]:
    """Grades, with one judgment for each system: systems that share an output share its grade."""
    single: list[Judgment] = []
    for each in judgments:
        if not any(SHARED in name for name in each.systems):
            single.append(each)
        elif len(each.systems) == 1:
            names = each.systems[0].split(SHARED)
            single += [replace(each, id=f"{each.id}/{name}", systems=(name,)) for name in names]
        else:
            single.append(_with_own_grades(each))
    return tuple(single)


def _with_own_grades(judgment: Judgment) -> Judgment:
    """Every system with the grade, the text and the highlights of the output that it shares."""
    names, outputs = zip(
        *((name, output) for output, shared in enumerate(judgment.systems) for name in shared.split(SHARED)),
        strict=True,
    )
    return replace(
        judgment, systems=names, answer=[judgment.answer[output] for output in outputs], **shown_of(judgment, outputs)
    )


def _systems_by_text(texts: Mapping[tuple[str, Item], str]) -> dict[tuple[Item, str], list[str]]:
    systems: dict[tuple[Item, str], list[str]] = {}
    for (system, item), text in texts.items():
        systems.setdefault((item, text), []).append(system)
    return systems


def _shared(
    judgment: Judgment, texts: Mapping[tuple[str, Item], str], alike: Mapping[tuple[Item, str], Sequence[str]]
) -> Judgment:
    taken = {name for shared in judgment.systems for name in shared.split(SHARED)}
    systems = []
    for shared in judgment.systems:
        first = shared.split(SHARED)[0]
        text = texts.get((first, judgment.item))
        others = [] if text is None else [name for name in alike[judgment.item, text] if name not in taken]
        taken |= set(others)
        # In the order of names, as on screens, so that two judges' answers to one output are found together.
        systems.append(SHARED.join(sorted([*shared.split(SHARED), *others])) if others else shared)
    return replace(judgment, systems=tuple(systems))


def texts_of_items(runs: Sequence[Run], items: Sequence[Item]) -> dict[tuple[str, Item], str]:
    """The outputs of items. Runs and judgments may call test sets differently: document and segment are enough."""
    outputs: dict[tuple[str, str], dict[str, str]] = {}
    for run in runs:
        for document in run.documents:
            for segment in document.segments:
                for place in ((document.id, segment.id), ("", segment.id)):
                    outputs.setdefault(place, {})[run.system] = segment.text
    texts = {
        (system, item): text
        for item in items
        for system, text in outputs.get((item[2], plain_segment(item)), {}).items()
    }
    if not texts:
        raise InputError(
            expected="outputs of the segments that were judged",
            found="none in the runs",
            remedy="Documents and segments must be called the same in both.",
        )
    return texts
