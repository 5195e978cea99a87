"""What is read about people and how they sign in."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from bakeoff_site.accounts.models import ApiToken, FailedSignIns, User
from bakeoff_site.core.models import AuditEvent


def user_with_email(email: str) -> User | None:
    """The person with this address, in capitals or not."""
    try:
        return User.objects.get_by_natural_key(email.strip())
    except User.DoesNotExist:
        return None


def has_second_factor(user: User) -> bool:
    return hasattr(user, "second_factor")


def recovery_codes_left(user: User) -> int:
    return user.recovery_codes.count()


def tokens_of(user: User) -> QuerySet[ApiToken]:
    """Tokens that were not revoked; expired ones stay in visibility until they are."""
    return user.api_tokens.filter(revoked_at=None)


def history_of(user: User) -> QuerySet[AuditEvent]:
    """What someone did with their account, newest first; what they did in campaigns is in the logs of these."""
    return AuditEvent.objects.filter(actor=user, campaign=None).select_related("actor")


def failed_sign_ins_of(user: User) -> QuerySet[FailedSignIns]:
    """Attempts on someone's account, latest first."""
    return user.failed_sign_ins.all()


def failed_sign_ins(*, text: str = "") -> QuerySet[FailedSignIns]:
    """Attempts on all accounts, and on such as do not exist; of a person or an address of the network."""
    rows = FailedSignIns.objects.select_related("user")
    if not text:
        return rows
    return rows.filter(Q(user__name__icontains=text) | Q(user__email__icontains=text) | Q(address__startswith=text))


def account_events() -> QuerySet[AuditEvent]:
    """What was done with accounts and the installation, by everybody: in no campaign."""
    return AuditEvent.objects.filter(campaign=None)
