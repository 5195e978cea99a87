"""What is asked for in the log."""

from __future__ import annotations

from typing import Any

from django import forms


class LogFilterForm(forms.Form):
    """What of the log is shown."""

    act = forms.ChoiceField(label="Act", required=False)
    text = forms.CharField(label="Subject or person", required=False, max_length=100)

    def __init__(self, acts: list[str], *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields["act"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [("", "all"), *((act, act) for act in acts)]
