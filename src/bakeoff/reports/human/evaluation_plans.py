"""Plans of human evaluations: whether they are balanced as they promise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bakeoff.human_eval.designs.balance import Balance, Spread
from bakeoff.human_eval.designs.owed_shares import OwedShare
from bakeoff.human_eval.designs.workloads import Workload
from bakeoff.reports.table import Column, Table

_COUNTED = ("repeats", "gold", "attention", "again after", "common", "missing", "duplicates", "own")


def plan_table(
    balances: Mapping[str, Balance],
    workloads: Mapping[str, Workload] | None = None,
    *,
    hourly_pay: float | None = None,
) -> Table:
    """What was dealt, counted: a row for each evaluation, with the hours that it takes and what these cost."""
    rows = [
        (
            name,
            each.screens,
            _spread(each.judges_an_item),
            _spread(each.showings_a_system),
            None if each.meetings_a_pair is None else _spread(each.meetings_a_pair),
            _spread(each.first_places),
            *(each.controls.get(control, 0) for control in ("repeat", "gold", "attention")),
            each.nearest,
            None if each.common is None else f"{each.common:.0%}",
            each.missing,
            each.duplicates,
            each.own,
        )
        for name, each in balances.items()
    ]
    heads = ("evaluation", "screens", "judges an item", "showings a system", "meetings a pair", "first places")
    return Table(
        columns=tuple(Column(head) for head in (*heads, *_COUNTED)),
        rows=tuple(rows),
        title="The plan, counted",
        notes=(
            "Least and most of what should be even; 0 judges an item: some are not judged at all.",
            "Again after: the fewest screens from an output to its repeat. Missing: judges that items still need. "
            "Duplicates and own must be 0.",
            *(workload_note(name, each, hourly_pay) for name, each in (workloads or {}).items()),
            f"Seed {', '.join(dict.fromkeys(str(each.seed) for each in balances.values()))}.",
        ),
    )


def workload_note(name: str, work: Workload, hourly_pay: float | None = None) -> str:
    """How long the screens of an evaluation take, and what that costs."""
    if work.seconds is None or work.hours is None:
        return f"{name}: no time of a screen is published for its protocol; give one by --seconds."
    cost = "" if hourly_pay is None else f", which cost {work.hours * hourly_pay:,.2f}"
    return f"{name}: {work.screens:,} screens of {work.seconds:.3g} seconds take {work.hours:,.1f} hours{cost}."


def workload_json(work: Workload, hourly_pay: float | None = None) -> dict[str, Any]:
    said = {"judgments": work.judgments, "seconds_a_screen": work.seconds, "hours": work.hours}
    return said if hourly_pay is None else {**said, "cost": work.cost(hourly_pay)}


def plan_json(
    balances: Mapping[str, Balance],
    owed: Mapping[str, Sequence[OwedShare]] | None = None,
    workloads: Mapping[str, Workload] | None = None,
    *,
    hourly_pay: float | None = None,
) -> dict[str, Any]:
    shares = owed or {}
    return {
        name: {
            "seed": each.seed,
            "screens": each.screens,
            "judges_an_item": _ends(each.judges_an_item),
            "showings_a_system": _ends(each.showings_a_system),
            "meetings_a_pair": None if each.meetings_a_pair is None else _ends(each.meetings_a_pair),
            "first_places": _ends(each.first_places),
            "controls": dict(each.controls),
            "again_after": each.nearest,
            "common": each.common,
            "missing": each.missing,
            "duplicates": each.duplicates,
            **({} if workloads is None else workload_json(workloads[name], hourly_pay)),
            **({"owed": owed_json(shares[name])} if shares.get(name) else {}),
            "own": each.own,
        }
        for name, each in balances.items()
    }


def owed_table(shares: Mapping[str, Sequence[OwedShare]]) -> Table:
    """What every team owes to each evaluation, what its judges have done and what is missing."""
    rows = [
        (name, each.team, _amount(each.owed), _amount(each.done), _amount(each.missing), each.unit)
        for name, own in shares.items()
        for each in own
    ]
    heads = ("evaluation", "team", "owed", "done", "missing", "of")
    return Table(columns=tuple(Column(head) for head in heads), rows=tuple(rows), title="Shares of teams")


def owed_json(shares: Sequence[OwedShare]) -> list[dict[str, Any]]:
    return [
        {"team": each.team, "owed": each.owed, "done": each.done, "missing": each.missing, "unit": each.unit}
        for each in shares
    ]


def _amount(value: float) -> int | float:
    return int(value) if value == int(value) else value


def _spread(spread: Spread) -> str:
    return str(spread.least) if spread.least == spread.most else f"{spread.least}–{spread.most}"


def _ends(spread: Spread) -> list[int]:
    return [spread.least, spread.most]
