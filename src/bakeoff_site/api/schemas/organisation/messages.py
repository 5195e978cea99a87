"""Messages to teams, as programs read and write them."""

from __future__ import annotations

from datetime import datetime

from ninja import Field, Schema

from bakeoff_site.api.schemas.shared import Body
from bakeoff_site.team_messages.choices import Audience
from bakeoff_site.team_messages.models import TeamMessage
from bakeoff_site.team_messages.selectors import delivery_of


class MessageIn(Body):
    """A message to teams."""

    subject: str = Field(description="One line; {team} and other fields are filled in for each person.")
    text: str = Field(description="Plain text, with the same fields: {name}, {team}, {code}, {missing}, {link}.")
    audience: Audience = Audience.ALL
    step: str = Field("", description="With the audience `missing-step`: the step that teams have not done.")
    teams: list[int] = Field([], description="With the audience `chosen`: the teams.")


class MessageOut(Schema):
    """A message that was sent, and what became of its mails."""

    id: int
    subject: str
    text: str
    audience: Audience
    step: str
    teams: int = Field(description="To how many teams.")
    sent_by: str
    sent_at: datetime
    leaves_at: datetime = Field(description="Until then it can be taken back.")
    taken_back_at: datetime | None
    mails_sent: int
    mails_waiting: int
    mails_failed: int


def message_out(message: TeamMessage) -> MessageOut:
    delivery = delivery_of(message)
    return MessageOut(
        id=message.pk,
        subject=message.subject,
        text=message.text,
        audience=Audience(message.audience),
        step=message.step,
        teams=message.teams.count(),
        sent_by=message.sent_by.name,
        sent_at=message.sent_at,
        leaves_at=message.leaves_at,
        taken_back_at=message.taken_back_at,
        mails_sent=delivery.sent,
        mails_waiting=delivery.waiting,
        mails_failed=delivery.failed,
    )
