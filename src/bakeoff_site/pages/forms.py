"""What organisers fill in about their pages."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile

from bakeoff_site.core.names import NameFormField
from bakeoff_site.pages.conversions.pictures import MOST_BYTES
from bakeoff_site.pages.services.pages import MOST_CHARACTERS


class PageForm(forms.Form):
    title = NameFormField(label="Title", max_length=120)
    text = forms.CharField(
        label="Text",
        required=False,
        max_length=MOST_CHARACTERS,
        strip=False,
        help_text="In Markdown: headings, lists, tables, links, emphasis and code. HTML and pictures are not shown.",
        widget=forms.Textarea(attrs={"rows": 18, "dir": "auto", "spellcheck": "true"}),
    )
    version = forms.CharField(required=False, widget=forms.HiddenInput)


class LogoForm(forms.Form):
    logo = forms.FileField(
        label="Picture",
        help_text="PNG, JPEG or WebP, at most 2 MB. It is shown at most 80 pixels high.",
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp"}),
    )

    def clean_logo(self) -> Any:
        logo: UploadedFile[bytes] = self.cleaned_data["logo"]
        if logo.size is not None and logo.size > MOST_BYTES:
            raise forms.ValidationError("The logo is larger than 2 MB. Upload a smaller one.")
        return logo
