"""What is published and how; the system descriptions; systems that organisers enter."""

from __future__ import annotations

from typing import Literal

from bakeoff.rulebook.schema.base import LanguagePairId, Named, PhaseId, Rules, TrackId

TableName = Literal[
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
    "human",
    "human-pairwise",
    "tournament",
    "agreement",
    "post-editing",
    "correlation",
    "corpus",
    "late-and-debugged",
]


ErrorRates = Literal["percent", "fraction"]


class Report(Rules):
    """Tables of the published report and the rules of publication."""

    tables: tuple[TableName, ...] = ("participants", "automatic")
    """Tables of the report."""
    order: Literal["official", "name", "each"] = "official"
    """Systems by the official score, by name, or each metric's column by itself."""
    best: bool = True
    """Whether the best score of a column is marked."""
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
