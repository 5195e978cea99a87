"""Forms of people who judge, and what organisers decide about tasks that exist."""

from __future__ import annotations

from typing import Any

from django import forms

from bakeoff_site.judging.choices import Opening
from bakeoff_site.judging.selectors.tasks import OwnTask, choosable_in


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


class OpeningForm(forms.Form):
    """When a task is open."""

    opening = forms.TypedChoiceField(choices=Opening.choices, coerce=Opening, label="Open for judging")


class JudgeForm(forms.Form):
    """What becomes of a judge."""

    act = forms.ChoiceField(choices=[("block", "Block"), ("exclude", "Leave out"), ("include", "Count again")])
    reason = forms.CharField(required=False, max_length=1000)
