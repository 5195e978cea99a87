"""A campaign of another rulebook, with an adjudication phase, tracks that open one after another, and public outputs.

Each of its moments is like one of the campaign that the tables speak of; what differs is said here.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal, get_args

from tests.site.permissions.asking import by_token, everybody, fetched_by, shown_to
from tests.site.permissions.rows import Answered, Seen
from tests.site.permissions.seeing import everyone, handed_to, of, unless_known
from tests.site.secrets_kept import SECRETS, Watched
from tests.site.world import ORGANISERS, ROLES, TAKING_PART, TEAM, TEXTS, Moment, Role, Where, World

RULEBOOK = "iwslt2016"
ElsewhereMoment = Literal["before", "registration", "training-data", "asr", "slt", "mt", "after", "workshop"]
"""Before everything; and an hour after a phase of the rulebook begins. With `mt` the references of the ASR track are
handed out and their adjudication begins; with `after` come scores and descriptions."""
ALIKE: Mapping[ElsewhereMoment, Moment] = {
    "before": "before",
    "registration": "registration",
    "training-data": "dry-run",
    "asr": "dry-run",
    "slt": "dry-run",
    "mt": "evaluation",
    "after": "preliminary",
    "workshop": "public",
}
MOMENTS: tuple[ElsewhereMoment, ...] = get_args(ElsewhereMoment)
TRANSCRIPT = "they heard the lanterns hiss"
THERE = Where(
    track="talk-mt",
    pair="en-de",
    condition="permissible",
    test_set="tst2016",
    references=("asr-tst2016", "en", f"talk 1 speaker 0.0 5.0 {TRANSCRIPT}\n".encode()),
)
"""A board of translations; references that are corrected are transcripts."""
EVERYBODY: tuple[Role, ...] = ROLES


def at_all(outcomes: Mapping[Role, Seen] | Mapping[Role, Answered]) -> dict[ElsewhereMoment, Mapping[Role, str]]:
    return dict.fromkeys(MOMENTS, outcomes)


DIFFERENT: Mapping[str, Mapping[ElsewhereMoment, Mapping[Role, str]]] = {}
"""By row and moment."""


def secrets_at(world: World, moment: ElsewhereMoment) -> list[Watched]:
    """What pages must not show, and to whom."""
    found = [
        Watched(
            secret.name,
            tuple(secret.texts(world)),
            RELEASED.get(secret.name, {}).get(moment, secret.released[ALIKE[moment]]),
            secret.own,
            [page for page in secret.on if page not in NOT_ON.get(secret.name, ())],
        )
        for secret in SECRETS
    ]
    transcripts = (*ORGANISERS, *TAKING_PART) if moment in ("mt", "after", "workshop") else ORGANISERS
    return [*found, Watched("a transcript", [TRANSCRIPT], transcripts, on=["get datasets:download reference"])]


RELEASED: Mapping[str, Mapping[ElsewhereMoment, Collection[Role]]] = {
    # References of translations are never released, those of the ASR track before any scores
    "the references": dict.fromkeys(MOMENTS, ORGANISERS),
    "name, note and checksum of the file: reference": {"mt": (*ORGANISERS, *TAKING_PART)},
    "a correction of the references": {"mt": (*ORGANISERS, *TAKING_PART)},
    # Outputs come with everything else, to everybody
    "name, note and checksum of the file: outputs": {"after": ORGANISERS},
    "the rivals' output": {"workshop": EVERYBODY},
    "the team's output": {"workshop": EVERYBODY},
    "the team's description": {"workshop": EVERYBODY},
    "the rivals' description": {"workshop": EVERYBODY},
}
NOT_ON: Mapping[str, Collection[str]] = {
    "the references": ("get datasets:download reference",),
    "the rivals' output": ("get submissions:package of rivals",),
    "the team's output": ("get submissions:package", "fetch_package"),
}
"""Packages stay with their teams when outputs are public; the file of references is of another test set."""
assert TEXTS
assert TEAM
__all__ = [
    "DIFFERENT",
    "by_token",
    "everybody",
    "everyone",
    "fetched_by",
    "handed_to",
    "of",
    "secrets_at",
    "shown_to",
    "unless_known",
]
