"""The second factor: codes of an authenticator app, and recovery codes for when it is lost."""

from __future__ import annotations

import base64
import hashlib
import secrets

from django.db import transaction
from django.utils import timezone

from bakeoff_site.accounts import mails
from bakeoff_site.accounts.choices import Act, Step
from bakeoff_site.accounts.errors import AccountError, WrongCodeError
from bakeoff_site.accounts.models import RecoveryCode, SecondFactor, User
from bakeoff_site.accounts.services.attempts import tried
from bakeoff_site.accounts.services.people import end_sessions
from bakeoff_site.accounts.services.sign_in import confirm_password
from bakeoff_site.accounts.throttling import Attempt
from bakeoff_site.accounts.totp import matching_step
from bakeoff_site.core import audit

RECOVERY_CODES = 10
_RECOVERY_BYTES = 10
"""80 bits: too many to try, so that a plain hash keeps them safe even in a stolen database."""


def turn_on(user: User, *, secret: str, code: str, password: str, address: str) -> list[str]:
    """Asks for codes from now on; gives the recovery codes, which are shown once. Other sessions end."""
    confirm_password(user, password, address=address)
    step = matching_step(secret, _compact(code), timezone.now().timestamp())
    if step is None:
        raise WrongCodeError
    with transaction.atomic():
        _, made = SecondFactor.objects.get_or_create(user=user, defaults={"secret": secret, "last_step": step})
        if not made:
            raise AccountError("Your second factor is on already. Turn it off first to use another device.")
        codes = _new_recovery_codes(user)
        end_sessions(user)
        audit.record("account.add-second-factor", actor=user, subject=user.email)
        mails.notify("second_factor", "Your second factor was turned on", user.email, is_on=True)
    return codes


def turn_off(user: User, *, password: str, address: str) -> None:
    confirm_password(user, password, address=address)
    with transaction.atomic():
        SecondFactor.objects.filter(user=user).delete()
        RecoveryCode.objects.filter(user=user).delete()
        end_sessions(user)
        audit.record("account.remove-second-factor", actor=user, subject=user.email)
        mails.notify("second_factor", "Your second factor was turned off", user.email, is_on=False)


def renew_recovery_codes(user: User, *, password: str, address: str) -> list[str]:
    """New codes, which are shown once; the earlier ones are worthless."""
    confirm_password(user, password, address=address)
    with transaction.atomic():
        codes = _new_recovery_codes(user)
        audit.record("account.renew-recovery-codes", actor=user, subject=user.email)
    return codes


def check_code(user: User, code: str, *, address: str) -> None:
    """Accepts a code of the app or a recovery code, each once; else `WrongCodeError`."""
    if not tried(Attempt(Act.CODE, user.email, address), Step.CODE, user, lambda: _accept(user, _compact(code))):
        raise WrongCodeError


def _accept(user: User, code: str) -> bool:
    with transaction.atomic():
        return _accept_code(user, code) or _accept_recovery_code(user, code)


def _accept_code(user: User, code: str) -> bool:
    factor = SecondFactor.objects.select_for_update().get(user=user)
    step = matching_step(factor.secret, code, timezone.now().timestamp(), after=factor.last_step)
    if step is None:
        return False
    factor.last_step = step
    factor.save(update_fields=["last_step"])
    return True


def _accept_recovery_code(user: User, code: str) -> bool:
    deleted, _ = RecoveryCode.objects.filter(user=user, code_hash=_hashed(code)).delete()
    if deleted:
        left = RecoveryCode.objects.filter(user=user).count()
        audit.record("account.use-recovery-code", actor=user, subject=user.email, left=left)
    return bool(deleted)


def _new_recovery_codes(user: User) -> list[str]:
    texts = [base64.b32encode(secrets.token_bytes(_RECOVERY_BYTES)).decode().lower() for _ in range(RECOVERY_CODES)]
    RecoveryCode.objects.filter(user=user).delete()
    RecoveryCode.objects.bulk_create([RecoveryCode(user=user, code_hash=_hashed(text)) for text in texts])
    return ["-".join(text[start : start + 4] for start in range(0, len(text), 4)) for text in texts]


def _compact(code: str) -> str:
    """As it was typed, without the blanks and hyphens that make it readable."""
    return "".join(code.split()).replace("-", "").lower()


def _hashed(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()
