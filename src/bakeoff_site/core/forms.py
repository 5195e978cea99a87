"""What is asked for in the log, and the fields of the page of components."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms

from bakeoff_site.core.log_sentences import act_in_words


class LogFilterForm(forms.Form):
    """What of the log is shown."""

    act = forms.ChoiceField(label="What happened", required=False)
    text = forms.CharField(label="Subject or person", required=False, max_length=100)

    def __init__(self, acts: list[str], *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields["act"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [
                ("", "Everything"),
                *sorted(((act, act_in_words(act)) for act in acts), key=lambda row: row[1]),
            ]


class ExampleForm(forms.Form):
    """Fields of each kind, for the page of components."""

    EXAMPLE: ClassVar[dict[str, str]] = {
        "name": "Aster Institute",
        "short": "aster institute",
        "track": "text",
        "condition": "open",
    }

    name = forms.CharField(label="Team name", help_text="As it should appear in the results.")
    short = forms.RegexField(
        "^[A-Z]{2,12}$",
        label="Short name",
        error_messages={"invalid": "Use 2 to 12 capital letters, for example ASTER."},
    )
    track = forms.ChoiceField(label="Track", choices=[("text", "Text"), ("speech", "Speech")])
    note = forms.CharField(label="Note", required=False, widget=forms.Textarea(attrs={"rows": 3}))
    file = forms.FileField(label="File", required=False, help_text="TOML, up to 1 MB.")
    condition = forms.ChoiceField(
        label="Condition",
        choices=[("constrained", "Constrained"), ("open", "Open")],
        widget=forms.RadioSelect,
    )
    public = forms.BooleanField(label="Show the team in the list of participants", required=False)
