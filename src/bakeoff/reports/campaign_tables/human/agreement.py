"""How far judges agree, kind by kind of judgment (W08, tables 12, 13), or differ from themselves (I05, table 16)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import fsum
from typing import Literal

from bakeoff.human_eval import JudgeAgreement
from bakeoff.reports.campaign_results.human import HumanResults
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables.human.judged_places import SECTION, evaluations_of, is_mixed, rules_of
from bakeoff.reports.campaign_tables.report_table import ReportTable, table_id
from bakeoff.reports.human.captions import BETWEEN_NAMES, MEASURE_NAMES, WITH_IDENTICAL
from bakeoff.reports.table import Column, Table, Value
from bakeoff.statistics import landis_koch

Between = Literal["judges", "own"]


def agreement(results: CampaignResults) -> Iterator[ReportTable]:
    """Inconsistency where the rulebook asks for differences, else agreement between judges and with themselves."""
    graded = [human for human in results.human if rules_of(results, human).agreement == "difference"]
    if graded:
        yield _report_table("inconsistency", inconsistency_table(graded))
    others = [human for human in results.human if human not in graded and not _counts_elsewhere(results, human)]
    for between in ("judges", "own"):
        table = agreement_table(others, between=between)
        if table.rows:
            yield _report_table(between, table)


def agreement_table(human: Sequence[HumanResults], *, between: Between) -> Table:
    """A row for each kind of judgment, over all its language pairs and test sets together."""
    kinds = tuple(_kinds(human, between))
    measures = tuple(dict.fromkeys(kind.measure for kind in kinds))
    several = len(measures) > 1
    return Table(
        columns=(
            Column("kind", title="Kind of judgment"),
            Column("measure", title="Measure", detail=not several),
            Column("observed", title="P(A)", digits=3, notation="bare"),
            Column("expected", title="P(E)", digits=3, notation="bare"),
            Column("value", title=_heading(measures), digits=3, notation="bare"),
            Column("word", detail=True),
            Column("pairs", detail=True),
        ),
        rows=tuple(
            (kind.title, MEASURE_NAMES[kind.measure], kind.observed, kind.expected, kind.value, kind.word, kind.pairs)
            for kind in kinds
        ),
        title=f"Agreement {BETWEEN_NAMES[between]}",
        notes=tuple(_notes(kinds, measures)),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Kind:
    """Agreement on one kind of judgment in all places."""

    title: str
    measure: str
    observed: float | None
    expected: float | None
    value: float | None
    pairs: int

    @property
    def word(self) -> str | None:
        return None if self.value is None else landis_koch(self.value)


def _kinds(human: Sequence[HumanResults], between: Between) -> Iterator[_Kind]:
    for evaluation in evaluations_of(human):
        own = [each for each in human if each.evaluation == evaluation]
        title = own[0].title
        alone = [found for each in own for found in each.ranking.agreement if found.between == between]
        shared = [found for each in own for found in each.ranking.agreement_with_identical if found.between == between]
        if alone:
            yield _together(title, alone)
        if shared:
            yield _together(f"{title} ({WITH_IDENTICAL.removeprefix(', ')})", shared)


def _together(title: str, found: Sequence[JudgeAgreement]) -> _Kind:
    """All places as one. Kappa with equal chances is exact; others are means, each place by its pairs of answers."""
    observed = _mean((each.observed, each.count) for each in found)
    expected = _mean((each.expected, each.count) for each in found)
    value = _mean((each.value, each.count) for each in found)
    if found[0].measure == "kappa" and observed is not None and expected is not None and expected < 1:
        value = (observed - expected) / (1 - expected)
    return _Kind(
        title=title,
        measure=found[0].measure,
        observed=observed,
        expected=expected,
        value=value,
        pairs=sum(each.count for each in found),
    )


def _mean(values: Iterable[tuple[float | None, int]]) -> float | None:
    known = [(value, count) for value, count in values if value is not None and count]
    total = sum(count for _, count in known)
    return fsum(value * count for value, count in known) / total if total else None


def inconsistency_table(human: Sequence[HumanResults]) -> Table:
    """Mean difference between two grades of a judge for the same output; last, the average over judges."""
    kinds = {own.title: own for own in sorted(_first_of_each(human), key=lambda each: each.title)}
    found = {
        title: {each.judge: each.inconsistency for each in own.result.judges if not each.is_excluded}
        for title, own in kinds.items()
    }
    judges = sorted({judge for own in found.values() for judge in own}, key=_numbered)
    rows: list[tuple[Value, ...]] = [(judge, *(found[title].get(judge) for title in kinds)) for judge in judges]
    average = ("Average", *(own.result.inconsistency for own in kinds.values()))
    return Table(
        columns=(Column("judge", title="Grader"), *(Column(title, missing="") for title in kinds)),
        rows=(*rows, average),
        title="Inconsistency of graders",
        notes=("Mean difference between the first and second grade of one grader for the same output, in grades.",),
        rules=frozenset({len(rows)}),
    )


def _first_of_each(human: Sequence[HumanResults]) -> Iterator[HumanResults]:
    """What is about judges is the same in all places of an evaluation."""
    for evaluation in evaluations_of(human):
        yield next(each for each in human if each.evaluation == evaluation)


def _numbered(name: str) -> tuple[tuple[int, str], ...]:
    """Numbers in names are compared as numbers: judge 10 comes after judge 9."""
    return tuple((int(part), "") if part.isdigit() else (0, part) for part in re.split(r"(\d+)", name))


def _counts_elsewhere(results: CampaignResults, human: HumanResults) -> bool:
    """Whether its judgments are in another evaluation, too: they are counted there."""
    return is_mixed(human) and bool(rules_of(results, human).counts_for)


def _heading(measures: Sequence[str]) -> str:
    if len(measures) > 1:
        return "Agreement"
    return "α" if "krippendorff" in measures else "K"


def _notes(kinds: Sequence[_Kind], measures: Iterable[str]) -> Iterator[str]:
    yield f"{', '.join(MEASURE_NAMES[each] for each in measures)}.".capitalize()
    yield f"{sum(kind.pairs for kind in kinds):,} pairs of answers, of all language pairs and test sets together."
    if any(measure != "kappa" for measure in measures):
        yield "Agreement is the mean over language pairs and test sets, each by its number of answers."


def _report_table(kind: str, table: Table) -> ReportTable:
    return ReportTable(id=table_id("agreement", kind), name="agreement", section=SECTION, table=table)
