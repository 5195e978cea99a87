"""Forms of workers who come, and of organisers who make studies and review work."""

from __future__ import annotations

from typing import Any

from django import forms

from bakeoff.errors import InputError
from bakeoff.human_eval.designs.conduct.crowd_links import Arrival
from bakeoff.human_eval.designs.conduct.platform_statuses import read_statuses
from bakeoff_site.core.names import NameFormField
from bakeoff_site.crowds.choices import Outcome
from bakeoff_site.crowds.models import Study
from bakeoff_site.crowds.selectors.studies import asked_languages, crowds_for
from bakeoff_site.crowds.services.studies import MOST_WORKERS
from bakeoff_site.judging.models import Task
from bakeoff_site.judging.selectors.instructions import consent_of

_MOST_BYTES = 3_000_000


class EntranceForm(forms.Form):
    """What a worker says before they start."""

    languages = forms.MultipleChoiceField(
        required=False,
        label="Which languages do you read and write like a native speaker?",
        widget=forms.CheckboxSelectMultiple,
    )
    agrees = forms.BooleanField(required=False, label="I have read this and agree")

    def __init__(self, study: Study, arrival: Arrival, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        self._said = arrival.languages
        asked = asked_languages(study)
        if asked.needed and arrival.languages is None:
            choices = [(each.code, each.name) for each in asked.offered]
            self.fields["languages"].choices = choices  # type: ignore[attr-defined]
        else:
            del self.fields["languages"]
        if not consent_of(study.task):
            del self.fields["agrees"]

    def options(self) -> dict[str, Any]:
        """What `enter` takes."""
        said = self.cleaned_data
        spoken = said.get("languages", []) if self._said is None else self._said
        return {"languages": list(spoken), "agrees": said.get("agrees", False)}


class StudyForm(forms.Form):
    """A study of a task."""

    title = NameFormField(max_length=200, label="Title", help_text="Workers see it.")
    crowd = forms.ChoiceField(
        label="Platform",
        help_text="The rulebook can define its own crowds, with languages, screens for each worker and pay.",
    )
    most_workers = forms.IntegerField(
        label="Maximum number of workers", min_value=1, max_value=MOST_WORKERS, initial=100
    )

    def __init__(self, task: Task, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        self._crowds = crowds_for(task)
        self.fields["crowd"].choices = [(name, each.label) for name, each in self._crowds.items()]  # type: ignore[attr-defined]
        self.fields["title"].initial = task.title
        for outcome in Outcome:
            self.fields[f"code_{outcome}"] = forms.CharField(required=False, max_length=40, label=outcome.label)

    @property
    def codes(self) -> list[forms.BoundField]:
        """The fields of the codes that workers get in the end."""
        return [self[f"code_{outcome}"] for outcome in Outcome]

    @property
    def has_wrong_code(self) -> bool:
        return any(field.errors for field in self.codes)

    def options(self) -> dict[str, Any]:
        """What `make_study` takes."""
        said = self.cleaned_data
        return {
            "crowd": self._crowds[said["crowd"]],
            "title": said["title"],
            "most_workers": said["most_workers"],
            "codes": {str(outcome): said[f"code_{outcome}"].strip() for outcome in Outcome},
        }


class RejectForm(forms.Form):
    """Why work is rejected."""

    category = forms.CharField(required=False, max_length=80)
    reason = forms.CharField(max_length=2000)


class StatusesForm(forms.Form):
    """What the platform exports about its submissions."""

    file = forms.FileField(
        label="Submissions as CSV",
        help_text="As the platform exports them. Items of workers who returned, timed out or were rejected are free.",
    )

    def __init__(self, study: Study, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        self._columns = study.crowd.statuses

    def clean_file(self) -> Any:
        uploaded = self.cleaned_data["file"]
        if uploaded.size > _MOST_BYTES:
            raise forms.ValidationError(f"The file has more than {_MOST_BYTES:,} bytes.")
        try:
            return read_statuses(uploaded.read().decode("utf-8-sig"), self._columns, where=uploaded.name)
        except UnicodeDecodeError:
            raise forms.ValidationError("This is not UTF-8 text. Export the table again as CSV.") from None
        except InputError as error:
            raise forms.ValidationError(str(error)) from None
