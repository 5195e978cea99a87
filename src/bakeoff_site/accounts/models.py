"""People and how they sign in."""

from __future__ import annotations

from typing import Any, ClassVar
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.crypto import salted_hmac

from bakeoff_site.accounts.choices import Act, Step
from bakeoff_site.core.names import NameField


class UserManager(BaseUserManager["User"]):
    """Makes users."""

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> User:
        user = self.model(email=self.normalize_email(email).strip(), **fields)
        user.set_password(password)
        user.full_clean(exclude=["password"])
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> User:
        return self.create_user(email, password, is_superuser=True, email_verified_at=timezone.now(), **fields)

    def get_by_natural_key(self, username: str | None) -> User:
        return self.get(email__iexact=username)


class User(AbstractBaseUser, PermissionsMixin):
    """A person. What someone may do in a campaign is said by memberships there, not here.

    `is_superuser`: may do everything on this installation; such people start campaigns and appoint organisers.
    """

    email = models.EmailField(max_length=254, unique=True)
    name = NameField(max_length=120)
    affiliation = NameField(max_length=160, blank=True)
    time_zone = models.CharField(max_length=64, blank=True, default="")
    """Whose clocks pages show next to the campaign's, such as Europe/Berlin; empty: those of the browser."""
    is_active = models.BooleanField(default=True)
    email_verified_at = models.DateTimeField(null=True, blank=True)
    joined_at = models.DateTimeField(default=timezone.now)
    session_generation = models.PositiveIntegerField(default=0)
    """Sessions of an earlier generation have ended."""

    objects: ClassVar[UserManager] = UserManager()
    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]

    class Meta:
        constraints = (models.UniqueConstraint(Lower("email"), name="one_account_an_address"),)

    def __str__(self) -> str:
        return self.name or self.email

    @property
    def is_verified(self) -> bool:
        """Whether the address is known to be theirs."""
        return self.email_verified_at is not None

    @property
    def zone(self) -> ZoneInfo | None:
        """Their time zone; None where they chose none, or one that the server no longer knows."""
        try:
            return ZoneInfo(self.time_zone) if self.time_zone else None
        except ZoneInfoNotFoundError:
            return None

    def get_session_auth_hash(self) -> str:
        """What a session must know to continue: a new password ends sessions, and so does a new generation."""
        state = f"{self.password}:{self.session_generation}"
        return salted_hmac("bakeoff_site.accounts.session", state, algorithm="sha256").hexdigest()


class SecondFactor(models.Model):
    """The authenticator app of a person; the row exists while a code is asked for at sign-in."""

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="second_factor")
    secret = models.CharField(max_length=64)
    """The key that the app shares, in base 32. In clear, since codes are computed from it."""
    since = models.DateTimeField(default=timezone.now)
    last_step = models.PositiveBigIntegerField()
    """The time step of the last code that was accepted; no code of this step or an earlier one is accepted again."""

    def __str__(self) -> str:
        return f"second factor of {self.user}"


class RecoveryCode(models.Model):
    """A code that replaces the second factor once; used ones are deleted."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="recovery_codes")
    code_hash = models.CharField(max_length=64)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["user", "code_hash"], name="recovery_code_once"),)

    def __str__(self) -> str:
        return f"recovery code of {self.user}"


class ApiToken(models.Model):
    """Lets a program act for a person, within scopes and until a day. The token is shown once; we keep its hash."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    name = NameField(max_length=80)
    token_hash = models.CharField(max_length=64, unique=True)
    ending = models.CharField(max_length=4)
    """The last characters, by which people recognise a token that they find in a file."""
    scopes = models.JSONField()
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-created_at", "-id")
        constraints = (
            models.UniqueConstraint(
                fields=["user", "name"], condition=models.Q(revoked_at=None), name="one_token_a_name"
            ),
            models.CheckConstraint(
                condition=models.Q(expires_at__gt=models.F("created_at")), name="token_expires_after_creation"
            ),
            models.CheckConstraint(condition=~models.Q(scopes=[]), name="token_has_scopes"),
        )

    def __str__(self) -> str:
        return f"{self.name} of {self.user}"

    @property
    def is_expired(self) -> bool:
        return self.expires_at <= timezone.now()


class Attempts(models.Model):
    """How often something was tried, by whom or from where, since it last went well."""

    act = models.CharField(max_length=20, choices=Act)
    who = models.CharField(max_length=64)
    """An account or a network address, hashed: people type passwords into the wrong field."""
    count = models.PositiveIntegerField(default=0)
    last_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["act", "who"], name="attempts_counted_once"),
            models.CheckConstraint(condition=models.Q(act__in=Act.values), name="attempted_act_known"),
        )

    def __str__(self) -> str:
        return f"{self.count} × {self.act}"


class FailedSignIns(models.Model):
    """Attempts to sign in that failed one after another: a row each time that somebody tries, with their number.

    Nothing of what was typed is kept.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, null=True, related_name="failed_sign_ins")
    """Whose account it is; None where there is no such account."""
    names = models.JSONField(default=list)
    """Accounts that do not exist, hashed and shortened, some of them: one that is mistyped, or many that are guessed.
    Of an existing one, none."""
    step = models.CharField(max_length=12, choices=Step)
    address = models.CharField(max_length=80)
    """Of the network, from where it was tried."""
    count = models.PositiveIntegerField(default=0)
    turned_away = models.PositiveIntegerField(default=0)
    """Attempts that were not even looked at, because there were too many before."""
    first_at = models.DateTimeField()
    last_at = models.DateTimeField(db_index=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    """When there were too many, for the account or for the address."""
    told_at = models.DateTimeField(null=True, blank=True)
    """When whose account it is was mailed about it."""

    class Meta:
        ordering = ("-last_at", "-id")
        indexes = (models.Index(fields=["user", "step", "address", "last_at"], name="failed_sign_ins_found"),)
        constraints = (models.CheckConstraint(condition=models.Q(step__in=Step.values), name="failed_step_known"),)

    def __str__(self) -> str:
        return f"{self.count} × {self.step} from {self.address}"
