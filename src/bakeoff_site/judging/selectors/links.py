"""Links that make people judges of a task."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.core import signing
from django.db.models import F, QuerySet

from bakeoff_site.judging.models import JudgeLink, Task
from bakeoff_site.mail.links import SecretLink

_SALT = "bakeoff_site.judging.link"


def secret_link(link: JudgeLink) -> SecretLink:
    """The address of a link. It is signed each time: what the database holds is not enough to use it."""
    return SecretLink(page="judging:join", salt=_SALT, said=str(link.key), is_dated=False)


def link_of(token: str) -> JudgeLink | None:
    """The link of a token; None where somebody made the token up."""
    try:
        key = UUID(signing.Signer(salt=_SALT).unsign_object(token))
    except (signing.BadSignature, ValueError, AttributeError, TypeError):
        return None
    return JudgeLink.objects.filter(key=key).select_related("task__campaign", "made_by").first()


def links_in_use(task: Task, *, now: datetime) -> QuerySet[JudgeLink]:
    """Links of a task that still let people in: those for everyone first, then invitations by address."""
    valid = task.links.filter(revoked_at=None, expires_at__gt=now, uses__lt=F("most_uses"))
    return valid.select_related("task__campaign", "made_by").order_by("email", "pk")


def chosen_titles(task: Task, chosen: Sequence[str]) -> str:
    """Language pairs and test sets in words."""
    rules = task.campaign.rules
    named = {**rules.test_sets, **rules.language_pairs}
    return ", ".join(named[each].label if each in named else each for each in chosen)


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkRow:
    """A link as organisers see it."""

    link: JudgeLink
    address: str
    """For everyone who has it; empty for one that was mailed: the mail alone holds it."""
    chosen: str


def link_row(link: JudgeLink) -> LinkRow:
    """A link with its address and what its judges start with, in words."""
    address = "" if link.email else secret_link(link).address
    return LinkRow(link=link, address=address, chosen=chosen_titles(link.task, link.chosen))
