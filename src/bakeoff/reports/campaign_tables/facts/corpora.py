"""Corpus statistics, in the tables that the rulebook describes or in one for each test set."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bakeoff.data.sentences import capitalized
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables.report_table import ReportTable, table_id
from bakeoff.reports.campaign_tables.wording import word, worded
from bakeoff.reports.campaigns.data_statistics import DescribedData, data_tables
from bakeoff.reports.corpus import in_hours
from bakeoff.reports.table import Column, Table, Value
from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.schema.report import CorpusColumn, CorpusTable
from bakeoff.text.languages import language_name

SECTION = "Data"
_SPANNING: frozenset[CorpusColumn] = frozenset({"task", "language pair", "data", "segments", "talks"})
"""Columns whose cells hold for all rows that say the same."""
_TOKENS: Mapping[CorpusColumn, str] = {"source tokens": "source", "target tokens": "target"}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Row:
    """A text, or source and reference of a test set."""

    pair: str
    source: DescribedData | None = None
    target: DescribedData | None = None
    text: DescribedData
    """The one that figures of a single text are of."""


def corpus(results: CampaignResults) -> Iterator[ReportTable]:
    """Tables of the texts whose figures are known."""
    rulebook = results.rulebook
    specification = rulebook.evaluation.specifications[0]
    if not rulebook.report.corpus:
        for number, table in enumerate(data_tables(results.data, specification=specification), start=1):
            own = worded(rulebook.report, table)
            yield ReportTable(id=f"corpus-{number}", name="corpus", section=SECTION, table=own)
        return
    note = f"Words are counted under the specification {word(rulebook.report, specification)}."
    for number, asked in enumerate(rulebook.report.corpus, start=1):
        rows = list(_rows(rulebook, asked, results.data))
        if rows:
            table = Table(
                columns=tuple(_column(name) for name in asked.columns),
                rows=tuple(tuple(_CELLS[name](rulebook, row) for name in asked.columns) for row in rows),
                title=asked.title,
                notes=(note,),
            )
            own = worded(rulebook.report, table)
            yield ReportTable(id=table_id("corpus", str(number)), name="corpus", section=SECTION, table=own)


def _rows(rulebook: Rulebook, asked: CorpusTable, data: Sequence[DescribedData]) -> Iterator[_Row]:
    """The rows in the order of the rulebook: by language pair, data set and text."""
    named = bool(asked.language_pairs or asked.tracks)
    pairs = list(asked.language_pairs or _pairs_of(rulebook, asked.tracks))
    known = [each for each in data if _is_asked(asked, each) and each.statistics is not None]
    for pair in pairs if named else ["", *pairs]:
        own = [each for each in known if each.language_pair == pair]
        sets = [*([""] if asked.training else []), *asked.test_sets]
        for test_set in sets:
            texts = [each for each in own if each.test_set == test_set]
            if "language" in asked.columns:
                yield from (_Row(pair=pair, text=each) for each in texts)
            elif texts:
                source = next((each for each in texts if _is_source(rulebook, pair, each)), None)
                target = next((each for each in texts if each is not source), None)
                yield _Row(pair=pair, source=source, target=target, text=source or target or texts[0])


def _pairs_of(rulebook: Rulebook, tracks: Sequence[str]) -> Iterator[str]:
    named = [rulebook.tracks[track] for track in tracks] or list(rulebook.tracks.values())
    yield from dict.fromkeys(pair for track in named for pair in track.all_pairs)


def _is_asked(asked: CorpusTable, each: DescribedData) -> bool:
    if asked.texts == "monolingual" and each.language_pair:
        return False
    if not each.test_set:
        return asked.training
    if asked.texts in ("source", "reference") and (each.what == "source") != (asked.texts == "source"):
        return False
    return each.test_set in asked.test_sets


def _is_source(rulebook: Rulebook, pair: str, each: DescribedData) -> bool:
    if each.what == "source" or not pair:
        return True
    return each.test_set == "" and language_name(each.language) == rulebook.language_pairs[pair].source_name


def _column(name: CorpusColumn) -> Column:
    return Column(
        name,
        title=_TOKENS.get(name, name.capitalize()),
        group="tokens" if name in _TOKENS else "",
        digits=1 if name == "average length" else 0,
        once=name in _SPANNING,
        thousands=name not in ("average length",),
    )


def _figure(name: str) -> Callable[[Rulebook, _Row], Value]:
    return lambda _, row: getattr(row.text.statistics, name)


def _tokens(row: DescribedData | None) -> Value:
    return None if row is None or row.statistics is None else row.statistics.tokens


def _task(rulebook: Rulebook, row: _Row) -> Value:
    """Track and language pair."""
    test_set = rulebook.test_sets.get(row.text.test_set)
    named = test_set.tracks if test_set is not None and test_set.tracks else tuple(rulebook.tracks)
    tracks = [rulebook.tracks[track] for track in named if row.pair in rulebook.tracks[track].all_pairs]
    if test_set is None:  # training data are first of all those of translation
        tracks.sort(key=lambda track: track.kind != "mt")
    pair = [rulebook.language_pairs[row.pair].label] if row.pair else []
    return " ".join([*(track.label for track in tracks[:1]), *pair])


def _pair(rulebook: Rulebook, row: _Row) -> Value:
    return word(rulebook.report, rulebook.language_pairs[row.pair].label) if row.pair else "all"


def _data(rulebook: Rulebook, row: _Row) -> Value:
    """The test set, or which training data."""
    return word(rulebook.report, row.text.test_set_title if row.text.test_set else capitalized(row.text.what))


def _duration(_: Rulebook, row: _Row) -> Value:
    seconds = row.text.statistics.duration_seconds if row.text.statistics else None
    return None if seconds is None else in_hours(seconds)


_CELLS: Mapping[CorpusColumn, Callable[[Rulebook, _Row], Value]] = {
    "task": _task,
    "language pair": _pair,
    "data": _data,
    "text": lambda _, row: row.text.what,
    "language": lambda _, row: language_name(row.text.language) if row.text.language else None,
    "duration": _duration,
    "segments": _figure("segments"),
    "average length": _figure("average_length"),
    "tokens": _figure("tokens"),
    "source tokens": lambda _, row: _tokens(row.source),
    "target tokens": lambda _, row: _tokens(row.target),
    "vocabulary": _figure("vocabulary"),
    "unknown words": _figure("unknown_words"),
    "talks": _figure("documents"),
}
