"""What organisers enter about files."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.template.defaultfilters import filesizeformat

from bakeoff.data.sentences import capitalized
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.datasets.choices import DataKind
from bakeoff_site.datasets.permissions import Slot, slot_mistake
from bakeoff_site.datasets.selectors.overview import file_in_place


class DataFileForm(forms.Form):
    """A file and where it belongs; one that replaces another says why."""

    kind = forms.ChoiceField(
        label="What it is", choices=[each for each in DataKind.choices if each[0] != DataKind.OUTPUTS]
    )
    test_set = forms.ChoiceField(label="Test set", required=False)
    language_pair = forms.ChoiceField(label="Language pair", required=False)
    number = forms.IntegerField(label="Number", min_value=1, initial=1, help_text="Of several references, which.")
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
            ("test_set", "none (training data)", [(each.id, each.label) for each in rules.test_sets.values()]),
            ("language_pair", "all of them", [(each.id, each.label) for each in rules.language_pairs.values()]),
        ):
            field = self.fields[name]
            if isinstance(field, forms.ChoiceField):
                field.choices = [("", none), *choices]
        self.fields["file"].help_text = f"At most {filesizeformat(settings.MAX_UPLOAD_BYTES)}."
        self.fields["file"].widget.attrs["data-max-bytes"] = settings.MAX_UPLOAD_BYTES

    @property
    def slot(self) -> Slot:
        """Where the file belongs."""
        said = self.cleaned_data
        return Slot(
            kind=said["kind"], test_set=said["test_set"], language_pair=said["language_pair"], number=said["number"]
        )

    def clean(self) -> None:
        said = self.cleaned_data
        if not {"kind", "test_set", "language_pair", "number"} <= said.keys():
            return
        if mistake := slot_mistake(self.campaign.rules, self.slot):
            self.add_error(None, f"{capitalized(mistake)}.")
        elif "file" in said:
            replaced = file_in_place(self.campaign, self.slot, said["file"].name)
            if replaced is not None and not said["note"]:
                self.add_error("note", f"Say why it replaces version {replaced.version}, {replaced.name}.")


class RemovalForm(forms.Form):
    reason = forms.CharField(label="Reason", max_length=500)


class SearchForm(forms.Form):
    text = forms.CharField(label="File, team or person", required=False, max_length=100)
