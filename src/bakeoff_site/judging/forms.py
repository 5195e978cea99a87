"""Forms of human evaluation."""

from __future__ import annotations

from typing import Any

from django import forms

from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.names import NameFormField
from bakeoff_site.judging.choices import Opening
from bakeoff_site.judging.screens.registry import has_screen
from bakeoff_site.judging.selectors.tasks import OwnTask, choosable_in
from bakeoff_site.judging.services.plans import TaskOptions


class StartForm(forms.Form):
    """What somebody agrees to and chooses before the first screen."""

    agrees = forms.BooleanField(required=False, label="I have read this and agree")
    chosen = forms.MultipleChoiceField(
        required=False,
        label="What do you want to judge?",
        widget=forms.CheckboxSelectMultiple,
        help_text="Choose the languages and test sets that you can judge. Choose none to get all of them.",
    )

    def __init__(self, own: OwnTask, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        if not own.task.consent_text:
            del self.fields["agrees"]
        choices = [(each.id, each.title) for each in choosable_in(own.task)]
        if choices:
            self.fields["chosen"].choices = choices  # type: ignore[attr-defined]
            self.fields["chosen"].initial = [] if own.judge is None else own.judge.chosen
        else:
            del self.fields["chosen"]

    def choices(self) -> dict[str, Any]:
        """What `start_judging` takes."""
        return {
            "agrees": self.cleaned_data.get("agrees", False),
            "chosen": self.cleaned_data.get("chosen", []),
        }


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


class OpeningForm(forms.Form):
    """When a task is open."""

    opening = forms.TypedChoiceField(choices=Opening.choices, coerce=Opening, label="Open for judging")


class JudgeForm(forms.Form):
    """What becomes of a judge."""

    act = forms.ChoiceField(choices=[("block", "Block"), ("exclude", "Leave out"), ("include", "Count again")])
    reason = forms.CharField(required=False, max_length=1000)
