"""What somebody has to be allowed to see to see the results that an audience sees."""

from __future__ import annotations

from collections.abc import Iterator

from bakeoff.release.content import ReleaseContent
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff_site.publication.permissions import Requirement
from bakeoff_site.publication.selectors.results import SeenCampaign


def requirements_of(
    seen: SeenCampaign, results: CampaignResults, content: ReleaseContent | None = None
) -> tuple[Requirement, ...]:
    """In order and each once; with the content of a package also of its texts and judgments."""
    found = {*_of_results(seen, results), *(() if content is None else _of_package(content))}
    return tuple(sorted(found))


def _of_results(seen: SeenCampaign, results: CampaignResults) -> Iterator[Requirement]:
    for board in seen.boards:
        yield Requirement("scores", board.board.test_set)
        if any(run.team_id is not None and board.visibility.knows(run) for run in board.runs):
            yield Requirement("system-names", board.board.test_set)
    if results.teams:
        yield Requirement("participants")
    if any(team.descriptions for team in results.teams):
        yield Requirement("descriptions")
    for view in seen.human.boards:
        place = view.place
        yield Requirement("human-scores", place.test_set_id, evaluation=place.evaluation_id)
        if view.may_read_judgments:
            yield Requirement("judgments", place.test_set_id, evaluation=place.evaluation_id)
    for task in results.metrics_tasks:
        yield Requirement("human-scores", task.test_set, evaluation=task.evaluation)


def _of_package(content: ReleaseContent) -> Iterator[Requirement]:
    boards = content.results.runs
    for output in content.outputs:
        yield Requirement("outputs", boards[output.run][0].test_set)
    for test_set in content.test_sets:
        if test_set.source is not None or test_set.regions is not None:
            yield Requirement("source", test_set.test_set)
        if test_set.references or test_set.mappings is not None:
            yield Requirement("references", test_set.test_set)
