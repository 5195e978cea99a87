"""What organisers and contact persons enter."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils import timezone

from bakeoff.rulebook.participation.registration import MAX_TEAM_CODE
from bakeoff_site.campaigns.choices import MembershipRole
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.names import NameFormField


class TeamCodeForm(forms.Form):
    code = NameFormField(label="Team code", max_length=MAX_TEAM_CODE)


class ExtensionForm(forms.Form):
    """More time for a team, in the campaign's time zone; the minute that is given is still in time."""

    phase = forms.ChoiceField(label="Phase")
    until = forms.DateTimeField(
        label="Until",
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"],
        error_messages={"invalid": "Expected a day and a time such as 2027-03-12 18:00."},
    )
    reason = forms.CharField(label="Reason", max_length=500, help_text="The team sees it.")

    def __init__(self, campaign: Campaign, *args: Any, **options: Any) -> None:
        self._zone = campaign.rules.campaign.zone
        super().__init__(*args, **options)
        phases = campaign.rules.phases.values()
        field = self.fields["phase"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [(phase.id, phase.label) for phase in phases if phase.end is not None]
        self.fields["until"].help_text = f"Time zone {campaign.rules.campaign.timezone}."

    def full_clean(self) -> None:
        with timezone.override(self._zone):
            super().full_clean()

    def clean_until(self) -> datetime:
        until: datetime = self.cleaned_data["until"]
        return until + timedelta(minutes=1)


class AttendeeForm(forms.Form):
    attendee = NameFormField(
        label="Who attends the workshop?", max_length=160, required=False, help_text="Leave it empty if nobody does."
    )


class ReasonForm(forms.Form):
    reason = forms.CharField(label="Reason", max_length=500)


class AddressForm(forms.Form):
    email = forms.EmailField(label="Email address", max_length=254)


class RoleInvitationForm(AddressForm):
    role = forms.ChoiceField(label="Role", choices=MembershipRole)


class DeleteForm(forms.Form):
    """The title of the campaign, typed to confirm its deletion."""

    title = NameFormField(
        label="Title of the campaign",
        max_length=400,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        error_messages={"required": "Type the title of the campaign to confirm."},
    )
