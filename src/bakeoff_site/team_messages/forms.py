"""What organisers write to teams."""

from __future__ import annotations

from typing import Any

from django import forms

from bakeoff.rulebook.participation.steps import binding_steps
from bakeoff_site.campaigns.conversions import STEPS
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.team_messages.choices import Audience
from bakeoff_site.team_messages.conversions import FIELDS, unknown_fields
from bakeoff_site.team_messages.selectors import Selection
from bakeoff_site.team_messages.services import LONGEST_TEXT

_FIELDS = ", ".join(f"{{{name}}} ({about})" for name, about in FIELDS.items())


class MessageForm(forms.Form):
    """A message and to whom it goes."""

    audience = forms.ChoiceField(label="To", choices=Audience, widget=forms.RadioSelect, initial=Audience.ALL)
    step = forms.ChoiceField(label="Step that they have not done", required=False)
    teams = forms.MultipleChoiceField(
        label="Teams",
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    subject = forms.CharField(label="Subject", max_length=150)
    text = forms.CharField(
        label="Text",
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 12}),
        help_text=f"Plain text. These are filled in for each person: {_FIELDS}.",
    )

    def __init__(self, campaign: Campaign, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        steps = [(step, STEPS[step]) for step in binding_steps(campaign.rules)]
        teams = [(str(team.pk), team.name) for team in campaign.teams.filter(withdrawn_at=None)]
        for name, choices in (("step", [("", "Choose a step"), *steps]), ("teams", teams)):
            field = self.fields[name]
            if isinstance(field, forms.ChoiceField):
                field.choices = choices

    def clean_subject(self) -> str:
        return self._filled("subject")

    def clean_text(self) -> str:
        return self._filled("text")

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        if cleaned.get("audience") == Audience.MISSING_STEP and not cleaned.get("step"):
            self.add_error("step", "Choose the step that the teams have not done.")
        if cleaned.get("audience") == Audience.CHOSEN and not cleaned.get("teams"):
            self.add_error("teams", "Choose at least one team.")
        return cleaned

    @property
    def selection(self) -> Selection:
        """Which teams were chosen; only of a valid form."""
        return Selection(
            audience=Audience(self.cleaned_data["audience"]),
            step=self.cleaned_data["step"] if self.cleaned_data["audience"] == Audience.MISSING_STEP else "",
            teams={int(key) for key in self.cleaned_data["teams"]},
        )

    def _filled(self, name: str) -> str:
        text: str = self.cleaned_data[name]
        if unknown := unknown_fields(text):
            named = ", ".join("{" + field.strip("{") + "}" if field != "{" else "a single brace" for field in unknown)
            raise forms.ValidationError(
                f"Found {named}, which cannot be filled in. Use one of the names below, or write a brace twice: {{{{."
            )
        return text
