"""A rulebook that is written or uploaded, with all its mistakes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django import forms

from bakeoff.data import Finding
from bakeoff.reports import Table, rulebook_tables
from bakeoff.rulebook import WrittenRulebook, parse_rulebook
from bakeoff.rulebook.files.sources import MAX_BYTES

_NAME = "rulebook.toml"
_CONTEXT = 2
"""Lines shown around a mistake."""


class CopiesForm(forms.Form):
    """What else of a campaign is copied when it is duplicated."""

    copy_people = forms.BooleanField(
        label="Its organisers, judges and observers",
        required=False,
        help_text="They have the same roles in the new campaign. Otherwise you are its only organiser.",
    )
    copy_files = forms.BooleanField(
        label="Its data files",
        required=False,
        help_text="Files of the test sets and language pairs that stay, and training data.",
    )


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a rulebook, and whether it is the one with the mistake."""

    number: int
    text: str
    is_faulty: bool


@dataclass(frozen=True, slots=True)
class ShownFinding:
    """A mistake with the lines around it; none where it is in a rulebook that this one builds on."""

    finding: Finding
    lines: tuple[Line, ...]


class RulebookForm(forms.Form):
    """The text of a rulebook, typed or from a file. Mistakes of the rulebook itself are its `findings`."""

    text = forms.CharField(
        label="Rulebook (TOML)",
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 28, "spellcheck": "false", "autocapitalize": "off", "wrap": "off"}),
    )
    file = forms.FileField(label="Or a file", required=False, help_text="It replaces the text above.")
    version = forms.CharField(required=False, widget=forms.HiddenInput)

    def clean_file(self) -> str:
        """The text of the file; nothing where none was chosen."""
        file = self.cleaned_data.get("file")
        if not file:
            return ""
        if file.size > MAX_BYTES:
            raise forms.ValidationError(f"Expected a rulebook, found a file of more than {MAX_BYTES:,} bytes.")
        data: bytes = file.read()
        try:
            return data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            raise forms.ValidationError(
                f"Line {line}: expected UTF-8 text, found the byte 0x{data[error.start]:02X}. Save the file as UTF-8."
            ) from None

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        # Browsers send \r\n.
        text = (cleaned.get("file") or cleaned.get("text") or "").replace("\r\n", "\n")
        if not text.strip() and "file" not in self.errors:
            raise forms.ValidationError("Write a rulebook, or choose a file.")
        return {**cleaned, "text": text}

    @property
    def shown_text(self) -> str:
        """The text for the page: that of the file where one was uploaded."""
        if self.is_bound:
            self.is_valid()
            return str(self.cleaned_data.get("text") or self["text"].value() or "")
        return str(self["text"].value() or "")

    @cached_property
    def written(self) -> WrittenRulebook:
        """The rulebook as far as it can be read."""
        return parse_rulebook(self.cleaned_data["text"], name=_NAME)

    @property
    def is_right(self) -> bool:
        """Whether a rulebook was given that has no mistakes."""
        return self.is_bound and self.is_valid() and not self.written.findings

    @cached_property
    def preview(self) -> tuple[Table, ...]:
        """The rules as tables, of a rulebook without mistakes."""
        return rulebook_tables(self.written.rulebook) if self.is_right else ()

    @cached_property
    def findings(self) -> tuple[ShownFinding, ...]:
        """All mistakes, each with its lines."""
        if not self.is_valid():
            return ()
        lines = self.cleaned_data["text"].split("\n")
        return tuple(ShownFinding(finding, _around(lines, finding)) for finding in self.written.findings)


def _around(lines: list[str], finding: Finding) -> tuple[Line, ...]:
    if finding.place.file != _NAME or finding.place.line is None:
        return ()
    first = max(finding.place.line - _CONTEXT, 1)
    last = min(finding.place.line + _CONTEXT, len(lines))
    return tuple(Line(number, lines[number - 1], number == finding.place.line) for number in range(first, last + 1))
