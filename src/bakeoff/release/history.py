"""What a later campaign takes over from a release package: an earlier year.

Progress sets with systems and their scores, seeds of tournaments, matches that need not be judged again, post-edits
that are references for everyone, and answers about phrases that other systems have as well. Systems have the names of
the earlier results.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from bakeoff.data import Run, align
from bakeoff.data.judgments import Judgment
from bakeoff.errors import BakeoffError
from bakeoff.evaluation import match_results_of
from bakeoff.formats import ScoreFile, ScoreRow, read_references, read_runs, read_source
from bakeoff.human_eval import JudgedTexts, protocol_by_rules
from bakeoff.human_eval.analyses.counted_judgments import latest_answers
from bakeoff.human_eval.designs.constituents.reused_answers import EarlierAnswers
from bakeoff.human_eval.designs.planned_tournaments import EarlierMatch
from bakeoff.release.content import EvaluationJudgments, Place, ReleaseContent, ReleaseFile, TestSetFiles
from bakeoff.release.recomputation.files import NamedFiles, files_of
from bakeoff.reports.campaign_results.boards import RunScore
from bakeoff.rulebook.schema.human import HumanEvaluation

_POST_EDITING, _PAIRWISE = "post_editing", "pairwise"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class EarlierSystem:
    """A system of the earlier campaign on one of its test sets."""

    run: str
    name: str
    team: str
    track: str
    condition: str
    output: ReleaseFile | None
    """None where it is not in the package."""
    scores: tuple[RunScore, ...]
    compared: bool
    """Whether it was compared across teams: a primary system, as a rule."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ProgressSet:
    """A test set of the earlier campaign in a language pair, and all systems that have scores on it."""

    language_pair: str
    test_set: str
    files: TestSetFiles | None
    systems: tuple[EarlierSystem, ...]

    def best(self, metric: str, specification: str) -> EarlierSystem | None:
        """The compared system with the best score; None where none has one."""
        scored = [
            (score, each)
            for each in self.systems
            if each.compared
            for score in each.scores
            if (score.metric, score.specification) == (metric, specification) and score.value is not None
        ]
        if not scored:
            return None
        sign = -1 if scored[0][0].direction == "lower" else 1
        return max(scored, key=lambda pair: sign * (pair[0].value or 0.0))[1]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class EarlierCampaign:
    """A released campaign as a later one uses it."""

    content: ReleaseContent

    @property
    def title(self) -> str:
        """Where results are from, for people: with the year, where the title does not say it."""
        campaign = self.content.results.rulebook.campaign
        year = "" if campaign.year is None or str(campaign.year) in campaign.title else f" {campaign.year}"
        return f"{campaign.title}{year}"

    @property
    def progress_sets(self) -> tuple[ProgressSet, ...]:
        """Every test set whose files or scores are released, by language pair."""
        results = self.content.results
        outputs = {each.run: each.file for each in self.content.outputs}
        places = dict.fromkeys((board.language_pair, board.test_set) for board in results.boards)
        return tuple(
            ProgressSet(
                language_pair=pair,
                test_set=test_set,
                files=files_of(self.content, pair, test_set),
                systems=tuple(
                    EarlierSystem(
                        run=run.id,
                        name=run.name,
                        team=run.team,
                        track=board.track,
                        condition=board.condition,
                        output=outputs.get(run.id),
                        scores=run.scores,
                        compared=run.compared,
                    )
                    for board in results.boards_of(language_pair=pair, test_set=test_set)
                    for run in board.runs
                    if run.scores
                ),
            )
            for pair, test_set in places
        )

    def seeds(self, place: Place, metric: str, specification: str) -> ScoreFile:
        """The scores of the compared systems, as tournaments are seeded by them."""
        rows = tuple(
            ScoreRow(system.name, score.value)
            for own in self.progress_sets
            if (own.language_pair, own.test_set) == place
            for system in own.systems
            if system.compared
            for score in system.scores
            if (score.metric, score.specification) == (metric, specification) and score.value is not None
        )
        if not rows:
            raise BakeoffError(f"{self.title} has no scores by {metric} ({specification}) on {' '.join(place)}.")
        return ScoreFile(metric, rows)

    def matches(self, place: Place) -> tuple[EarlierMatch, ...]:
        """Results of pairs on a test set: those of tournaments, with what these took over, then of other judgments."""
        found: dict[frozenset[str], EarlierMatch] = {}
        for tournament in self.content.tournaments:
            if (tournament.language_pair, tournament.test_set) == place:
                for result in (*tournament.matches, *tournament.earlier):
                    found.setdefault(result.pair, EarlierMatch(result=result, origin=self.title))
        for own in self._of(_PAIRWISE):
            names = own.names.get(place, {})
            judged = [each for each in own.judgments() if (each.language_pair, each.test_set) == place]
            settings = protocol_by_rules(_rules(own)).settings
            for result in match_results_of(judged, settings=settings) if judged else ():
                called = {name: names.get(name, name) for name in (result.a, result.b)}
                winner = None if result.winner is None else called[result.winner]
                result = replace(result, a=called[result.a], b=called[result.b], winner=winner)  # noqa: PLW2901
                found.setdefault(result.pair, EarlierMatch(result=result, origin=self.title))
        return tuple(found.values())

    def post_edits(self, place: Place) -> tuple[Judgment, ...]:
        """Post-edits on a test set as answers of an earlier campaign, those that it took over among them."""
        found: list[Judgment] = []
        for own in self._of(_POST_EDITING):
            names = own.names.get(place, {})
            given = (each for each in own.judgments() if each.control in ("", "repeat") and each.systems)
            for each in (*latest_answers(given), *own.earlier()):
                if (each.language_pair, each.test_set) == place:
                    system = names.get(each.systems[0], each.systems[0])
                    found.append(
                        replace(
                            each,
                            id=f"earlier:{own.evaluation}:{len(found) + 1}",
                            campaign=self.content.results.rulebook.campaign.id,
                            systems=(system,),
                            screen="",
                            position=None,
                            control="",
                            origin="earlier campaign",
                        )
                    )
        return tuple(found)

    def answers(self, protocol: str) -> tuple[EarlierAnswers, ...]:
        """Answers about phrases, with the phrases of all systems, for what takes them over (`carry_answers`)."""
        return tuple(
            EarlierAnswers(judgments=tuple(own.judgments()), texts=tuple(self._phrases(own)))
            for own in self._of(protocol)
            if own.constituents
        )

    def _of(self, protocol: str) -> Iterator[EvaluationJudgments]:
        return (own for own in self.content.judgments if own.rules.get("protocol") == protocol)

    def _phrases(self, own: EvaluationJudgments) -> Iterator[JudgedTexts]:
        outputs = {each.run: each.file for each in self.content.outputs}
        with tempfile.TemporaryDirectory(prefix="bakeoff-") as folder:
            files = NamedFiles(Path(folder))
            for place, items in own.constituents.items():
                test_set = files_of(self.content, *place)
                runs = {name: outputs[run] for name, run in own.runs.get(place, {}).items() if run in outputs}
                if test_set is None or not runs:
                    continue
                source = None if test_set.source is None else read_source(files.path_of(test_set.source))
                references = [text for each in test_set.references for text in read_references(files.path_of(each))]
                texts = align(list(_named(runs, files)), references, source=source, uneven_references=True)
                kept = tuple(
                    replace(item, outputs={name: span for name, span in item.outputs.items() if name in runs})
                    for item in items
                )
                yield JudgedTexts(language_pair=place[0], test_set=place[1], texts=texts, constituents=kept)


def earlier_campaign(content: ReleaseContent) -> EarlierCampaign:
    """A package as an earlier year of another campaign."""
    return EarlierCampaign(content=content)


def _named(runs: Mapping[str, ReleaseFile], files: NamedFiles) -> Iterator[Run]:
    for name, file in runs.items():
        yield replace(read_runs(files.path_of(file))[0], system=name)


def _rules(own: EvaluationJudgments) -> HumanEvaluation:
    return HumanEvaluation.model_validate({"id": own.evaluation, **own.rules})
