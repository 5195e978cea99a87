"""What an audience sees of the results, and who sees a version of them. Pure: what someone is was looked up before."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import astuple, dataclass
from datetime import datetime
from typing import cast

from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.release.grants import Grant, Resource, first_release, grants, releases
from bakeoff.rulebook.release.human_results import HumanResult
from bakeoff.rulebook.release.visibility import Answer
from bakeoff.rulebook.state import STRANGER, Viewer
from bakeoff_site.publication.choices import Audience
from bakeoff_site.results.permissions import ResultsViewer


def viewer_for(rules: Rulebook, audience: Audience, now: datetime) -> ResultsViewer:
    """An audience at a time, for everything that asks what somebody may see."""
    if audience == "participants":
        return _Participants(rules, (STRANGER,), own={}, now=now)
    viewer = STRANGER if audience == "public" else Viewer(role="organiser")
    return ResultsViewer(rules, (viewer,), own={}, now=now)


class _Participants(ResultsViewer):
    """Participants who have done all that is asked of them; each single one is asked again when they look."""

    def may(
        self,
        resource: Resource,
        *,
        test_set: str | None = None,
        language_pair: str | None = None,
        team_id: int | None = None,
    ) -> Answer:
        del language_pair, team_id  # which a release does not name
        if resource.startswith("own-"):
            return Answer(allowed=False, reason="it belongs to a team")
        return self._by(first_release(self._rules, resource, test_set=test_set, role="participant"))

    def may_see_judged(self, resource: HumanResult, *, evaluation: str, test_set: str, is_judged: bool) -> Answer:
        if is_judged:
            return Answer(allowed=False, reason="judging is still open")
        known = test_set if test_set in self._rules.test_sets else None
        found = releases(self._rules, resource, test_set=known, role="participant", evaluation=evaluation)
        return self._by(next(found, None))

    def _by(self, release: Grant | None) -> Answer:
        if release is None:
            return Answer(allowed=False, reason="no phase releases it to participants")
        is_released = release.when <= self._now
        return Answer(allowed=is_released, reason=release.phase, opens=None if is_released else release.when)


@dataclass(frozen=True, slots=True, order=True)
class Requirement:
    """Something that somebody has to be allowed to see to see a version."""

    resource: Resource
    test_set: str = ""
    language_pair: str = ""
    evaluation: str = ""

    def stored(self) -> list[str]:
        return [str(each) for each in astuple(self)]

    @classmethod
    def of(cls, stored: Iterable[str]) -> Requirement:
        resource, test_set, language_pair, evaluation = stored
        return cls(cast(Resource, resource), test_set, language_pair, evaluation)

    def is_met(self, viewer: ResultsViewer) -> bool:
        """Whether someone may see it now."""
        if self.evaluation:
            asked = cast(HumanResult, self.resource)
            return viewer.may_see_judged(
                asked, evaluation=self.evaluation, test_set=self.test_set, is_judged=False
            ).allowed
        return viewer.may(
            self.resource, test_set=self.test_set or None, language_pair=self.language_pair or None
        ).allowed


def first_results(rules: Rulebook, audience: Audience) -> datetime | None:
    """When an audience sees scores for the first time; None: the rulebook never releases any to it."""
    role = "participant" if audience == "participants" else "stranger"
    found = [grant.when for grant in grants(rules) if "scores" in grant.resources and role in grant.roles]
    return min(found, default=None)


def may_see_version(viewer: ResultsViewer, rests_on: Iterable[Iterable[str]], *, audience: str) -> bool:
    """Whether someone may see a published version: organisers always, others once all of it is released to them.

    One for participants stays with those who take part, also when results are public.
    """
    if viewer.is_organiser:
        return True
    if audience != "public" and not viewer.takes_part:
        return False
    required = [Requirement.of(each) for each in rests_on]
    return bool(required) and all(each.is_met(viewer) for each in required)
