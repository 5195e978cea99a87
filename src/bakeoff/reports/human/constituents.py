"""Constituents that were chosen, and answers about them, as tables and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bakeoff.human_eval.analyses.answer_shares import AnswerShares
from bakeoff.human_eval.designs.constituents.items import REASONS, ChosenConstituents
from bakeoff.human_eval.designs.constituents.reused_answers import SavedAnswers
from bakeoff.reports.human.captions import group_name
from bakeoff.reports.table import Column, Range, Table, Value
from bakeoff.statistics import Interval

_DECIDED = ("yes", "no")
"""Answers that shares of yes and no are of: who was not sure decided nothing (W08, table 52)."""


def constituents_table(chosen: ChosenConstituents) -> Table:
    """How many candidates there were and what became of them; notes say which systems lack phrases."""
    rows: list[tuple[Value, ...]] = [("candidates", chosen.candidates)]
    rows += [(words, chosen.left_out[reason]) for reason, words in REASONS.items() if reason in chosen.left_out]
    rows.append(("can be judged", len(chosen.items)))
    lacking = ", ".join(f"{system} {count:,}" for system, count in sorted(chosen.lacking.items()) if count)
    notes = (f"Without a consistent phrase in the output: {lacking}.",) if lacking else ()
    return Table(
        columns=(Column("parts of sentences"), Column("number", thousands=True)), rows=tuple(rows), notes=notes
    )


def constituents_json(chosen: ChosenConstituents) -> dict[str, Any]:
    return {
        "candidates": chosen.candidates,
        "constituents": len(chosen.items),
        "left_out": dict(chosen.left_out),
        "lacking": dict(chosen.lacking),
    }


def reused_answers_sentence(reused: SavedAnswers) -> str:
    """How many phrases have an answer, and what share of answers the same phrases save."""
    share = f" ({100 * reused.share_saved:.1f} %)" if reused.share_saved is not None else ""
    return (
        f"{reused.asked + reused.saved:,} of {reused.phrases:,} phrases have an answer; {reused.saved:,} of "
        f"them{share} because another system has the same phrase."
    )


def answers_table(shares: Sequence[AnswerShares]) -> Table:
    """A row for each system of each group, after one for all systems together: W08's table 52 and section 3.3."""
    columns = (
        Column("group", once=True),
        Column("system"),
        Column("yes", digits=3),
        Column("interval", digits=3),
        Column("no", digits=3),
        Column("not sure", digits=3),
        Column("not sure interval", digits=3),
        Column("answers", thousands=True),
    )
    rows = tuple(
        (
            group_name(each.group),
            each.system or "all",
            each.share("yes", among=_DECIDED),
            _range(each.interval("yes", among=_DECIDED)),
            each.share("no", among=_DECIDED),
            each.share("not sure"),
            _range(each.interval("not sure")),
            each.answers,
        )
        for each in shares
    )
    notes = ("Yes and no are shares of both together, not sure is one of all answers. Intervals are Wilson's.",)
    return Table(columns=columns, rows=rows, title="Answers", notes=notes)


def answers_json(shares: Sequence[AnswerShares]) -> list[dict[str, Any]]:
    """An object for each system of each group; the system is null for all together."""
    return [
        {
            **each.group,
            "system": each.system or None,
            "counts": dict(each.counts),
            "yes": each.share("yes", among=_DECIDED),
            "yes_interval": _ends(each.interval("yes", among=_DECIDED)),
            "not_sure": each.share("not sure"),
            "not_sure_interval": _ends(each.interval("not sure")),
        }
        for each in shares
    ]


def _range(interval: Interval | None) -> Range | None:
    return None if interval is None else Range(interval.low, interval.high)


def _ends(interval: Interval | None) -> list[float] | None:
    return None if interval is None else [interval.low, interval.high]
