"""Who may see how metrics agree with people. Pure: what someone is has been looked up before."""

from __future__ import annotations

from dataclasses import dataclass

from bakeoff.rulebook.release.visibility import Answer
from bakeoff_site.results.permissions import ResultsViewer


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricsAsked:
    """The results that somebody asks for."""

    test_set: str
    evaluation: str
    is_judged: bool
    """Whether the human evaluation is still open."""


def may_see_metrics(viewer: ResultsViewer, asked: MetricsAsked) -> Answer:
    """Whether someone may see the results of a metrics task: organisers at any time.

    Others need what the results say: scores of people and of metrics, and the names of systems. Whatever of these is
    released last opens them.
    """
    answers = (
        viewer.may_see_judged(
            "human-scores", evaluation=asked.evaluation, test_set=asked.test_set, is_judged=asked.is_judged
        ),
        viewer.may("scores", test_set=asked.test_set),
        viewer.may("system-names", test_set=asked.test_set),
    )
    refused = [answer for answer in answers if not answer.allowed]
    if not refused or viewer.is_organiser:
        return Answer(allowed=True, reason="")
    times = [answer.opens for answer in refused if answer.opens is not None]
    opens = max(times) if len(times) == len(refused) else None
    return Answer(allowed=False, reason=refused[0].reason, opens=opens)
