"""Actions as the scripts of screens send them: what their fields hold is read by the screen of the protocol."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from pydantic import BaseModel, Field, ValidationError

from bakeoff_site.judging.choices import ActionKind
from bakeoff_site.judging.models import Screen
from bakeoff_site.judging.screens.registry import screen_page
from bakeoff_site.judging.selectors.contents import shown_screen
from bakeoff_site.judging.services.answers import NewAction


class SentAction(BaseModel):
    """An action as the script sends it."""

    key: UUID
    kind: ActionKind
    payload: dict[str, Any] = Field(default_factory=dict)
    client_time: datetime | None = None


def new_action(screen: Screen, sent: SentAction) -> NewAction:
    """An action of the script; it sends the fields of the form, which the screen of the protocol reads."""
    payload = dict(sent.payload)
    if sent.kind == ActionKind.ANSWER and isinstance(payload.get("fields"), dict):
        fields = {str(name): str(value) for name, value in payload["fields"].items()}
        payload = {"answer": screen_page(screen.evaluation.protocol).read(fields, shown_screen(screen))}
    return NewAction(key=sent.key, kind=sent.kind, payload=payload, client_time=sent.client_time)


def first_mistake(error: ValidationError) -> str:
    """The first mistake of what was sent, with its place."""
    first = error.errors()[0]
    place = ".".join(map(str, first["loc"]))
    return f"{place}: {first['msg']}" if place else first["msg"]
