"""Who sees what people judged, and when: rankings, and the judgments themselves."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from bakeoff.rulebook.release.visibility import Answer, may_see
from bakeoff.rulebook.schema import Rulebook
from bakeoff.rulebook.state import Viewer

HumanResult = Literal["human-scores", "judgments"]


def may_see_human_results(
    rulebook: Rulebook,
    when: datetime,
    viewer: Viewer,
    resource: HumanResult,
    *,
    evaluation: str,
    test_set: str | None,
    is_judged: bool,
) -> Answer:
    """Whether someone may see the ranking, or the judgments, of a human evaluation on a test set.

    Organisers may at any time. Nobody else may while it `is_judged`, whatever a phase has released: who knows the
    ranking so far judges differently. An evaluation that is not in the rulebook is released with all others.
    """
    answer = may_see(rulebook, when, viewer, resource, test_set=test_set, evaluation=evaluation)
    if answer.allowed and is_judged and viewer.role != "organiser":
        return Answer(allowed=False, reason="judging is still open")
    return answer
