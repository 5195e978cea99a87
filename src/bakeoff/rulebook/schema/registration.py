"""Registration: what teams answer, sign and agree to before they take part."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from bakeoff.rulebook.mistakes import SchemaError
from bakeoff.rulebook.schema.base import Id, Named, Named_, PhaseId, Rules, TrackId
from bakeoff.rulebook.schema.phases import Released

Step = Literal["registered", "signed", "dry-run", "submitted", "described", "judged", "attends"]


class Question(Named):
    """Something a team is asked."""

    kind: Literal["text", "choice", "choices", "yes-no"] = "text"
    """What an answer is: text, one of the choices, several of them, yes or no."""
    choices: tuple[str, ...] = ()
    """The answers to choose from."""
    required: bool = True
    """Whether it has to be answered."""

    @model_validator(mode="after")
    def _has_choices(self) -> Self:
        if (self.kind in ("choice", "choices")) != bool(self.choices):
            found = f"{len(self.choices) or 'no'} choices in one of the kind {self.kind}"
            raise SchemaError("choices for a question of the kind choice or choices, and for no other", found=found)
        return self


class Agreement(Named):
    """A text to be signed before something is handed out."""

    text: str = ""
    """Its wording, or where that is."""
    before: tuple[Released, ...] = ("training-data", "source")
    """What is not handed out without it."""
    tracks: tuple[TrackId, ...] = ()
    """Tracks whose data it is about; none named: all."""


class Consent(Named):
    """Something a team may agree to or not."""

    concerns: Literal["outputs", "judging", "other"] = "other"
    """Whether it lets the team's outputs be shared with others, or be judged."""
    phase: PhaseId | None = None
    """While it may be given; none named: at any time, but for judging before that starts."""
    text: str = ""
    """Its wording."""
    duty: str = ""
    """What it then owes: `judge a share of the segments`."""


class Registration(Rules):
    """How teams join the campaign."""

    team_code: Literal["assigned", "chosen"] = "chosen"
    """Whether organisers assign the code that names of files have for a team, or the team chooses it."""
    phase: PhaseId | None = None
    """When teams can register."""
    by_language_pair: bool = True
    """Whether a team registers for language pairs and receives only their data."""
    by_track: bool = False
    """Whether a team registers for tracks, submits only to these and receives only their data."""
    several_teams: bool = False
    """Whether one person may be in several teams: an institution that enters systems under names of their own."""
    agreements: Annotated[Mapping[Id, Agreement], Named_] = Field(default_factory=dict)
    """Texts to be signed."""
    consents: Annotated[Mapping[Id, Consent], Named_] = Field(default_factory=dict)
    """What a team may agree to."""
    questions: Annotated[Mapping[Id, Question], Named_] = Field(default_factory=dict)
    """What a team is asked."""
    steps: tuple[Step, ...] = ("registered", "signed", "submitted")
    """What every team has to do; the team and the organiser see what is still missing."""
