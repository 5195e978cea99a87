"""A complete campaign as data."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Annotated
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import AfterValidator, Field, PositiveInt

from bakeoff.rulebook.mistakes import SchemaError
from bakeoff.rulebook.schema.base import Id, Named_, Rules
from bakeoff.rulebook.schema.crowds import Crowd
from bakeoff.rulebook.schema.evaluation import Evaluation, Scoring
from bakeoff.rulebook.schema.human import HumanEvaluation
from bakeoff.rulebook.schema.phases import Phase
from bakeoff.rulebook.schema.published_scores import PublishedScores
from bakeoff.rulebook.schema.registration import Agreement, Registration
from bakeoff.rulebook.schema.report import Description, EnteredSystem, Report
from bakeoff.rulebook.schema.submission import CommonSubmission, Submission
from bakeoff.rulebook.schema.test_sets import TestSetRules
from bakeoff.rulebook.schema.tracks import LanguagePair, Task, Track
from bakeoff.rulebook.schema.training import Condition, OffLimits, Resource

ANYWHERE = "AoE"
ANYWHERE_ZONE = "Etc/GMT+12"
"""Anywhere on Earth: a deadline that has passed only when it has passed everywhere."""


def _zone(name: str) -> str:
    if name == ANYWHERE:
        return name
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, IsADirectoryError):
        raise SchemaError("a time zone such as Europe/Berlin, UTC or AoE", found=repr(name)) from None
    return name


class Campaign(Rules):
    """What the campaign is called and who runs it."""

    id: Id
    """Name of the campaign in addresses and files: letters, digits and `. _ + -`."""
    title: str
    """What people call it."""
    timezone: Annotated[str, AfterValidator(_zone)] = "UTC"
    """In which deadlines are meant, such as `America/New_York`; `AoE`, anywhere on Earth, is where it is latest."""
    organiser: str = ""
    """Who runs it."""
    website: str = ""
    """Its address."""
    contact: str = ""
    """Whom to ask."""
    year: PositiveInt | None = None
    """When it takes place."""
    description: str = ""
    """For its page and the call for participation."""

    @property
    def timezone_title(self) -> str:
        """The time zone as people read it."""
        if self.timezone == ANYWHERE:
            return "Anywhere on Earth (UTC−12)"
        region, _, place = self.timezone.rpartition("/")
        return f"{place.replace('_', ' ')} time ({self.timezone})" if region and region != "Etc" else self.timezone

    @property
    def zone(self) -> ZoneInfo:
        """Its time zone."""
        return ZoneInfo(ANYWHERE_ZONE if self.timezone == ANYWHERE else self.timezone)


class Rulebook(Rules):
    """All rules of a campaign."""

    campaign: Campaign
    """What the campaign is called and who runs it."""
    tasks: Annotated[Mapping[Id, Task], Named_] = Field(default_factory=dict)
    """Kinds of material."""
    language_pairs: Annotated[Mapping[Id, LanguagePair], Named_]
    """Directions of translation and languages that are transcribed."""
    tracks: Annotated[Mapping[Id, Track], Named_]
    """What systems do."""
    resources: Annotated[Mapping[Id, Resource], Named_] = Field(default_factory=dict)
    """What systems may be built with."""
    conditions: Annotated[Mapping[Id, Condition], Named_] = Field(default_factory=dict)
    """Data conditions; none: everything is permitted."""
    off_limits: Annotated[Mapping[Id, OffLimits], Named_] = Field(default_factory=dict)
    """What no system may use."""
    test_sets: Annotated[Mapping[Id, TestSetRules], Named_] = Field(default_factory=dict)
    """What is translated or transcribed."""
    phases: Annotated[Mapping[Id, Phase], Named_] = Field(default_factory=dict)
    """The schedule."""
    registration: Registration = Registration()
    """How teams join."""
    submission: CommonSubmission = Submission()
    """How packages and files look, how many systems."""
    description: Description = Description()
    """System descriptions."""
    systems: Annotated[Mapping[Id, EnteredSystem], Named_] = Field(default_factory=dict)
    """Systems that organisers enter."""
    published_scores: tuple[PublishedScores, ...] = ()
    """Scores of entered systems whose output is not available."""
    evaluation: Evaluation = Evaluation()
    """Automatic evaluation."""
    human: Annotated[Mapping[Id, HumanEvaluation], Named_] = Field(default_factory=dict)
    """Human evaluations."""
    crowds: Annotated[Mapping[Id, Crowd], Named_] = Field(default_factory=dict)
    """Platforms that send judges."""
    report: Report = Report()
    """What is published."""

    def conditions_of(self, track: str, language_pair: str) -> tuple[Condition, ...]:
        """The data conditions that a track is offered in for a language pair."""
        named = self.tracks[track].conditions
        return tuple(
            condition
            for condition in self.conditions.values()
            if (not named or condition.id in named)
            and (not condition.language_pairs or language_pair in condition.language_pairs)
        )

    def scoring_of(self, track: str, language_pair: str) -> Scoring:
        """How runs of a track in a language pair are scored: by the language, else the track, else the campaign.

        What a track says of a language goes before all.
        """
        pair = self.language_pairs[language_pair]
        language = pair.target or pair.source
        of_track = self.evaluation.tracks.get(track)
        differing = (
            of_track,
            self.evaluation.languages.get(language),
            of_track.languages.get(language) if of_track else None,
        )
        values = {name: getattr(self.evaluation, name) for name in Scoring.model_fields}
        for scoring in filter(None, differing):
            values |= {name: getattr(scoring, name) for name in scoring.model_fields_set & Scoring.model_fields.keys()}
        return Scoring.model_construct(**values)

    def is_scored(self, track: str) -> bool:
        """Whether runs of a track are scored; see `Track.is_scored`. Of one that is gone nothing else is known."""
        return track not in self.tracks or self.tracks[track].is_scored

    @property
    def tracks_to_register(self) -> tuple[str, ...]:
        """The tracks that only teams which registered for them take part in."""
        by_track = self.registration.by_track
        return tuple(track.id for track in self.tracks.values() if by_track or track.needs_registration)

    def agreements_about(self, tracks: Collection[str]) -> tuple[Agreement, ...]:
        """The agreements about data of some of these tracks; without tracks, those about all data."""
        return tuple(
            agreement
            for agreement in self.registration.agreements.values()
            if not agreement.tracks or not set(agreement.tracks).isdisjoint(tracks)
        )

    def published_on(
        self, *, track: str, language_pair: str, condition: str, test_set: str
    ) -> tuple[PublishedScores, ...]:
        """Published scores of systems that belong on a board."""
        return tuple(
            each
            for each in self.published_scores
            if (each.track, each.language_pair, each.test_set) == (track, language_pair, test_set)
            and each.condition in (None, condition)
        )

    def test_sets_of(self, track: str, language_pair: str) -> tuple[TestSetRules, ...]:
        """The test sets of a track in a language pair, of every role."""
        return tuple(
            test_set
            for test_set in self.test_sets.values()
            if (not test_set.tracks or track in test_set.tracks)
            and (not test_set.language_pairs or language_pair in test_set.language_pairs)
        )
