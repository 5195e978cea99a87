"""People who may do everything on an installation; the first of them comes in through the command line."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from bakeoff.errors import BakeoffError
from bakeoff_site.accounts.choices import Purpose
from bakeoff_site.accounts.links import link_to
from bakeoff_site.accounts.models import User
from bakeoff_site.core import audit


def has_administrator() -> bool:
    """Whether anyone may start campaigns."""
    return User.objects.filter(is_superuser=True, is_active=True).exists()


@transaction.atomic
def appoint_administrator(email: str) -> str:
    """Makes someone an administrator, with a new account where they have none; a link by which they set a password."""
    user = User.objects.select_for_update().filter(email__iexact=email.strip()).first()
    if user is None:
        try:
            user = User.objects.create_superuser(email.strip(), name=email.partition("@")[0])
        except ValidationError:
            raise BakeoffError(f"--create-admin: expected a mail address, found {email!r}.") from None
    else:
        user.is_superuser = user.is_active = True
        user.email_verified_at = user.email_verified_at or timezone.now()
        user.save(update_fields=["is_superuser", "is_active", "email_verified_at"])
    audit.record("administrator.appoint", actor=None, subject=user.email)
    return link_to(Purpose.RESET, user, email=user.email).address
