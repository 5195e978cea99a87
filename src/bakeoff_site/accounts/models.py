"""People and how they sign in."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone


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

    `is_superuser`: may do everything on this installation; such people begin campaigns and appoint organisers.
    """

    email = models.EmailField(max_length=254, unique=True)
    name = models.CharField(max_length=120)
    affiliation = models.CharField(max_length=160, blank=True)
    is_active = models.BooleanField(default=True)
    email_verified_at = models.DateTimeField(null=True, blank=True)
    joined_at = models.DateTimeField(default=timezone.now)

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
