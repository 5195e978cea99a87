"""Links that are mailed: signed, expiring, good once.

Nothing is stored. What a link changes is part of what is signed, so that using it, or changing the same thing in
another way, makes it worthless.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.core import signing
from django.utils.crypto import constant_time_compare, salted_hmac

from bakeoff_site.accounts.choices import Purpose
from bakeoff_site.accounts.errors import DeadLinkError
from bakeoff_site.accounts.limits import LINK_AGE
from bakeoff_site.accounts.models import User
from bakeoff_site.mail.links import SecretLink

_PAGES = {
    Purpose.VERIFY: "accounts:verify-by-link",
    Purpose.RESET: "accounts:reset-by-link",
    Purpose.CHANGE_ADDRESS: "accounts:address-by-link",
}


@dataclass(frozen=True)
class Link:
    """What a good link says: for whom, and which address it was sent to."""

    user: User
    email: str


def link_to(purpose: Purpose, user: User, *, email: str) -> SecretLink:
    """The link to a page, for a mail to `email`. What changes before it is sent makes it worthless, too."""
    said = {"user": user.pk, "email": email, "state": _state(purpose, user)}
    return SecretLink(page=_PAGES[purpose], salt=_salt(purpose), said=said)


def read_link(purpose: Purpose, token: str, *, for_update: bool = False) -> Link:
    """What a link says, or `DeadLinkError`. To act on it, call this in a transaction and `for_update`."""
    try:
        said = signing.loads(token, salt=_salt(purpose), max_age=LINK_AGE[purpose])
    except signing.BadSignature:
        raise DeadLinkError from None
    people = User.objects.select_for_update() if for_update else User.objects
    user = people.filter(pk=said["user"], is_active=True).first()
    if user is None or not constant_time_compare(said["state"], _state(purpose, user)):
        raise DeadLinkError
    return Link(user, said["email"])


def _salt(purpose: Purpose) -> str:
    return f"bakeoff_site.accounts.link.{purpose.value}"


def _state(purpose: Purpose, user: User) -> str:
    """A digest of what the link changes."""
    parts: dict[Purpose, tuple[object, ...]] = {
        Purpose.VERIFY: (user.email, user.email_verified_at),
        Purpose.RESET: (user.email, user.password, user.last_login, user.session_generation),
        Purpose.CHANGE_ADDRESS: (user.email, user.email_verified_at, user.password),
    }
    # As text: databases differ in the object that stands for the same time zone.
    return salted_hmac(_salt(purpose), "\n".join(map(str, parts[purpose])), algorithm="sha256").hexdigest()[:32]
