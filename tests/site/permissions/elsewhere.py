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
from tests.site.world import ORGANISERS, ROLES, TAKING_PART, Moment, Role, Where, World

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
    track="ted-mt",
    pair="en-de",
    condition="permissible",
    test_set="tst2016",
    references=("asr-tst2016", "en", f"talk 1 speaker 0.0 5.0 {TRANSCRIPT}\n".encode()),
)
"""A board of translations; references that are corrected are transcripts."""
PROPOSING: tuple[Role, ...] = (*TAKING_PART, *ORGANISERS)

# While references are adjudicated: teams propose, and have seen no scores but their own
_PAGES_OF_ADJUDICATION: Mapping[str, Mapping[Role, Seen]] = {
    "get datasets:download reference": handed_to(*TAKING_PART),
    "get adjudication:proposals": handed_to(*TAKING_PART),
    "get adjudication:propose": of(PROPOSING, "shown"),
    "post adjudication:propose": of(PROPOSING, "shown"),
    "get adjudication:upload": of(PROPOSING, "shown"),
    "post adjudication:upload": of(PROPOSING, "shown"),
    # Made of all sites' runs, for organisers alone
    "get adjudication:suggestions": {**of(ORGANISERS, "shown"), **dict.fromkeys(TAKING_PART, "not found")},
    "post adjudication:suggestions": {**of(ORGANISERS, "shown"), **dict.fromkeys(TAKING_PART, "not found")},
    "post adjudication:withdraw": of(("rival",), "redirected"),
    "get adjudication:scores": unless_known(*TAKING_PART),
}
_OPERATIONS_OF_ADJUDICATION: Mapping[str, Mapping[Role, Answered]] = {
    "fetch_data reference": fetched_by(*TAKING_PART),
    "list_corrections": fetched_by(*TAKING_PART),
    "add_correction": by_token(PROPOSING, "refused"),
    "add_corrections": by_token(PROPOSING, "refused"),
    "withdraw_proposal": by_token(("rival",), "done"),
    "list_score_changes": shown_to(*TAKING_PART),
}
_SUGGESTED = {moment: of(ORGANISERS, "shown") for moment in MOMENTS if moment not in ("mt", "workshop")}

_READ_OUTPUTS: Mapping[ElsewhereMoment, Mapping[Role, Seen]] = {
    **{moment: unless_known() for moment in MOMENTS if moment not in ("after", "workshop")},
    "workshop": everyone("shown"),
}

DIFFERENT: Mapping[str, Mapping[ElsewhereMoment, Mapping[Role, str]]] = {
    **{row: {"mt": outcomes} for row, outcomes in _PAGES_OF_ADJUDICATION.items()},
    **{row: {"mt": outcomes} for row, outcomes in _OPERATIONS_OF_ADJUDICATION.items()},
    **{
        row: {**_SUGGESTED, "mt": _PAGES_OF_ADJUDICATION[row]}
        for row in ("get adjudication:suggestions", "post adjudication:suggestions")
    },
    # Teams see their scored outputs when they see scores, and everybody does when outputs are released at the end
    "get results:run-output": _READ_OUTPUTS,
    "get results:run-output of rivals": _READ_OUTPUTS,
    # So are judgments, which name systems
    "get results:human-judgments": {"workshop": everyone("shown")},
    "fetch_released_judgments": {"workshop": everybody("done")},
    # Outputs are released at the end
    "get datasets:download outputs": {"after": handed_to()},
    "fetch_data outputs": {"after": fetched_by()},
}
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
    "the rivals' output": {"workshop": ROLES},
    "the team's output": {"workshop": ROLES},
    "the team's description": {"workshop": ROLES},
    "the rivals' description": {"workshop": ROLES},
}
NOT_ON: Mapping[str, Collection[str]] = {
    "the references": ("get datasets:download reference",),
    "the name of the rivals' system": ("get adjudication:scores", "list_score_changes"),
    "the rivals' output": ("get submissions:package of rivals",),
    "the team's output": ("get submissions:package", "fetch_package"),
}
"""Packages stay with their teams when outputs are public; references that are corrected are of another test set."""
