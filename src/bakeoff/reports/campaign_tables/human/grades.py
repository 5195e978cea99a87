"""Several kinds of grade of the same outputs: ranked lists side by side (I05, B.1), or a row a system (I12, B.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from bakeoff.human_eval import RankedSystem
from bakeoff.reports.campaign_results.human import HumanResults
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables.human.judged_places import held_at, is_reference, place_title, places_of
from bakeoff.reports.table import Column, Range, Table, Value


def grade_lists_table(results: CampaignResults, kinds: Sequence[HumanResults]) -> Table:
    """A list for each kind of grade, each in its own order; what human translations got is below."""
    columns: list[Column] = []
    lists: list[list[tuple[Value, ...]]] = []
    for human in kinds:
        score = human.result.score
        columns += [
            Column(f"{human.title} system", title="System", group=human.title, missing=""),
            Column(f"{human.title} {score}", title=score.capitalize(), group=human.title, missing=""),
            Column(f"{human.title} interval", title="Interval", group=human.title, missing=""),
        ]
        systems = [each for each in human.ranking.systems if not is_reference(human, each.system)]
        lists.append([(each.system, each.score, _interval(each)) for each in systems])
    none: tuple[Value, ...] = (None, None, None)
    rows = tuple(tuple(cell for part in row for cell in part) for row in zip_longest(*lists, fillvalue=none))
    return Table(columns=tuple(columns), rows=rows, title=_title(results, kinds), notes=tuple(_notes(kinds)))


def grades_table(results: CampaignResults, human: Sequence[HumanResults]) -> Table:
    """A row for each system of each place, best first by the first kind; empty where a kind did not judge it."""
    titles = {each.evaluation: each.title for each in human}
    rows: list[tuple[Value, ...]] = []
    for place in places_of(results, human):
        kinds = held_at(human, place)
        scores = {own.evaluation: {each.system: each.score for each in own.ranking.systems} for own in kinds}
        ranked = ((own, each.system) for own in kinds for each in own.ranking.systems)
        names = dict.fromkeys(name for own, name in ranked if not is_reference(own, name))
        task = place_title(results, *place)
        rows += [(task, name, *(scores.get(each, {}).get(name) for each in titles)) for name in names]
    return Table(
        columns=(
            Column("task", title="Task", once=True),
            Column("system", title="System"),
            *(Column(title, missing="") for title in titles.values()),
        ),
        rows=tuple(rows),
        title=f"Human evaluation: {', '.join(titles.values())}",
        notes=tuple(_notes(human)),
    )


def _title(results: CampaignResults, kinds: Sequence[HumanResults]) -> str:
    titles = ", ".join(human.title for human in kinds)
    return f"Human evaluation ({titles}): {place_title(results, kinds[0].language_pair, kinds[0].test_set)}"


def _interval(system: RankedSystem) -> Value:
    return None if system.interval is None else Range(system.interval.low, system.interval.high)


def _notes(kinds: Sequence[HumanResults]) -> Iterator[str]:
    for human in kinds:
        for each in human.ranking.systems:
            if is_reference(human, each.system):
                interval = "" if each.interval is None else f" [{each.interval.low:.2f}, {each.interval.high:.2f}]"
                yield f"{human.title} of the human translation: {each.score:.2f}{interval}."
    for human in kinds:
        judged = f"{human.ranking.judgments:,} judgments of {human.ranking.segments:,} segments"
        yield f"{human.title}: {human.result.score} of the grades; {judged}."
    if any(each.interval is not None for human in kinds for each in human.ranking.systems):
        unit, confidence = kinds[0].ranking.pairs.unit, kinds[0].result.confidence
        yield f"{confidence:.0%} intervals over {unit}s. They leave out how far judges differ from themselves."
