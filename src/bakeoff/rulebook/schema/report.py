"""What is published and how; the system descriptions; systems that organisers enter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from bakeoff.rulebook.schema.base import LanguagePairId, Named, PhaseId, Rules, TestSetId, TrackId

TableName = Literal[
    "inputs",
    "conditions",
    "off-limits",
    "specifications",
    "metrics",
    "scales",
    "kappa-words",
    "participants",
    "participants-by-track",
    "submissions-by-track",
    "automatic",
    "automatic-by-subset-and-genre",
    "specifications-side-by-side",
    "recognition",
    "progress",
    "against-baseline",
    "significance",
    "judgments",
    "paired-comparisons",
    "human",
    "all-sources",
    "human-summary",
    "human-pairwise",
    "acceptability",
    "tournament",
    "agreement",
    "judging-times",
    "post-editing",
    "post-editors",
    "correlation",
    "correlation-by-task",
    "consistency",
    "metrics-task",
    "corpus",
    "hypotheses",
    "released-runs",
    "baselines",
    "difficulty",
    "late-and-debugged",
]


ErrorRates = Literal["percent", "fraction"]
NumberNotation = Literal["plain", "percent sign", "fraction", "bare", "parentheses", "k and M"]
ParticipantColumn = Literal["institution", "team", "code", "system", "techniques", "paper", "participant"]
CorpusColumn = Literal[
    "task",
    "language pair",
    "data",
    "text",
    "language",
    "duration",
    "segments",
    "average length",
    "tokens",
    "source tokens",
    "target tokens",
    "vocabulary",
    "unknown words",
    "talks",
]


class NumberFormat(Rules):
    """How the numbers of a column are printed; what is not given stays as it is."""

    digits: Annotated[int, Field(ge=0, le=6)] | None = None
    """Number of decimals."""
    notation: NumberNotation | None = None
    """41.23, 41.23%, a percentage as 0.412, a fraction as .412, (41), or 20.8k and 4.91M."""


class JoinedBoard(Rules):
    """A section of a table with automatic scores."""

    language_pair: LanguagePairId
    """Its direction."""
    test_set: TestSetId
    """What was translated."""


class JoinedBoards(Rules):
    """Automatic scores of several language pairs and test sets in one table, a section for each."""

    title: str
    """The caption."""
    boards: tuple[JoinedBoard, ...]
    """The sections, in order."""


class CorpusTable(Rules):
    """A table of corpus statistics."""

    title: str
    """The caption."""
    columns: tuple[CorpusColumn, ...] = ("language pair", "data", "language", "segments", "tokens", "vocabulary")
    """Its columns. With `language`, a row for each text; without it, a row for source and reference together."""
    training: bool = False
    """Whether it has training data."""
    test_sets: tuple[TestSetId, ...] = ()
    """Test sets in it."""
    tracks: tuple[TrackId, ...] = ()
    """Tracks whose language pairs it has; none named: all."""
    language_pairs: tuple[LanguagePairId, ...] = ()
    """Language pairs in it, in order; none named: all."""
    texts: Literal["all", "source", "reference", "monolingual"] = "all"
    """Which texts it counts; monolingual ones belong to no language pair."""


class Report(Rules):
    """Tables of the published report and the rules of publication."""

    tables: tuple[TableName, ...] = ("participants", "automatic")
    """Tables of the report."""
    order: Literal["official", "name", "each"] = "official"
    """Systems by the official score, by name, or each metric's column by itself."""
    best: bool = True
    """Whether the best score of a column is marked."""
    best_ties: bool = True
    """Whether all scores that read alike as the best are marked, or only the best by all its decimals."""
    intervals: bool = True
    """Whether tables of scores print intervals."""
    contrastive: bool = True
    """Whether tables of scores list systems that are not compared across teams."""
    baselines: bool = True
    """Whether tables of scores list baselines; they also have tables of their own."""
    group_tables: bool = False
    """Whether tables of scores are made for the groups of `report_by`, too, besides those for complete test sets."""
    official_apart: bool = False
    """Whether the official metric has tables of its own, apart from the other metrics."""
    absent: bool = False
    """Whether places without submissions have a table that says so."""
    system_column: Literal["first", "between"] = "first"
    """Where systems are named in tables of two specifications: first, or between the two."""
    joined: tuple[JoinedBoards, ...] = ()
    """Boards whose scores are in one table; the others have tables of their own."""
    participants: tuple[ParticipantColumn, ...] = ("institution", "team", "code", "techniques")
    """Columns of the table of participants; with `system`, it has a row for each system that is described."""
    entered_participants: bool = False
    """Whether the table of participants names systems that organisers entered."""
    participation: Literal["counts", "crosses"] = "counts"
    """What the table of participants by track says: how many systems, or that a team takes part."""
    corpus: tuple[CorpusTable, ...] = ()
    """Tables of corpus statistics; without any, a table for each test set and one of training data."""
    numbers: Mapping[str, NumberFormat] = Field(default_factory=dict)
    """How numbers are printed, by metric or heading of the column: `{ bleu = { digits = 1 } }`."""
    words: Mapping[str, str] = Field(default_factory=dict)
    """What tables call metrics, specifications and columns, in place of our words: `{ segments = "Lines" }`."""
    missing: str = "–"
    """What tables print where a score is missing."""
    scales: Literal["ascending", "descending"] = "ascending"
    """From which end tables of grades start."""
    earlier_systems: Literal["side-by-side", "last"] = "side-by-side"
    """Where tables of progress list systems of earlier years: in a list next to this year's, or in the last rows."""
    error_rates: ErrorRates = "percent"
    """How tables of ASR output print error rates: 42.0, or 0.420."""
    disclaimer: str = ""
    """What the report says of itself."""
    publication_disclaimer: str = ""
    """What participants' publications must contain, word for word."""
    metrics_note: str = ""
    """A statement about scores of metrics that are not official, shown with them."""
    citation: str = ""
    """How the results are cited; how a corpus is cited is `citation` of its resource."""
    publication: tuple[str, ...] = ()
    """Rules for participants who publish results."""


class Description(Rules):
    """System descriptions: texts from a template with fields, one for each team or for each of its systems."""

    each: Literal["team", "system"] = "team"
    """Whether a team describes all its systems in one text, or each track, condition and system in one of its own."""
    phase: PhaseId | None = None
    """When they may be submitted."""
    required: bool = True
    """Whether every team owes one."""
    file: str = "{team}.txt"
    """The name of the file."""
    fields: tuple[str, ...] = ("Site", "System", "Language pairs", "Condition", "Techniques", "Resources")
    """What the template asks; `Resources` are checked against the condition."""
    optional: tuple[str, ...] = ()
    """What else it asks, and may be left empty."""
    techniques: str = "Techniques"
    """The field that the table of participants shows, where the template asks for it."""


class EnteredSystem(Named):
    """A system that the organiser enters: a baseline, an online or commercial system, an earlier year's best."""

    kind: Literal["baseline", "online", "commercial", "earlier", "combination"]
    """What it is."""
    tracks: tuple[TrackId, ...] = ()
    """Tracks that it is entered in; none named: all."""
    language_pairs: tuple[LanguagePairId, ...] = ()
    """Its directions; none named: all of its tracks."""
    anonymous: bool = False
    """Whether it is published under a code."""
    judged: bool = True
    """Whether it takes part in human evaluations that include the organiser's systems."""
    description: str = ""
    """For its page and the call for participation."""
