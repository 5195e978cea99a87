"""What teams owe to a human evaluation, what was dealt to their judges and what these have done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bakeoff.data.judgments import Judgment
from bakeoff.human_eval.designs.owed import OwedShare, owed_shares, parse_owed
from bakeoff.rulebook.schema.human import HumanEvaluation


def shares_of_teams(
    rules: HumanEvaluation,
    teams: Mapping[str, str],
    *,
    answered: Sequence[Judgment] = (),
    planned: Sequence[Judgment] | None = None,
    systems: Mapping[str, int] | None = None,
) -> tuple[OwedShare, ...]:
    """The share of every team, by what the rules say in `owed`; `teams` names that of each judge.

    Where the rules name no amount, all screens of the plan (without one, all that were answered) are divided among the
    teams, evenly or by the number of their `systems` that are judged. Screens count once however many answers they
    hold; hours are those from shown to sent. None owed: no shares.
    """
    owed = parse_owed(rules.owed)
    names = tuple(dict.fromkeys(teams.values()))
    if owed is None or not names:
        return ()
    done = dict.fromkeys(names, 0.0)
    for judge, screens in _screens(answered).items():
        if judge in teams:
            done[teams[judge]] += sum(screens.values()) / 3600 if owed.unit == "hours" else len(screens)
    if owed.number is not None:
        return tuple(OwedShare(team, owed.number, done[team], owed.unit) for team in names)
    whole = sum(map(len, _screens(answered if planned is None else planned).values()))
    counted = {team: int(number) for team, number in done.items()}
    return owed_shares(whole, names, counted, systems=systems)


def _screens(judgments: Sequence[Judgment]) -> dict[str, dict[str, float]]:
    """The screens of each judge with their seconds."""
    found: dict[str, dict[str, float]] = {}
    for judgment in judgments:
        found.setdefault(judgment.judge, {})[judgment.screen or judgment.id] = judgment.seconds or 0.0
    return found
