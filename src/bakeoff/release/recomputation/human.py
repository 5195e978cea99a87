"""Human evaluations again: rankings, agreement, shares of answers, post-edits and tournaments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from bakeoff.data import AlignedTexts, align
from bakeoff.data.judgments import Judgment
from bakeoff.errors import BakeoffError
from bakeoff.formats import read_references, read_runs, read_source
from bakeoff.human_eval import (
    HumanEvaluationResult,
    PostEditResult,
    analyse_judgments,
    analyse_post_edits,
    analysis_by_rules,
    post_edit_analysis_by_rules,
    protocol_by_rules,
)
from bakeoff.human_eval.analyses.answer_shares import AnswerShares, shares_in
from bakeoff.release.content import EvaluationJudgments, Place, ReleaseContent
from bakeoff.release.privacy import withheld_edits
from bakeoff.release.recomputation.files import NamedFiles, files_of
from bakeoff.release.recomputation.recomputed import Gap, Recomputed
from bakeoff.reports.campaign_results.human import HumanResults
from bakeoff.rulebook.schema.human import HumanEvaluation

POST_EDITING = "post_editing"


@dataclass(frozen=True, kw_only=True, eq=False)
class AnalysedEvaluation:
    """A human evaluation, analysed over all language pairs and test sets."""

    content: ReleaseContent
    own: EvaluationJudgments
    files: NamedFiles

    @cached_property
    def rules(self) -> HumanEvaluation:
        """As they were when it was planned."""
        return HumanEvaluation.model_validate({"id": self.own.evaluation, **self.own.rules})

    @cached_property
    def judgments(self) -> tuple[Judgment, ...]:
        """All that count."""
        return tuple(self.own.judgments())

    @cached_property
    def result(self) -> HumanEvaluationResult:
        """Of all groups."""
        return analyse_judgments(
            self.judgments,
            protocol=self.rules.protocol,
            settings=protocol_by_rules(self.rules).settings,
            analysis=analysis_by_rules(self.rules),
        )

    @cached_property
    def answers(self) -> tuple[AnswerShares, ...]:
        """How often each answer was given, of all groups."""
        protocol = protocol_by_rules(self.rules)
        return shares_in(self.judgments, protocol, analysis_by_rules(self.rules), self.result)

    @cached_property
    def post_edits(self) -> PostEditResult | None:
        """Of all groups, where outputs were corrected."""
        if self.rules.protocol != POST_EDITING:
            return None
        return analyse_post_edits(
            self.judgments,
            texts=dict(self._texts()) if self.own.references_count else {},
            earlier=list(self.own.earlier()),
            settings=protocol_by_rules(self.rules).settings,
            analysis=post_edit_analysis_by_rules(self.rules),
        )

    def names(self, *places: Place) -> Mapping[str, str]:
        """What results of a place call systems; the first of these that is known."""
        return next((self.own.names[place] for place in places if place in self.own.names), {})

    def _texts(self) -> Iterator[tuple[Place, AlignedTexts]]:
        """Complete outputs and references of each place."""
        outputs = {each.run: each.file for each in self.content.outputs}
        for place, runs in self.own.runs.items():
            files = files_of(self.content, *place)
            if files is None or not files.references:
                continue
            read = [
                replace(read_runs(self.files.path_of(outputs[run]))[0], system=name)
                for name, run in runs.items()
                if run in outputs
            ]
            references = [text for each in files.references for text in read_references(self.files.path_of(each))]
            source = None if files.source is None else read_source(self.files.path_of(files.source))
            yield place, align(read, references, source=source, uneven_references=True)


def recompute_human(analysed: AnalysedEvaluation, published: HumanResults) -> Recomputed[HumanResults]:
    """The results of one language pair and test set."""
    what = f"{published.title} ({published.language_pair}, {published.test_set})"
    if hidden := withheld_edits(analysed.own, analysed.content.left_out):
        why = f"post-edits of {', '.join(hidden)} are withheld with the outputs"
        return Recomputed(result=published, gaps=(Gap(what=what, why=why, is_wrong=False),))
    try:
        return Recomputed(result=_again(analysed, published))
    except BakeoffError as error:
        why = analysed.files.without_folders(str(error))
        return Recomputed(result=published, gaps=(Gap(what=what, why=why, is_wrong=True),))


def _again(analysed: AnalysedEvaluation, published: HumanResults) -> HumanResults:
    group = published.ranking.group
    places = (_place(group), (published.language_pair, published.test_set))
    names = _complete(analysed.names(*places), _systems(analysed.result, group))
    result = analysed.result.of_group(group, names)
    if result is None:
        raise BakeoffError("the judgments have no ranking of this language pair and test set")
    answers: tuple[AnswerShares, ...] = ()
    if published.answers:
        answers = tuple(
            replace(each, system=names.get(each.system, each.system))
            for each in analysed.answers
            if each.group == group
        )
    return replace(published, result=result, answers=answers, post_edits=_post_edits(analysed, published, group))


def _post_edits(
    analysed: AnalysedEvaluation, published: HumanResults, group: Mapping[str, str]
) -> PostEditResult | None:
    if published.post_edits is None or analysed.post_edits is None:
        return published.post_edits
    own = analysed.post_edits.of_group(group)
    if own is None:
        raise BakeoffError("there are no post-edits of this language pair and test set")
    systems = [each.system for part in own.groups for each in part.systems]
    places = (_place(group), (published.language_pair, published.test_set))
    return own.renamed(_complete(analysed.names(*places), systems))


def _systems(result: HumanEvaluationResult, group: Mapping[str, str]) -> list[str]:
    rankings = (*result.rankings, *(result.with_everyone or ()))
    return [each.system for ranking in rankings if ranking.group == group for each in ranking.systems]


def _complete(names: Mapping[str, str], systems: Sequence[str]) -> dict[str, str]:
    return {name: name for name in systems} | dict(names)


def _place(group: Mapping[str, Any]) -> Place:
    return (group.get("language_pair", ""), group.get("test_set", ""))
