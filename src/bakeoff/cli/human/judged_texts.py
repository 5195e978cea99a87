"""The texts to judge, as commands receive them: for one or more language pairs, and from which systems."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bakeoff.cli.interface.output import remark
from bakeoff.errors import BakeoffError

if TYPE_CHECKING:
    from bakeoff.data import ReferenceSet, Run, TextSet
    from bakeoff.data.entrants import Entrant
    from bakeoff.human_eval import JudgedTexts
    from bakeoff.rulebook import Rulebook
    from bakeoff.rulebook.schema.human import HumanEvaluation


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenTexts:
    """Files of texts. Each may be written `fr-en=FILE`; several sources, or such names, are several language pairs."""

    sources: Sequence[str]
    runs: Sequence[str]
    references: Sequence[str]
    language_pair: str | None
    test_set: str | None

    def read(self) -> list[JudgedTexts]:
        """The texts of every language pair, in the order in which runs name them."""
        from bakeoff.formats import read_references, read_runs, read_source

        sources = [(pair, read_source(path, on_remark=remark)) for pair, path in map(_named, self.sources)]
        runs = [(pair, run) for pair, path in map(_named, self.runs) for run in read_runs(path, on_remark=remark)]
        references = [(pair, text) for pair, path in map(_named, self.references) for text in read_references(path)]
        if len(sources) <= 1 and not any(pair for pair, _ in (*sources, *runs, *references)):
            source = sources[0][1] if sources else None
            return [self._of_pair(source, [run for _, run in runs], [text for _, text in references])]
        if self.language_pair is not None:
            raise BakeoffError("--language-pair is for texts of one; write fr-en=FILE where there are several.")
        by_pair: dict[str, list[Run]] = {}
        for named, run in runs:
            by_pair.setdefault(named or _pair_of(run), []).append(run)
        judged = [
            self._of_pair(_source(pair, sources), own, _references(pair, references, list(by_pair)), pair=pair)
            for pair, own in by_pair.items()
        ]
        _check_used(sources, list(by_pair))
        return judged

    def _of_pair(
        self,
        source: TextSet | None,
        runs: Sequence[Run],
        references: Sequence[ReferenceSet],
        *,
        pair: str | None = None,
    ) -> JudgedTexts:
        from bakeoff.data import align
        from bakeoff.formats import name_apart
        from bakeoff.human_eval import JudgedTexts

        outputs = name_apart(runs)
        texts = align(outputs, references, source=source)
        for text in texts.remarks:
            remark(text)
        known = source or outputs[0]
        said = "-".join(filter(None, [known.source_language, outputs[0].target_language]))
        return JudgedTexts(
            language_pair=pair or self.language_pair or said,
            test_set=self.test_set or known.test_set or "",
            texts=texts,
        )


def _named(text: str) -> tuple[str | None, str]:
    """The language pair that a file is said to be of, and the file."""
    pair, equals, path = text.partition("=")
    return (pair, path) if equals and pair and not Path(text).exists() else (None, text)


def _pair_of(run: Run) -> str:
    if not run.source_language or not run.target_language:
        raise BakeoffError(
            f"{run.file} does not say its language pair: write fr-en={run.file}, as others are of several."
        )
    return f"{run.source_language}-{run.target_language}"


def _source(pair: str, sources: Sequence[tuple[str | None, TextSet]]) -> TextSet | None:
    own = [text for named, text in sources if _is_source_of(pair, named, text)]
    if len(own) > 1:
        raise BakeoffError(f"{pair} has {len(own)} sources: {', '.join(str(text.file) for text in own)}.")
    return own[0] if own else None


def _is_source_of(pair: str, named: str | None, text: TextSet) -> bool:
    return named == pair if named else (text.source_language or "").casefold() == pair.partition("-")[0].casefold()


def _check_used(sources: Sequence[tuple[str | None, TextSet]], pairs: Sequence[str]) -> None:
    for named, text in sources:
        if not any(_is_source_of(pair, named, text) for pair in pairs):
            raise BakeoffError(
                f"{text.file} is the source of no run: runs are of {', '.join(pairs)}. Write {pairs[0]}={text.file}."
            )


def _references(
    pair: str, references: Sequence[tuple[str | None, ReferenceSet]], pairs: Sequence[str]
) -> list[ReferenceSet]:
    """The references given for the pair; otherwise those from its source; otherwise all into its target: one text."""
    origin, _, target = pair.casefold().partition("-")
    unnamed = [text for named, text in references if named is None]
    into = [text for text in unnamed if (text.target_language or target).casefold() == target]
    own = [text for text in into if (text.source_language or "").casefold() == origin]
    fitting = [text for named, text in references if named == pair] or own or into
    if fitting or not unnamed:
        return fitting
    if len({each.casefold().partition("-")[2] for each in pairs}) > 1:
        raise BakeoffError(f"no reference is into {target or pair}: write {pair}={unnamed[0].file} for those that are.")
    return unnamed  # all runs are into one language, whatever the files call it


def texts_of_evaluations(
    given: GivenTexts, rules: Mapping[str, HumanEvaluation], counts: tuple[int | None, int | None]
) -> dict[str, Sequence[JudgedTexts]]:
    """The texts in the language pairs that each evaluation is about, or imagined ones."""
    from bakeoff.human_eval import imagined_texts, texts_judged

    systems, segments = counts
    if systems is not None and segments is not None:
        if given.runs:
            raise BakeoffError("--systems and --segments plan without texts: leave the runs out.")
        return {
            name: [
                imagined_texts(systems, segments, language_pair=pair)
                for pair in (each.language_pairs if each.mixed_sources else [""])
            ]
            for name, each in rules.items()
        }
    if not given.runs:
        raise BakeoffError(
            "no output was named: give runs by --run, or --systems and --segments to plan without texts."
        )
    texts = given.read()
    if len(texts) == 1:  # what its language pair is called is the files' affair
        return dict.fromkeys(rules, texts)
    judged = {name: texts_judged(each, texts) for name, each in rules.items()}
    for name, own in judged.items():
        if left_out := [each.language_pair for each in texts if each not in own]:
            remark(f"{name} is not about {', '.join(left_out)}: left out there.")
    return {**judged}


def known_entrants(path: str | None, given: Iterable[JudgedTexts]) -> Sequence[Entrant] | None:
    """What the file says about each system with an output; a system that it does not name is unknown."""
    if path is None:
        return None

    from bakeoff.data.entrants import Entrant as Known
    from bakeoff.formats import read_entrants

    known = {each.system: each for each in read_entrants(path)}
    systems = dict.fromkeys(system for each in given for system in each.texts.systems)
    if missing := [system for system in systems if system not in known]:
        raise BakeoffError(f"{path} does not name {', '.join(missing)}, whose output is to be judged.")
    if without := [system for system in known if system not in systems]:
        remark(f"{path}: no output of {', '.join(without)}.")
    return [known.get(system) or Known(system=system) for system in systems]


def judged_texts(
    book: Rulebook, rules: HumanEvaluation, given: JudgedTexts, entrants: Sequence[Entrant] | None, scores: str | None
) -> JudgedTexts:
    """The texts of those systems that an evaluation is about."""
    from dataclasses import replace

    from bakeoff.data.entrants import Entrant as Known
    from bakeoff.human_eval import best_by, choose_systems

    if entrants is None and (rules.best is None or scores is None):
        if rules.best is not None:
            remark(f"{rules.id}: only the best {rules.best} are judged; give scores by --scores. The plan has all.")
        if rules.consenting:
            remark(f"{rules.id}: only consenting teams are judged; name them by --entrants. The plan has all.")
        return given
    known = [
        each
        for each in entrants or [Known(system=system) for system in given.texts.systems]
        if each.system in given.texts.systems
    ]
    values = None
    if rules.best is not None and scores is not None:
        from bakeoff.formats import read_scores

        values = {row.system: row.score for row in read_scores(scores, name=best_by(book, rules).name).rows}
    systems = choose_systems(book, rules, known, scores=values)
    for system, why in systems.left_out.items():
        remark(f"{rules.id}: {system} is not judged: {why}.")
    places = [given.texts.systems.index(system) for system in systems.judged]
    runs = tuple(given.texts.runs[place] for place in places)
    return replace(given, texts=replace(given.texts, runs=runs, systems=systems.judged))
