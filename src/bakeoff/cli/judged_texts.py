"""The texts that are judged, as commands are given them, and those of the systems that an evaluation is about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bakeoff.cli.options import remark
from bakeoff.errors import BakeoffError

if TYPE_CHECKING:
    from bakeoff.data.entrants import Entrant
    from bakeoff.evaluation import JudgedTexts
    from bakeoff.rulebook import Rulebook
    from bakeoff.rulebook.schema.human import HumanEvaluation


def given_texts(
    source: str | None,
    runs: Sequence[str],
    references: Sequence[str],
    names: tuple[str | None, str | None],
    counts: tuple[int | None, int | None],
) -> JudgedTexts:
    from bakeoff.evaluation import JudgedTexts, imagined_texts

    if counts[0] is not None and counts[1] is not None:
        if runs:
            raise BakeoffError("--systems and --segments plan without texts: leave the runs out.")
        return imagined_texts(counts[0], counts[1])
    if not runs:
        raise BakeoffError(
            "no output was named: give runs by --run, or --systems and --segments to plan without texts."
        )

    from bakeoff.data import align
    from bakeoff.formats import name_apart, read_references, read_runs, read_source

    outputs = name_apart([run for path in runs for run in read_runs(path, on_remark=remark)])
    origin = read_source(source, on_remark=remark) if source else None
    texts = align(outputs, [text for path in references for text in read_references(path)], source=origin)
    for text in texts.remarks:
        remark(text)
    known = origin or outputs[0]
    pair = "-".join(filter(None, [known.source_language, outputs[0].target_language]))
    return JudgedTexts(language_pair=names[0] or pair, test_set=names[1] or known.test_set or "", texts=texts)


def known_entrants(path: str | None, given: JudgedTexts) -> Sequence[Entrant] | None:
    """What is known of the systems whose output there is; those that the file does not name are unknown."""
    if path is None:
        return None

    from bakeoff.data.entrants import Entrant as Known
    from bakeoff.formats import read_entrants

    known = {each.system: each for each in read_entrants(path)}
    if missing := [system for system in given.texts.systems if system not in known]:
        raise BakeoffError(f"{path} does not name {', '.join(missing)}, whose output is to be judged.")
    if without := [system for system in known if system not in given.texts.systems]:
        remark(f"{path}: no output of {', '.join(without)}.")
    return [known.get(system) or Known(system=system) for system in given.texts.systems]


def judged_texts(
    book: Rulebook, rules: HumanEvaluation, given: JudgedTexts, entrants: Sequence[Entrant] | None, scores: str | None
) -> JudgedTexts:
    """The texts of those systems that an evaluation is about."""
    from dataclasses import replace

    from bakeoff.data.entrants import Entrant as Known
    from bakeoff.evaluation import best_by, choose_systems

    if entrants is None and (rules.best is None or scores is None):
        if rules.best is not None:
            remark(f"{rules.id}: only the best {rules.best} are judged; give scores by --scores. The plan has all.")
        if rules.consenting:
            remark(f"{rules.id}: only consenting sites are judged; name them by --entrants. The plan has all.")
        return given
    known = entrants if entrants is not None else [Known(system=system) for system in given.texts.systems]
    values = None
    if rules.best is not None and scores is not None:
        from bakeoff.formats import read_scores

        values = {row.system: row.score for row in read_scores(scores, name=best_by(book, rules).name).rows}
    found = choose_systems(book, rules, known, scores=values)
    for system, why in found.left_out.items():
        remark(f"{rules.id}: {system} is not judged: {why}.")
    places = [given.texts.systems.index(system) for system in found.judged]
    runs = tuple(given.texts.runs[place] for place in places)
    return replace(given, texts=replace(given.texts, runs=runs, systems=found.judged))
