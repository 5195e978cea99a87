"""What people call the parts of a campaign: titles instead of ids."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, Protocol

from bakeoff.rulebook.schema import InputType, Rulebook, TestSetRole
from bakeoff.rulebook.schema.base import Named
from bakeoff.rulebook.schema.submission import FileFormat
from bakeoff.rulebook.schema.tracks import TrackKind
from bakeoff.rulebook.schema.training import ResourceKind

INPUT_TITLES: Mapping[InputType, str] = {
    "text": "text",
    "audio": "audio",
    "one-best": "1-best",
    "n-best": "n-best lists",
    "lattice": "lattices",
    "released-runs": "released runs",
}
"""What systems start from, as tables and menus call it."""


FORMAT_TITLES: Mapping[FileFormat, str] = {
    "nist-xml": "NIST XML",
    "nist-sgml": "NIST SGML",
    "wmt-xml": "WMT XML",
    "plain-text": "plain text, one segment per line",
    "tsv": "TSV",
    "json-lines": "JSON Lines",
    "ctm": "CTM",
    "trn": "TRN",
    "scores": "table of scores",
    "any": "any format",
}
"""Formats of submitted files, as pages call them."""

TRACK_KIND_TITLES: Mapping[TrackKind, str] = {
    "mt": "text translation",
    "asr": "speech recognition",
    "slt": "speech translation",
    "combination": "system combination",
    "metrics": "metrics",
}
"""What systems of a track do."""

ROLE_TITLES: Mapping[TestSetRole, str] = {
    "dev": "development",
    "dry-run": "dry run",
    "current": "evaluation",
    "progress": "progress",
    "combination": "for system combination",
}
"""What test sets are for."""

RESOURCE_KIND_TITLES: Mapping[ResourceKind, str] = {
    "parallel": "parallel data",
    "monolingual": "monolingual data",
    "speech": "speech data",
    "lexicon": "lexicons",
    "models": "models",
    "tools": "tools",
    "class": "other resources",
}
"""What systems are built with, in the order in which people are asked for it."""

CampaignKind = Literal["text", "speech"]
KIND_TITLES: Mapping[CampaignKind, str] = {"text": "Text", "speech": "Speech"}
"""What campaigns are about, for chips and filters."""
_SPEECH = frozenset(("asr", "slt"))
"""Kinds of tracks that start from what was said."""


def kinds_of(rulebook: Rulebook) -> tuple[CampaignKind, ...]:
    """Whether a campaign is about text, speech or both."""
    about_speech = {track.kind in _SPEECH for track in rulebook.tracks.values()}
    return tuple(kind for kind in KIND_TITLES if (kind == "speech") in about_speech)


class RankedTogether(Protocol):
    """The ids of a board: runs with the same ones are ranked together."""

    @property
    def track(self) -> str: ...
    @property
    def language_pair(self) -> str: ...
    @property
    def condition(self) -> str: ...
    @property
    def test_set(self) -> str: ...


def title_of(key: str, table: Mapping[str, Named]) -> str:
    """The title of what the rulebook names; the id where it no longer does."""
    return table[key].label if key in table else key


def input_title(named: str) -> str:
    """What people call an input; itself where no schema has it."""
    return next((title for key, title in INPUT_TITLES.items() if key == named), named)


def format_title(format: str) -> str:
    """What people call a format of files; itself where no schema has it."""
    return next((title for key, title in FORMAT_TITLES.items() if key == format), format)


def titles_of(ids: Iterable[str], table: Mapping[str, Named]) -> str:
    """Several titles in one line."""
    return ", ".join(title_of(each, table) for each in ids)


def board_title(rulebook: Rulebook, board: RankedTogether) -> str:
    """Track, language pair, condition and test set by their titles."""
    named = (
        (board.track, rulebook.tracks),
        (board.language_pair, rulebook.language_pairs),
        (board.condition, rulebook.conditions),
        (board.test_set, rulebook.test_sets),
    )
    return ", ".join(title_of(key, table) for key, table in named if key)
