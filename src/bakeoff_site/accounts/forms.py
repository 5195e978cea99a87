"""What people fill in about their accounts."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from bakeoff.data.sentences import capitalized
from bakeoff_site.accounts.choices import SCOPE_MEANINGS
from bakeoff_site.accounts.models import User
from bakeoff_site.core.names import NameFormField
from bakeoff_site.core.time_zones import time_zones_by_region

_NEW_PASSWORD_HELP = "At least ten characters, not one of the common ones, and not like your name or address."


def _email(label: str = "Email address", *, autocomplete: str = "username") -> forms.EmailField:
    return forms.EmailField(
        label=label, max_length=254, widget=forms.EmailInput(attrs={"autocomplete": autocomplete, "dir": "ltr"})
    )


def _password(label: str = "Your password", *, is_new: bool = False) -> forms.CharField:
    autocomplete = "new-password" if is_new else "current-password"
    return forms.CharField(
        label=label,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": autocomplete}),
        help_text=_NEW_PASSWORD_HELP if is_new else "",
    )


def _code(label: str, help_text: str) -> forms.CharField:
    attrs = {"autocomplete": "one-time-code", "autocapitalize": "off", "spellcheck": "false", "dir": "ltr"}
    return forms.CharField(label=label, max_length=40, help_text=help_text, widget=forms.TextInput(attrs=attrs))


def _time_zones() -> list[tuple[str, str | list[tuple[str, str]]]]:
    return [("", "As in my browser"), ("UTC", "UTC"), *time_zones_by_region()]


class DetailsForm(forms.Form):
    name = NameFormField(label="Name", max_length=120, widget=forms.TextInput(attrs={"autocomplete": "name"}))
    affiliation = NameFormField(
        label="Affiliation",
        max_length=160,
        required=False,
        help_text="University, company or project. May stay empty.",
        widget=forms.TextInput(attrs={"autocomplete": "organization"}),
    )


class ProfileForm(DetailsForm):
    time_zone = forms.ChoiceField(
        label="Time zone",
        choices=_time_zones,
        required=False,
        help_text="Pages show deadlines on the clocks of the campaign and on yours.",
    )


class SignUpForm(DetailsForm):
    email = _email()
    password = _password("Password", is_new=True)

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        if "password" in given:
            # Compares only with what was typed: the answer does not reveal whether an address is known.
            someone = User(name=given.get("name", ""), email=given.get("email", ""))
            _check_password(self, "password", given["password"], someone)
        return given


class SignInForm(forms.Form):
    email = _email()
    password = _password("Password")
    remember = forms.BooleanField(label="Stay signed in for 30 days", label_suffix="", required=False)


class CodeForm(forms.Form):
    code = _code("Code", "Six digits from your authenticator app, or one of your recovery codes.")


class ResetRequestForm(forms.Form):
    email = _email()


class NewPasswordForm(forms.Form):
    """Choosing a password, by link."""

    new = _password("New password", is_new=True)

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._user = user

    def clean(self) -> dict[str, Any]:
        if "new" in self.cleaned_data:
            _check_password(self, "new", self.cleaned_data["new"], self._user)
        return self.cleaned_data


class PasswordChangeForm(NewPasswordForm):
    old = _password("Current password")
    field_order = ("old", "new")


class AddressForm(forms.Form):
    email = _email("New email address", autocomplete="email")
    password = _password()


class PasswordForm(forms.Form):
    """For what must not be done at a screen that was left alone."""

    password = _password()


class SecondFactorForm(forms.Form):
    code = _code("Code", "The six digits that the app shows now.")
    password = _password()


class TokenForm(forms.Form):
    name = NameFormField(label="Name", max_length=80, help_text="What it is for, such as “nightly submission”.")
    scopes = forms.MultipleChoiceField(
        label="What it can do",
        choices=[(scope, capitalized(meaning)) for scope, meaning in SCOPE_MEANINGS.items()],
        widget=forms.CheckboxSelectMultiple,
        initial=["read"],
    )
    lifetime = forms.TypedChoiceField(
        label="How long it lasts",
        choices=[(7, "A week"), (30, "30 days"), (90, "90 days"), (180, "180 days"), (365, "A year")],
        coerce=lambda days: timedelta(days=int(days)),
        initial=90,
    )


class FailureFilterForm(forms.Form):
    """Which attempts to sign in are shown."""

    text = forms.CharField(label="Person or network address", required=False, max_length=100)


def _check_password(form: forms.BaseForm, field: str, password: str, user: User) -> None:
    try:
        validate_password(password, user)
    except ValidationError as problems:
        form.add_error(field, problems)
