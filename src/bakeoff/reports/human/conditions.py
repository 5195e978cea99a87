"""How a human evaluation was asked, in words: what its results rest on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bakeoff.human_eval import HumanEvaluationResult, HumanRanking
from bakeoff.human_eval.protocols.rulebook_protocols import protocol_by_rules
from bakeoff.rulebook.schema.human import HumanEvaluation, Sample

_JUDGES = {
    "participants": "participating teams",
    "volunteers": "volunteers",
    "hired": "hired judges",
    "crowd": "crowd workers",
    "translators": "professional translators",
}
_CHOICES = {
    "all": "from the complete test set",
    "random": "drawn at random",
    "by-length": "drawn so that their lengths are those of the complete text",
    "first-part": "the first part of each document",
}


def judging_conditions(
    rules: HumanEvaluation, result: HumanEvaluationResult, ranking: HumanRanking
) -> tuple[tuple[str, str], ...]:
    """What was judged, how, by whom and how often: headings and sentences."""
    return tuple(_conditions(rules, result, ranking))


def _conditions(
    rules: HumanEvaluation, result: HumanEvaluationResult, ranking: HumanRanking
) -> Iterator[tuple[str, str]]:
    protocol = protocol_by_rules(rules)
    visible = protocol.visible
    yield "Protocol", result.title
    yield "Segments", f"{ranking.segments:,}, {_sample(rules.sample)}"
    hidden = ", and a reference hidden among them" if rules.reference_among else ""
    systems = len(ranking.systems) - bool(rules.reference_among)
    yield "Systems", f"{systems:,}{hidden}"
    count = 1 if protocol.alternates else rules.shown
    shown = "all outputs" if count == "all" else f"{count} output{'s' if count > 1 else ''}"
    given = [name for name in ("source", "reference", "history", "document") if name in visible]
    yield "On a screen", f"{shown}, {f'with {_listed(given)}' if given else 'without source and reference'}"
    yield "Judges", f"{ranking.judges:,} ({_JUDGES[rules.judges]}), {rules.judgments} for each item"
    controls = {"repeated": rules.repeats, "gold items": rules.gold, "attention checks": rules.attention}
    if said := [f"{share:.0%} {name}" for name, share in controls.items() if share]:
        yield "Controls", ", ".join(said)


def _sample(sample: Sample) -> str:
    words = _CHOICES[sample.choice]
    if sample.choice == "first-part":
        words = f"the first {sample.part:.0%} of each document"
    bounds = [f"at least {sample.min_words} words"] if sample.min_words else []
    bounds += [f"at most {sample.max_words} words"] if sample.max_words else []
    return ", ".join([words, *([f"of {' and '.join(bounds)}"] if bounds else [])])


def _listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
