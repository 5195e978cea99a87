"""What counts beside the judgments given to `bakeoff human analyse`: other systems, gold, teams."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bakeoff.cli.judgments import teams_of
from bakeoff.cli.options import remark
from bakeoff.errors import InputError, Place

if TYPE_CHECKING:
    from bakeoff.data.judgments import Judgment
    from bakeoff.human_eval.contract import Settings
    from bakeoff.human_eval.designs.owed import OwedShare
    from bakeoff.rulebook.schema.human import HumanEvaluation


def reused_answers(
    judgments: tuple[Judgment, ...], runs: Sequence[str], rulebook: HumanEvaluation | None
) -> tuple[Judgment, ...]:
    from bakeoff.evaluation import reuse_answers
    from bakeoff.formats import name_apart, read_runs

    if rulebook is not None and not rulebook.reuse:
        raise InputError(
            expected=f"no outputs, since {rulebook.id} does not let answers hold for identical ones (reuse)",
            found=", ".join(runs),
            remedy="Leave --run out.",
        )
    return reuse_answers(judgments, name_apart([run for path in runs for run in read_runs(path)]))


def owed_by_teams(
    rulebook: HumanEvaluation | None, teams: Sequence[str], judgments: Sequence[Judgment]
) -> tuple[OwedShare, ...]:
    """What teams owe and have done."""
    team_of = teams_of(teams)
    if not team_of:
        return ()
    if rulebook is None:
        raise InputError(expected="a rulebook that says what teams owe", found="none", remedy="Give it by --rules.")

    from bakeoff.evaluation import shares_of_teams

    return shares_of_teams(rulebook, team_of, answered=judgments)


def known_answers(
    path: str, judgments: Sequence[Judgment], protocol: str, settings: Settings | None
) -> Sequence[Judgment]:
    """The right answers of the gold items that were asked."""
    from bakeoff.formats.judgments import read_judgments
    from bakeoff.human_eval.checking import check_judgments
    from bakeoff.human_eval.designs.gold_items import gold_as_asked

    known = [each for each in read_judgments(path) if each.protocol == protocol]
    if not known:
        raise InputError(place=Place(path), expected=f"right answers under {protocol}", found="none")
    check_judgments(known, protocol=protocol, settings=settings)
    asked = gold_as_asked(known, judgments)
    if not asked:
        remark(f"{path}: none of its questions was asked as a gold item.")
    return asked
