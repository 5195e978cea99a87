"""What someone may see of results. Pure: what they are, and what there is, has been looked up before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.state import Viewer
from bakeoff.rulebook.table_parts import Part, part_of_table
from bakeoff.rulebook.visibility import Answer, Resource, may_see
from bakeoff_site.submissions.choices import Effect
from bakeoff_site.submissions.models import Run


@dataclass(frozen=True, slots=True, kw_only=True)
class Visibility:
    """What someone may see of the results on a test set in a language pair."""

    is_organiser: bool
    team_id: int | None
    """Their own team, as long as it takes part."""
    scores: Answer
    own_scores: Answer
    outputs: Answer
    own_output: Answer
    source: Answer
    references: Answer
    system_names: Answer

    @property
    def opens(self) -> datetime | None:
        """When they will see more scores than now, as far as the schedule tells."""
        return min((a.opens for a in (self.scores, self.own_scores) if not a.allowed and a.opens), default=None)

    def as_of_others(self) -> Visibility:
        """That of those who have the same rights and no run here."""
        return replace(self, team_id=None, own_scores=self.scores, own_output=self.outputs)

    def owns(self, run: Run) -> bool:
        return run.team_id is not None and run.team_id == self.team_id

    def knows(self, run: Run) -> bool:
        """Whether they may learn whose run it is. Systems that organisers enter belong to no team."""
        return self.system_names.allowed or self.owns(run) or bool(run.entered)

    def lists(self, run: Run) -> bool:
        """Whether they may learn that there is such a run."""
        if self.is_organiser or self.owns(run):
            return True
        return self.scores.allowed and run.in_force

    def scores_of(self, run: Run) -> bool:
        """Whether they may see its scores; those of late and debugged runs that do not count stay with their team."""
        if self.owns(run):
            return self.scores.allowed or self.own_scores.allowed
        return self.lists(run) and (self.is_organiser or part_of(run) != "named")

    def output_of(self, run: Run) -> bool:
        """Whether they may read it."""
        if self.owns(run):
            return self.own_output.allowed or self.outputs.allowed
        return self.outputs.allowed and (self.is_organiser or run.in_force)


def part_of(run: Run) -> Part:
    """The part of the table that a run stands in."""
    return part_of_table(official=run.official, late=run.late, debugged=run.effect == Effect.DEBUGGED)


class ResultsViewer:
    """Someone who looks at the results of a campaign at a given time."""

    def __init__(self, rules: Rulebook, viewers: Sequence[Viewer], *, team_id: int | None, now: datetime) -> None:
        self._rules = rules
        self._viewers = viewers
        self._team_id = team_id
        self._now = now
        self._team = next((viewer.team for viewer in viewers if viewer.team is not None), None)
        self.is_organiser = any(viewer.role == "organiser" for viewer in viewers)

    def may(self, resource: Resource, *, test_set: str | None = None, language_pair: str | None = None) -> Answer:
        """The best answer that one of their roles gets; where all are refused, the one that opens first."""
        answers = [
            may_see(
                self._rules,
                self._now,
                viewer,
                resource,
                test_set=test_set,
                language_pair=language_pair,
                owner=self._team if resource.startswith("own-") else None,
            )
            for viewer in self._viewers
        ]
        for answer in answers:
            if answer.allowed:
                return answer
        opening = [answer for answer in answers if answer.opens is not None]
        return min(opening, key=lambda answer: answer.opens or self._now) if opening else answers[0]

    def visibility(self, test_set: str, language_pair: str) -> Visibility:
        def may(resource: Resource) -> Answer:
            answer = self.may(resource, test_set=test_set, language_pair=language_pair)
            # Without the reason: whoever sees the same, sees the same pages.
            return Answer(allowed=answer.allowed, reason="", opens=None if answer.allowed else answer.opens)

        return Visibility(
            is_organiser=self.is_organiser,
            team_id=self._team_id if self._team is not None else None,
            scores=may("scores"),
            own_scores=may("own-scores"),
            outputs=may("outputs"),
            own_output=may("own-output"),
            source=may("source"),
            references=may("references"),
            system_names=may("system-names"),
        )
