"""Who takes part in the demonstration, and with which systems."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.schema.registration import Question
from bakeoff_site.campaigns.services.teams import Registration
from bakeoff_site.demonstration.rulebook import PAIR, demonstration_track

PASSWORD = "demonstration only"
ORGANISER = ("Olga Organiser", "organiser@demo.example")


@dataclass(frozen=True, slots=True)
class Entrant:
    """A team; `share` of the words of its output are wrong where it is simulated, else the output is an example."""

    team: str
    name: str
    person: str
    share: float | None = None
    contrastive: tuple[float, ...] = field(default=())
    """The same of its further systems."""

    @property
    def email(self) -> str:
        return f"{self.team.lower()}@demo.example"


ENTRANTS = (
    Entrant("ASTER", "Aster Institute", "Anna Aster", contrastive=(0.2,)),
    Entrant("BASALT", "Basalt University", "Boris Basalt"),
    Entrant("CEDAR", "Cedar Language Technology", "Clara Cedar"),
    Entrant("DUNE", "Dune Research", "Dario Dune"),
    Entrant("EMBER", "Ember and Sons", "Emma Ember"),
    Entrant("FERN", "Fern Polytechnic", "Felix Fern", share=0.15),
    Entrant("GROVE", "Grove Labs", "Greta Grove", share=0.25, contrastive=(0.3,)),
    Entrant("HEATH", "Heath Academy", "Hugo Heath", share=0.4),
)
"""Named after the systems of the example texts, and on."""
JUDGES = (
    ("Ines Iris", "iris@demo.example"),
    ("Jonas Jade", "jade@demo.example"),
    ("Klara Kelp", "kelp@demo.example"),
    ("Lars Lichen", "lichen@demo.example"),
)
"""Who judged the systems of the finished campaign."""
BASELINE_SHARE = 0.35
REGISTERED_SO_FAR = 5
"""How many of them have registered for the open campaign; the next ones can try to."""


def registration_of(entrant: Entrant, rules: Rulebook) -> Registration:
    """What a team says when it registers: it agrees to everything."""
    asked = rules.registration
    return Registration(
        name=entrant.name,
        code=entrant.team if asked.team_code == "chosen" else "",
        language_pairs=(PAIR,) if asked.by_language_pair else (),
        tracks=tuple(track for track in rules.tracks_to_register if PAIR in rules.tracks[track].all_pairs),
        answers={question.id: _answer(question, entrant) for question in asked.questions.values()},
        consents=frozenset(asked.consents),
        attendee=entrant.person if "attends" in asked.steps else "",
    )


def description_of(entrant: Entrant, rules: Rulebook) -> str:
    """A description of the team's systems, with every field that the rulebook asks for."""
    condition = next(iter(rules.conditions.values()), None)
    resource = next(iter(condition.permits if condition else rules.resources), "none")
    known = {
        "Site": entrant.team,
        "Team": entrant.name,
        "Contact": entrant.email,
        "System": f"{entrant.team}_primary" if rules.description.each == "team" else _first_system(rules),
        "Track": demonstration_track(rules).id,
        "Language pairs": PAIR,
        "Condition": condition.id if condition else "none",
        "Resources": resource,
    }
    how = (
        "an output of the example texts" if entrant.share is None else "a reference with words lost, moved or replaced"
    )
    return "".join(f"{field}: {known.get(field, how)}\n" for field in rules.description.fields)


def _first_system(rules: Rulebook) -> str:
    """A system as file names call it, for a description of that system alone."""
    return next(iter(rules.submission.system_types.values())).written[0]


def _answer(question: Question, entrant: Entrant) -> Any:
    match question.kind:
        case "choice":
            return question.choices[0]
        case "choices":
            return list(question.choices[:1])
        case "yes-no":
            return True
        case "text":
            return entrant.person
