"""ASR output that systems start from: tables of n-best lists and lattices (IWSLT 2005, table 6) and of released runs
(IWSLT 2012, table 4).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bakeoff.reports.table import Column, Table, Value
from bakeoff.rulebook.schema.report import ErrorRates

_DIGITS: Mapping[ErrorRates, int] = {"percent": 1, "fraction": 3}
_IN: Mapping[ErrorRates, str] = {"percent": "in percent", "fraction": "as fractions"}


@dataclass(frozen=True, slots=True, kw_only=True)
class InputPlace:
    """What ASR output belongs to: ids, and titles as people read them."""

    language_pair: str
    """Empty where it serves all pairs."""
    language_pair_title: str
    language: str
    """The language that was recognised."""
    test_set: str
    test_set_title: str
    input: str
    input_title: str
    system: str = ""
    """The recogniser."""
    is_current: bool = False
    """Whether it is of the campaign's own test set and not of one for development or progress."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredInput:
    """N-best lists or lattices of a test set that systems start from, and how good they are."""

    place: InputPlace
    depth: int | None = None
    """How many candidates of a list count; None: all."""
    figures: Mapping[str, Any]
    """What `oracle_json` says."""

    @property
    def rates(self) -> tuple[float | None, ...]:
        """Word and sentence error rate of the first and of the best candidate, in percent."""
        return tuple(
            None if totals is None or not whole else 100 * totals[wrong] / whole
            for totals in (self.figures["first"], self.figures["oracle"])
            for wrong, whole in (
                ("errors", (totals or {}).get("words", 0)),
                ("segment_errors", self.figures["utterances"]),
            )
        )

    @property
    def mean_rank(self) -> float | None:
        """Which candidate of a list is the best, on average; None of lattices."""
        return self.figures.get("mean_rank")


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredRun:
    """An ASR run that was released as input, and its word error rate on its own board."""

    place: InputPlace
    word_error_rate: float


def asr_output_tables(
    inputs: Sequence[ScoredInput], runs: Sequence[ScoredRun], *, rates: ErrorRates = "percent"
) -> Iterator[Table]:
    """The tables that people read: n-best lists and lattices, then the released runs of each language."""
    if inputs:
        yield scored_inputs_table(inputs, rates=rates)
    yield from released_runs_tables(runs, rates=rates)


def scored_inputs_table(inputs: Sequence[ScoredInput], *, rates: ErrorRates = "percent") -> Table:
    """Test sets in groups by direction, the current one in bold (IWSLT 2005, table 6)."""
    digits = _DIGITS[rates]
    depths = {each.depth for each in inputs if each.mean_rank is not None}
    depth = next(iter(depths), None) if len(depths) == 1 else None
    best = f"{depth}-best" if depth else "oracle"
    optional = {
        "input": {each.place.input for each in inputs},
        "system": {each.place.system for each in inputs},
    }
    shown = {name for name, values in optional.items() if len(values) > 1 or (name == "system" and values != {""})}
    columns = [
        Column("language pair", once=True),
        Column("test set"),
        Column("input", detail="input" not in shown),
        Column("system", detail="system" not in shown),
        Column("utterances", detail=True),
        Column("1-best WER", digits=digits, title="1-best word error rate"),
        Column("1-best SER", digits=digits, title="1-best sentence error rate"),
        Column("oracle WER", digits=digits, title=f"{best} word error rate"),
        Column("oracle SER", digits=digits, title=f"{best} sentence error rate"),
        Column("mean rank of best", digits=2, title=f"best sentence in {depth}-best (average rank)" if depth else ""),
    ]
    rows = [
        (
            *_titles(each.place),
            each.figures["utterances"],
            *(_rate(value, rates) for value in each.rates),
            each.mean_rank,
        )
        for each in inputs
    ]
    starts = frozenset(number for number in range(1, len(rows)) if rows[number][0] != rows[number - 1][0])
    return Table(
        columns=tuple(columns),
        rows=tuple(rows),
        title="N-best lists and lattices",
        notes=(f"Error rates {_IN[rates]}, pooled over utterances, without regard to case.",),
        rules=starts,
        emphasised=frozenset(number for number, each in enumerate(inputs) if each.place.is_current),
        empty="There are no n-best lists or lattices yet.",
    )


def released_runs_tables(runs: Sequence[ScoredRun], *, rates: ErrorRates = "percent") -> Iterator[Table]:
    """A table for each language that was recognised: released runs by their error rates on each test set, best first.

    The best is by the current test set, where there is one, and by the first else (IWSLT 2012, table 4).
    """
    by_language: dict[str, list[ScoredRun]] = {}
    for run in runs:
        by_language.setdefault(run.place.language, []).append(run)
    for language, own in by_language.items():
        yield _released_runs(language, own, rates)


def _released_runs(language: str, runs: Sequence[ScoredRun], shown: ErrorRates) -> Table:
    titles = {run.place.test_set: run.place.test_set_title for run in runs}
    current = [run.place.test_set for run in runs if run.place.is_current]
    order = list(dict.fromkeys([*current, *titles]))
    rates: dict[str, dict[str, float]] = {}
    for run in runs:
        rates.setdefault(run.place.system, {}).setdefault(run.place.test_set, run.word_error_rate)
    ranked = sorted(rates, key=lambda system: [rates[system].get(each, float("inf")) for each in order])
    return Table(
        columns=(Column("num."), Column("system"), *(Column(titles[each], digits=_DIGITS[shown]) for each in titles)),
        rows=tuple(
            (number, system, *(_rate(rates[system].get(each), shown) for each in titles))
            for number, system in enumerate(ranked, start=1)
        ),
        title=f"Released ASR runs, {language}" if language else "Released ASR runs",
        notes=(f"Word error rates {_IN[shown]}, as on the boards of the ASR track.",),
    )


def joined_asr_output_table(inputs: Sequence[ScoredInput], runs: Sequence[ScoredRun]) -> Table:
    """All of it in one table with ids, for programs; of a released run only the first hypothesis is known."""
    headings = ("language pair", "test set", "input", "system", "utterances", "depth")
    rates = ("1-best WER", "1-best SER", "oracle WER", "oracle SER", "mean rank of best")
    rows: list[tuple[Value, ...]] = [
        (*_ids(each.place), each.figures["utterances"], each.depth, *each.rates, each.mean_rank) for each in inputs
    ]
    rows += [(*_ids(each.place), None, None, each.word_error_rate, None, None, None, None) for each in runs]
    return Table(columns=tuple(map(Column, (*headings, *rates))), rows=tuple(rows))


def _rate(percent: float | None, shown: ErrorRates) -> float | None:
    return percent if percent is None or shown == "percent" else percent / 100


def _titles(place: InputPlace) -> tuple[Value, ...]:
    return place.language_pair_title, place.test_set_title, place.input_title, place.system or None


def _ids(place: InputPlace) -> tuple[Value, ...]:
    return place.language_pair, place.test_set, place.input, place.system or None
