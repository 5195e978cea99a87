"""Names that people choose, and that others read in tables, mails and files: checked alike wherever they come from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from django import forms
from django.core.exceptions import ValidationError
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.expressions import Combinable
from pydantic import AfterValidator

from bakeoff.data.names import PLAIN_NAME, refused_character
from bakeoff_site.core.refusals import RefusedError

if TYPE_CHECKING:
    _Text = models.CharField[str | Combinable, str]
else:
    _Text = models.CharField


def validate_name(name: str) -> None:
    """For forms and models."""
    if mistake := _mistake(name):
        raise ValidationError(mistake, code="name")


def _checked(name: str) -> str:
    if mistake := _mistake(name):
        raise ValueError(mistake)
    return name


PlainName = Annotated[str, AfterValidator(_checked)]
"""For what programs send."""


def require_plain(name: str) -> None:
    """For services, before they keep what belongs to a name."""
    if mistake := _mistake(name):
        raise RefusedError(mistake)


class NameFormField(forms.CharField):
    """A name in a form."""

    default_validators = [validate_name]  # noqa: RUF012 -- Django's


class NameField(_Text):
    """A name in a table. Forms and the API refuse a bad one with its place; what passes them by is refused here."""

    default_validators = [validate_name]  # noqa: RUF012 -- Django's

    def deconstruct(self) -> Any:
        """To the database it is text like any other."""
        name, _, args, options = super().deconstruct()
        return name, "django.db.models.CharField", args, options

    def get_db_prep_save(self, value: Any, connection: BaseDatabaseWrapper) -> Any:
        if isinstance(value, str) and (mistake := _mistake(value)):
            raise RefusedError(f"The {self.verbose_name} cannot be kept: {mistake}")
        return super().get_db_prep_save(value, connection)


def _mistake(name: str) -> str:
    character = refused_character(name)
    return f"Expected {PLAIN_NAME}; found {character}. Type the name again, without it." if character else ""
