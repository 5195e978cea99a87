"""What someone may see of results, and what they get to know runs by. Pure: who they are has been looked up before.

The numbers of rows would reveal who submitted when, and what belongs together. A system whose name is not released has
a number and an address instead that follow from the server's secret alone, stay the same for good, and do not change
when other runs come.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.crypto import salted_hmac

from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.release.grants import Resource
from bakeoff.rulebook.release.table_parts import Part, part_of_table
from bakeoff.rulebook.release.visibility import Answer, may_see
from bakeoff.rulebook.state import Viewer
from bakeoff_site.campaigns.conversions import viewers_of
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.submissions.choices import Effect
from bakeoff_site.submissions.models import Run

_FEWEST = 100
_NUMBERS = 900
_SALT = "bakeoff_site.results"


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
        """When they will see more scores than now, as far as the schedule says."""
        return min((a.opens for a in (self.scores, self.own_scores) if not a.allowed and a.opens), default=None)

    def as_of_others(self) -> Visibility:
        """The visibility for people with the same rights and no run here."""
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
    """The part of the table that contains a run."""
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
            # Without the reason: people who see the same scores share the same pages.
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


def viewer_of(role: CampaignRole, now: datetime) -> ResultsViewer:
    return ResultsViewer(
        role.campaign.rules,
        viewers_of(role),
        team_id=role.team.pk if role.team is not None else None,
        now=now,
    )


def name_of(rules: Rulebook, run: Run) -> str:
    """What tables call a run where names are shown; a system that is published under a code, by its code."""
    system = rules.systems.get(run.entered)
    return run.entered if system is not None and system.anonymous else run.name


class Names:
    """What someone gets to know runs by."""

    def __init__(self, rules: Rulebook, numbers: dict[int, int]) -> None:
        self._rules = rules
        self._numbers = numbers

    def name(self, run: Run, visibility: Visibility) -> str:
        return name_of(self._rules, run) if visibility.knows(run) else f"system {self._numbers[run.pk]}"

    def key(self, run: Run, visibility: Visibility) -> str:
        """What the address of its page calls it."""
        return str(run.pk) if visibility.knows(run) else anonymous_key(run.board_id, run.pk)


def names_for(rules: Rulebook, runs: Iterable[Run]) -> Names:
    """Names of runs. Give all runs of a board, also those withdrawn: numbers are handed out among all of them."""
    by_board: dict[int, list[int]] = {}
    for run in runs:
        by_board.setdefault(run.board_id, []).append(run.pk)
    numbers: dict[int, int] = {}
    for run_ids in by_board.values():
        numbers |= anonymous_numbers(run_ids)
    return Names(rules, numbers)


def anonymous_numbers(run_ids: Iterable[int]) -> dict[int, int]:
    """The number of every run of a board; give all of them, also those withdrawn, so that none is handed out twice."""
    taken: set[int] = set()
    numbers: dict[int, int] = {}
    for run_id in sorted(run_ids):
        place = int(_secret(run_id)[:12], 16)
        # Numbers grow longer on a board that would fill half of them; a later run never moves an earlier one.
        span = _NUMBERS * 10 ** (len(taken) * 2 // _NUMBERS)
        number = _FEWEST + place % span
        while number in taken:
            number += 1
        taken.add(number)
        numbers[run_id] = number
    return numbers


def anonymous_key(board_id: int, run_id: int) -> str:
    """What addresses call a run whose name is not released."""
    return f"{board_id}-{_secret(run_id)[-16:]}"


def _secret(run_id: int) -> str:
    return salted_hmac(_SALT, str(run_id), algorithm="sha256").hexdigest()
