"""Test sets: what they are for, what they hold, by what their scores are divided."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pydantic import Field, NonNegativeInt, PositiveInt

from bakeoff.data.groups import grouping_name
from bakeoff.rulebook.schema.base import LanguagePairId, Named, TrackId
from bakeoff.rulebook.schema.tracks import InputType

TestSetRole = Literal["dev", "dry-run", "current", "progress", "combination"]
TEST_SET_ROLES: tuple[TestSetRole, ...] = ("dev", "dry-run", "current", "progress", "combination")


class TestSetRules(Named):
    """One test set. A table for several language pairs stands for one set of each: `{language_pair}` in `set_id`."""

    __test__ = False  # not a pytest class

    role: TestSetRole
    """What it is for: development, the dry run, this campaign's test, progress since earlier ones (references stay
    closed), combination of systems."""
    tracks: tuple[TrackId, ...] = ()
    """Tracks that it belongs to; none named: all."""
    language_pairs: tuple[LanguagePairId, ...] = ()
    """Its directions; none named: all of its tracks."""
    inputs: tuple[InputType, ...] = ()
    """What of its tracks' inputs it is handed out as; none named: all."""
    set_id: str = ""
    """The `setid` of its files; without one, its id."""
    year: PositiveInt | None = None
    """The campaign that it was made for, where that is an earlier one."""
    references: NonNegativeInt = 1
    """How many references a segment has."""
    subsets: Mapping[str, str] = Field(default_factory=dict)
    """Parts that are reported apart: name and what it is."""
    subset_pairs: Mapping[str, tuple[LanguagePairId, ...]] = Field(default_factory=dict)
    """Which language pairs have a subset, where not all have it."""
    styles: Mapping[str, str] = Field(default_factory=dict)
    """Styles of the source, and what they mean; documents without one are in no group by style."""
    genres: Mapping[str, str] = Field(default_factory=dict)
    """What `genre` may say in its files, and what that means."""
    genre_pairs: Mapping[str, tuple[LanguagePairId, ...]] = Field(default_factory=dict)
    """Which language pairs have a genre, where not all have it."""
    attributes: tuple[str, ...] = ()
    """What else is known of its documents or segments: `origlang`, `speaker`, `scene`, `topic`, `talk`."""
    reference_attributes: tuple[str, ...] = ()
    """Attributes that only references carry, so that participants do not know them: a source with one is refused."""
    report_by: tuple[str | tuple[str, ...], ...] = ()
    """By which of them scores are reported, besides all together; a list crosses several: `["subset", "genre"]`."""
    segmented: bool = True
    """Whether the source is cut into the segments of the references; if not, runs are re-segmented."""
    trials_a_day: PositiveInt | None = None
    """How many texts a person may try on it in a day on the evaluation server; none: as many as the server lets."""
    size: str = ""
    """For the call: `about 81,000 words`."""
    description: str = ""
    """For its page and the call for participation."""

    @property
    def groupings(self) -> tuple[str, ...]:
        """What `report_by` says, as scoring names it: `genre`, `subset×genre`."""
        return tuple(each if isinstance(each, str) else grouping_name(each) for each in self.report_by)

    @property
    def reported_attributes(self) -> tuple[str, ...]:
        """The attributes that `report_by` names, each once."""
        named = ((each,) if isinstance(each, str) else each for each in self.report_by)
        return tuple(dict.fromkeys(attribute for attributes in named for attribute in attributes))

    def written_id(self, language_pair: str) -> str:
        """The `setid` of its files for a language pair."""
        return (self.set_id or self.id).replace("{language_pair}", language_pair)

    def subsets_of(self, language_pair: str) -> Mapping[str, str]:
        """The subsets that a language pair has."""
        return _held(self.subsets, self.subset_pairs, language_pair)

    def genres_of(self, language_pair: str) -> Mapping[str, str]:
        """The genres that a language pair has."""
        return _held(self.genres, self.genre_pairs, language_pair)


def _held(parts: Mapping[str, str], pairs: Mapping[str, tuple[str, ...]], language_pair: str) -> Mapping[str, str]:
    return {name: meaning for name, meaning in parts.items() if language_pair in pairs.get(name, (language_pair,))}
