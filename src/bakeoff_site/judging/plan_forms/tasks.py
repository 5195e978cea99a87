"""Forms that tasks are planned, opened and closed with."""

from __future__ import annotations

from typing import Any

from django import forms

from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.names import NameFormField
from bakeoff_site.judging.choices import Opening
from bakeoff_site.judging.screens.registry import has_screen
from bakeoff_site.judging.services.plans import TaskOptions


class PlanForm(forms.Form):
    """A task: which evaluations of the rulebook, and how they are judged."""

    evaluations = forms.MultipleChoiceField(
        label="Human evaluations",
        widget=forms.CheckboxSelectMultiple,
        help_text="Judges get those that you choose together in one sequence, in the order that the rulebook says.",
        error_messages={"required": "Choose at least one evaluation."},
    )
    title = NameFormField(required=False, max_length=200, help_text="Empty: the titles of the evaluations.")
    opening = forms.ChoiceField(label="Open for judging", choices=Opening.choices, initial=Opening.PHASE)
    open_to_all = forms.BooleanField(
        required=False,
        label="Everyone with an account can judge",
        help_text="Otherwise only people whom you invited as judges, and teams that agreed to judge.",
    )
    lease_minutes = forms.IntegerField(
        min_value=5,
        max_value=24 * 60,
        initial=30,
        label="Minutes until an unanswered screen goes to another judge",
    )
    instructions = forms.CharField(
        required=False,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text="In Markdown. Judges see it before they start.",
    )
    consent_text = forms.CharField(
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        label="What judges agree to",
        help_text="In Markdown. Empty: nothing.",
    )

    def __init__(self, campaign: Campaign, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        judged = {code: each for code, each in campaign.rules.human.items() if has_screen(each.protocol)}
        self.fields["evaluations"].choices = [(code, each.label) for code, each in judged.items()]  # type: ignore[attr-defined]
        self.left_out = [each.label for code, each in campaign.rules.human.items() if code not in judged]

    def options(self) -> TaskOptions:
        """What `prepare_task` and `create_task` take."""
        said = self.cleaned_data
        return TaskOptions(
            title=said["title"],
            opening=Opening(said["opening"]),
            lease_minutes=said["lease_minutes"],
            consent_text=said["consent_text"],
            instructions=said["instructions"],
            open_to_all=said["open_to_all"],
        )
