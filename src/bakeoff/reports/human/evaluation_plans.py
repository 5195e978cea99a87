"""Plans of human evaluations: whether they are balanced as they promise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bakeoff.human_eval.designs.balance import Balance, Spread
from bakeoff.human_eval.designs.owed_shares import OwedShare
from bakeoff.reports.table import Column, Table

_COUNTED = ("repeats", "gold", "attention", "again after", "common", "missing", "duplicates", "own")


def plan_table(balances: Mapping[str, Balance]) -> Table:
    """What was dealt, counted: a row for each evaluation."""
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
            f"Seed {', '.join(dict.fromkeys(str(each.seed) for each in balances.values()))}.",
        ),
    )


def plan_json(balances: Mapping[str, Balance], owed: Mapping[str, Sequence[OwedShare]] | None = None) -> dict[str, Any]:
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
