"""Forms of people who judge, and what organisers decide about tasks that exist."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django import forms
from django.utils import timezone

from bakeoff_site.judging.choices import Opening
from bakeoff_site.judging.conversions.invited_judges import read_judges
from bakeoff_site.judging.models import Evaluation, Task
from bakeoff_site.judging.selectors.instructions import consent_of
from bakeoff_site.judging.selectors.tasks import OwnTask, choosable_in
from bakeoff_site.judging.services.links import LONGEST_DAYS, MOST_INVITED, MOST_USES, InvitedJudge

_MOST_BYTES = 200_000
_MOST_IMPORTED = 100_000_000
_MISTAKES = 10
"""Lines of a list that are said to be wrong at once."""


class StartForm(forms.Form):
    """What somebody agrees to and chooses before the first screen."""

    agrees = forms.BooleanField(required=False, label="I have read this and agree")
    language = forms.CharField(required=False, max_length=20, widget=forms.HiddenInput)
    chosen = forms.MultipleChoiceField(
        required=False,
        label="What do you want to judge?",
        widget=forms.CheckboxSelectMultiple,
        help_text="Choose the languages and test sets that you can judge. Choose none to get all of them.",
    )

    def __init__(self, own: OwnTask, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        if own.has_started or not consent_of(own.task):
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
            "language": self.cleaned_data["language"],
        }


class OpeningForm(forms.Form):
    """When a task is open."""

    opening = forms.TypedChoiceField(choices=Opening.choices, coerce=Opening, label="Open for judging")


class JudgeForm(forms.Form):
    """What becomes of a judge."""

    act = forms.ChoiceField(choices=[("block", "Block"), ("exclude", "Leave out"), ("include", "Count again")])
    reason = forms.CharField(required=False, max_length=1000)


class OwedForm(forms.Form):
    """What each team owes of a task."""

    owed = forms.CharField(
        required=False,
        max_length=40,
        label="Each team judges",
        help_text="A number of screens or hours, such as 300 screens or 8 hours. Empty: what the rulebook says.",
    )


class LinkForm(forms.Form):
    """A link that makes whoever opens it a judge."""

    most_uses = forms.IntegerField(label="Judges at most", min_value=1, max_value=MOST_USES, initial=20)
    days = forms.IntegerField(label="Valid for days", min_value=1, max_value=LONGEST_DAYS, initial=14)
    chosen = forms.MultipleChoiceField(
        required=False,
        label="They start with",
        widget=forms.CheckboxSelectMultiple,
        help_text="Judges can change it. None ticked: they get everything.",
    )

    def __init__(self, task: Task, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", "auto_id": "link_%s", **kwargs})
        choices = [(each.id, each.title) for each in choosable_in(task)]
        if choices:
            self.fields["chosen"].choices = choices  # type: ignore[attr-defined]
        else:
            del self.fields["chosen"]

    def options(self) -> dict[str, Any]:
        """What `make_link` takes."""
        said = self.cleaned_data
        now = timezone.now()
        return {
            "most_uses": said["most_uses"],
            "expires_at": now + timedelta(days=said["days"]),
            "chosen": said.get("chosen", []),
            "now": now,
        }


class InviteJudgesForm(forms.Form):
    """Addresses of judges, pasted or in a file."""

    addresses = forms.CharField(
        required=False,
        label="Email addresses",
        max_length=100_000,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "autocomplete": "off"}),
    )
    file = forms.FileField(required=False, label="Or a CSV file", help_text="The same lines, in a file of UTF-8 text.")

    def __init__(self, task: Task, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        self._choosable = [each.id for each in choosable_in(task)]
        example = f" After a comma, say what they start with: ann@example.org, {' '.join(self._choosable[:2])}."
        self.fields["addresses"].help_text = "One on each line." + (example if self._choosable else "")

    def clean_file(self) -> str:
        uploaded = self.cleaned_data["file"]
        if uploaded is None:
            return ""
        if uploaded.size > _MOST_BYTES:
            raise forms.ValidationError(f"The file has more than {_MOST_BYTES:,} bytes. Divide it.")
        try:
            text: str = uploaded.read().decode("utf-8-sig")
        except UnicodeDecodeError:
            raise forms.ValidationError("This is not UTF-8 text. Save the table as CSV (UTF-8).") from None
        return text

    def clean(self) -> dict[str, Any]:
        said = super().clean() or {}
        found = read_judges(
            "\n".join(filter(None, (said.get("addresses"), said.get("file")))), choosable=self._choosable
        )
        if found.mistakes:
            more = len(found.mistakes) - _MISTAKES
            shown = found.mistakes[:_MISTAKES] + ([f"{more} more lines are wrong."] if more > 0 else [])
            raise forms.ValidationError([*shown, "Nobody was invited."])
        if not found.people and not self.errors:
            raise forms.ValidationError("Enter at least one address.")
        if len(found.people) > MOST_INVITED:
            raise forms.ValidationError(f"{len(found.people)} addresses: invite at most {MOST_INVITED} at once.")
        said["people"] = [InvitedJudge(email, chosen) for email, chosen in found.people.items()]
        return said


class ImportForm(forms.Form):
    """A file of judgments that were made elsewhere."""

    evaluation = forms.ModelChoiceField(Evaluation.objects.none(), empty_label=None, label="Evaluation")
    file = forms.FileField(
        label="File of judgments",
        help_text="Results of Appraise or Pearmut, MQM as TSV, WMT rankings as CSV or XML, ratings of mt-metrics-eval, "
        "or our own JSON Lines and CSV. The format is recognised.",
    )
    batches = forms.FileField(
        label="Batches of Appraise",
        required=False,
        help_text="For results of Appraise: the JSON that says which output each item showed.",
    )

    def __init__(self, task: Task, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        field = self.fields["evaluation"]
        field.queryset = task.evaluations.select_related("task__campaign")  # type: ignore[attr-defined]
        field.initial = task.evaluations.first()

    def clean_file(self) -> Any:
        return _of_fair_size(self.cleaned_data["file"])

    def clean_batches(self) -> Any:
        return _of_fair_size(self.cleaned_data["batches"])


def _of_fair_size(uploaded: Any) -> Any:
    if uploaded is not None and uploaded.size > _MOST_IMPORTED:
        raise forms.ValidationError(f"The file has more than {_MOST_IMPORTED:,} bytes. Divide it.")
    return uploaded
