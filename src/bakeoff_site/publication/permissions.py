"""What an audience sees of the results: not one person, but everybody of its kind."""

from __future__ import annotations

from datetime import datetime

from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.release.grants import Grant, Resource, first_release, releases
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
