"""What organisers enter to publish results."""

from __future__ import annotations

from typing import Any

from django import forms

from bakeoff_site.core.names import NameFormField
from bakeoff_site.publication.choices import PublishedFor


class PrepareForm(forms.Form):
    """For whom the next version is made."""

    audience = forms.ChoiceField(choices=PublishedFor.choices)
    licence = NameFormField(
        label="Licence of the package",
        required=False,
        max_length=200,
        help_text="In words or by its SPDX id, such as CC-BY-4.0. It holds for everything in the package that names no "
        "other. Leave it empty if the package has none.",
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **options})

    @property
    def chosen(self) -> PublishedFor:
        return PublishedFor(self.cleaned_data["audience"])


class PublishForm(forms.Form):
    """Why numbers are different from the last version."""

    reason = forms.CharField(
        label="Reason",
        required=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Readers see it on the page of versions, in the report and in the package.",
    )

    def __init__(self, *args: Any, needs_reason: bool = False, **options: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **options})
        self.fields["reason"].required = needs_reason
        self.fields["reason"].error_messages = {"required": "Say why numbers have changed."}


class PackageForm(forms.Form):
    """The release package of an earlier year."""

    file = forms.FileField(label="Release package", help_text="A zip file that a server or bakeoff wrote.")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **options})
