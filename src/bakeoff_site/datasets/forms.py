"""What organisers enter about files."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.template.defaultfilters import filesizeformat

from bakeoff.data.sentences import capitalized
from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.release.inputs import inputs_of
from bakeoff.rulebook.titles import input_title
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.datasets.choices import DataKind
from bakeoff_site.datasets.permissions import Slot, input_in, slot_mistake
from bakeoff_site.datasets.selectors.overview import file_in_place


class DataFileForm(forms.Form):
    """A file and where it belongs; one that replaces another says why."""

    kind = forms.ChoiceField(
        label="What it is",
        choices=[(kind, capitalized(label)) for kind, label in DataKind.choices if kind != DataKind.OUTPUTS],
    )
    test_set = forms.ChoiceField(label="Test set", required=False)
    language_pair = forms.ChoiceField(label="Language pair", required=False)
    input = forms.ChoiceField(
        label="What systems start from",
        required=False,
        help_text="Where systems can start from text, recordings or recognised speech.",
    )
    number = forms.IntegerField(label="Number", min_value=1, initial=1, help_text="1 if there is only one.")
    label = forms.CharField(
        label="Name of the recogniser",
        required=False,
        max_length=80,
        help_text="Where the recognised speech comes from. Teams see this name.",
    )
    file = forms.FileField(label="File", max_length=200)
    note = forms.CharField(
        label="Note",
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Shown to everyone who can download the file. If it replaces another, say why.",
    )

    def __init__(self, campaign: Campaign, *args: Any, **options: Any) -> None:
        self.campaign = campaign
        super().__init__(*args, **{"label_suffix": "", **options})
        rules = campaign.rules
        for name, none, choices in (
            (
                "test_set",
                "Choose a test set",
                [(each.id, each.label) for each in rules.test_sets.values()],
            ),
            ("language_pair", "All language pairs", [(each.id, each.label) for each in rules.language_pairs.values()]),
            ("input", "The source of the test set", [(each, input_title(each)) for each in _inputs(rules)]),
        ):
            field = self.fields[name]
            if isinstance(field, forms.ChoiceField):
                field.choices = [("", none), *choices]
        self.fields["file"].help_text = f"At most {filesizeformat(settings.MAX_UPLOAD_BYTES)}."
        self.fields["file"].widget.attrs["data-max-bytes"] = settings.MAX_UPLOAD_BYTES

    @property
    def slot(self) -> Slot:
        """Where the file belongs. Fields that the page does not show for its kind count as empty."""
        said = {**self.cleaned_data, **_without_place(self.cleaned_data["kind"])}
        return Slot(
            kind=said["kind"],
            test_set=said["test_set"],
            language_pair=said["language_pair"],
            input=input_in(self.campaign.rules, said["test_set"], said["input"]),
            number=said["number"],
        )

    def clean(self) -> None:
        said = self.cleaned_data
        if not {"kind", "test_set", "language_pair", "input", "number"} <= said.keys():
            return
        if mistake := slot_mistake(self.campaign.rules, self.slot):
            self.add_error(None, f"{capitalized(mistake)}.")
        elif "file" in said:
            replaced = file_in_place(self.campaign, self.slot, said["file"].name)
            if replaced is not None and not said["note"]:
                self.add_error("note", f"Say why it replaces version {replaced.version}, {replaced.name}.")


def _without_place(kind: str) -> dict[str, Any]:
    """The fields that say nothing about a kind of file, emptied."""
    hidden: dict[str, Any] = {}
    if kind in (DataKind.TRAINING, DataKind.OFF_LIMITS):
        hidden |= {"test_set": ""}
    if kind == DataKind.OFF_LIMITS:
        hidden |= {"language_pair": ""}
    if kind != DataKind.SOURCE:
        hidden |= {"input": ""}
    if kind not in (DataKind.SOURCE, DataKind.REFERENCE):
        hidden |= {"number": 1}
    return hidden


def _inputs(rules: Rulebook) -> tuple[str, ...]:
    """All inputs that some test set of a campaign has files of."""
    return tuple(dict.fromkeys(each for test_set in rules.test_sets for each in inputs_of(rules, test_set)))


class RemovalForm(forms.Form):
    reason = forms.CharField(label="Reason", max_length=500)


class SearchForm(forms.Form):
    text = forms.CharField(label="File, team or person", required=False, max_length=100)
