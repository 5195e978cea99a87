"""What someone may see of results, and what they get to know runs by. Pure: who they are has been looked up before.

The numbers of rows would reveal who submitted when, and what belongs together. A system whose name is not released has
a number and an address instead that follow from the server's secret alone, stay the same for good, and do not change
when other runs come.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.crypto import salted_hmac

from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.release.grants import Resource
from bakeoff.rulebook.release.human_results import HumanResult, may_see_human_results
from bakeoff.rulebook.release.reference_groups import may_see_reference_groups
from bakeoff.rulebook.release.table_parts import Part, part_of_table
from bakeoff.rulebook.release.visibility import Answer, may_see
from bakeoff.rulebook.state import Viewer
from bakeoff_site.campaigns.conversions import participants_of, viewers_of
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.submissions.choices import Effect
from bakeoff_site.submissions.models import Run

_FEWEST = 100
_NUMBERS = 900
_SALT = "bakeoff_site.results"


@dataclass(frozen=True, slots=True)
class OwnTeam:
    """What someone may see of the runs of a team of theirs."""

    team_id: int
    scores: bool
    output: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Visibility:
    """What someone may see of the results on a test set in a language pair."""

    is_organiser: bool
    own: tuple[OwnTeam, ...]
    """Their own teams, as long as they take part: what one of them may see says nothing of another."""
    scores: Answer
    own_scores: Answer
    """Whether they may see scores of any team of theirs."""
    outputs: Answer
    source: Answer
    references: Answer
    reference_groups: Answer
    """Of groups by attributes that only references carry."""
    system_names: Answer
    descriptions: bool
    """Whether descriptions of all systems are released to them."""

    @property
    def opens(self) -> datetime | None:
        """When they will see more scores than now, as far as the schedule says."""
        return min((a.opens for a in (self.scores, self.own_scores) if not a.allowed and a.opens), default=None)

    def as_of_others(self) -> Visibility:
        """The visibility for people with the same rights and no run here."""
        return replace(self, own=(), own_scores=self.scores)

    def owns(self, run: Run) -> bool:
        return self._owner(run) is not None

    def _owner(self, run: Run) -> OwnTeam | None:
        return next((each for each in self.own if each.team_id == run.team_id), None)

    def knows(self, run: Run) -> bool:
        """Whether they may learn whose run it is. Systems that organisers enter belong to no team."""
        return self.system_names.allowed or self.owns(run) or bool(run.entered)

    def flags_of(self, run: Run) -> tuple[str, ...]:
        """Why a run is flagged, for organisers, its team, and people who may read its description."""
        may_read = self.is_organiser or self.owns(run) or (self.descriptions and self.knows(run))
        return run.flags if may_read else ()

    def lists(self, run: Run) -> bool:
        """Whether it is in tables for them."""
        if self.is_organiser:
            return True
        if owner := self._owner(run):
            return self.scores.allowed or owner.scores
        return self.scores.allowed and run.in_force

    def scores_of(self, run: Run) -> bool:
        """Whether they may see its scores; those of late and debugged runs that do not count stay with their team."""
        if owner := self._owner(run):
            return self.scores.allowed or owner.scores
        return self.lists(run) and (self.is_organiser or part_of(run) != "named")

    def output_of(self, run: Run) -> bool:
        """Whether they may read it."""
        if owner := self._owner(run):
            return owner.output or self.outputs.allowed
        return self.outputs.allowed and (self.is_organiser or run.in_force)


def part_of(run: Run) -> Part:
    """The part of the table that contains a run."""
    return part_of_table(official=run.official, late=run.late, debugged=run.effect == Effect.DEBUGGED)


class ResultsViewer:
    """Someone who looks at the results of a campaign at a given time."""

    def __init__(self, rules: Rulebook, viewers: Sequence[Viewer], *, own: Mapping[int, Viewer], now: datetime) -> None:
        self._rules = rules
        self._viewers = viewers
        self._own = own
        self._now = now
        self.is_organiser = any(viewer.role == "organiser" for viewer in viewers)
        self.takes_part = bool(own)
        """Whether one of their teams takes part."""

    def may(
        self,
        resource: Resource,
        *,
        test_set: str | None = None,
        language_pair: str | None = None,
        team_id: int | None = None,
    ) -> Answer:
        """The best answer that one of their roles gets; where all are refused, the one that opens first.

        With a team of theirs, what they are by their other teams does not count.
        """
        return self._best(
            may_see(
                self._rules,
                self._now,
                viewer,
                resource,
                test_set=test_set,
                language_pair=language_pair,
                owner=viewer.team if resource.startswith("own-") else None,
            )
            for viewer in self._viewers
            if team_id is None or viewer.team is None or viewer is self._own[team_id]
        )

    def may_see_judged(self, resource: HumanResult, *, evaluation: str, test_set: str, is_judged: bool) -> Answer:
        """Whether they may see what people judged on a test set; nobody but organisers may while it `is_judged`."""
        return self._best(
            may_see_human_results(
                self._rules,
                self._now,
                viewer,
                resource,
                evaluation=evaluation,
                test_set=test_set if test_set in self._rules.test_sets else None,
                is_judged=is_judged,
            )
            for viewer in self._viewers
        )

    def _best(self, given: Iterable[Answer]) -> Answer:
        answers = list(given)
        for answer in answers:
            if answer.allowed:
                return answer
        opening = [answer for answer in answers if answer.opens is not None]
        return min(opening, key=lambda answer: answer.opens or self._now) if opening else answers[0]

    def visibility(self, test_set: str, language_pair: str) -> Visibility:
        def without_reason(answer: Answer) -> Answer:
            # People who see the same scores share the same pages.
            return Answer(allowed=answer.allowed, reason="", opens=None if answer.allowed else answer.opens)

        def may_see_own(resource: Resource, team_id: int) -> bool:
            return self.may(resource, test_set=test_set, language_pair=language_pair, team_id=team_id).allowed

        def may(resource: Resource) -> Answer:
            return without_reason(self.may(resource, test_set=test_set, language_pair=language_pair))

        groups = self._best(
            may_see_reference_groups(self._rules, self._now, viewer, test_set=test_set, language_pair=language_pair)
            for viewer in self._viewers
        )
        return Visibility(
            is_organiser=self.is_organiser,
            own=tuple(
                OwnTeam(team_id, scores=may_see_own("own-scores", team_id), output=may_see_own("own-output", team_id))
                for team_id in self._own
            ),
            scores=may("scores"),
            own_scores=may("own-scores"),
            outputs=may("outputs"),
            source=may("source"),
            references=may("references"),
            reference_groups=without_reason(groups),
            system_names=may("system-names"),
            descriptions=self.may("descriptions").allowed,
        )


def viewer_of(role: CampaignRole, now: datetime) -> ResultsViewer:
    own = participants_of(role)
    return ResultsViewer(role.campaign.rules, viewers_of(role, own), own=own, now=now)


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
