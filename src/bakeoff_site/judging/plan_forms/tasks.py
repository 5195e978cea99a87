"""The forms of what all evaluations of a task share: when it is planned, and when it is changed."""

from __future__ import annotations

import secrets
import tempfile
from pathlib import Path
from typing import Any

from django import forms
from django.http import QueryDict

from bakeoff.data.judgments import Judgment as KnownAnswer
from bakeoff.errors import BakeoffError
from bakeoff.formats.judgments import read_judgments
from bakeoff_site.core.names import NameFormField
from bakeoff_site.judging.choices import Opening
from bakeoff_site.judging.models import Task

_LARGEST = 1_000_000
_SEEDS = 2**31


class SharedForm(forms.Form):
    """What can be changed of a task at any time."""

    title = NameFormField(required=False, max_length=200, help_text="Empty: the titles of the evaluations.")
    opening = forms.ChoiceField(label="Open for judging", choices=Opening.choices, initial=Opening.PHASE)
    open_to_all = forms.BooleanField(
        required=False,
        label="Everyone with an account can judge",
        help_text="Otherwise only people whom you invited as judges, and teams that agreed to judge.",
    )
    lease_minutes = forms.IntegerField(
        min_value=5,
        max_value=24 * 60,
        initial=30,
        label="Minutes until an unanswered screen goes to another judge",
    )
    hourly_pay = forms.DecimalField(
        label="Pay for an hour",
        required=False,
        min_value=0,
        max_digits=8,
        decimal_places=2,
        help_text="For the cost. Judges do not see it. Empty: nobody is paid.",
    )
    currency = forms.RegexField(
        r"^[A-Za-z]{3}$",
        required=False,
        help_text="Three letters, such as EUR.",
        error_messages={"invalid": "Expected three letters, such as EUR or USD."},
    )
    instructions = forms.CharField(
        required=False,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text="In Markdown. Judges see it before they start.",
    )
    consent_text = forms.CharField(
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        label="What judges agree to",
        help_text="In Markdown. Empty: what the rulebook says.",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})

    def clean_currency(self) -> str:
        currency: str = self.cleaned_data["currency"]
        return currency.upper()

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if given.get("hourly_pay") == 0:
            given["hourly_pay"] = None
        if given.get("hourly_pay") and not given.get("currency") and "currency" not in self.errors:
            self.add_error("currency", "Say in which currency judges are paid.")
        return given


def _judgments(label: str, help_text: str) -> forms.CharField:
    return forms.CharField(
        label=label,
        required=False,
        max_length=_LARGEST,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false", "dir": "ltr", "class": "code"}),
        help_text=help_text,
    )


class TaskForm(SharedForm):
    """What a task has besides its evaluations, when it is planned."""

    gold = _judgments(
        "Known answers of gold items",
        "Judgments of someone who knows: JSON Lines, as the export of judgments writes them.",
    )
    gold_file = forms.FileField(label="Or a file of them", required=False)
    given = _judgments(
        "Errors that are marked before",
        "Judges start from them and keep, change or remove each. Judgments as JSON Lines, such as those of a program.",
    )
    given_file = forms.FileField(label="Or a file of them", required=False)
    seed = forms.IntegerField(
        required=False,
        min_value=0,
        max_value=_SEEDS - 1,
        help_text="Decides what chance decides: the same seed gives the same plan.",
    )

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        for name in ("gold", "given"):
            given[f"{name}_answers"] = self._answers(given, name)
        if given.get("seed") is None and "seed" not in self.errors:
            given["seed"] = secrets.randbelow(_SEEDS)
            self._show("seed", str(given["seed"]))
        return given

    def _answers(self, given: dict[str, Any], name: str) -> tuple[KnownAnswer, ...]:
        """The judgments of a field, or of the file next to it."""
        text, file = given.get(name, ""), given.get(f"{name}_file")
        if file is not None and file.size > _LARGEST:
            self.add_error(f"{name}_file", f"Expected at most {_LARGEST:,} bytes, found {file.size:,}.")
        elif file is not None:
            text = self._take_over(name, file.read())
        try:
            return _known_answers(text, f"{name}.jsonl")
        except BakeoffError as error:
            self.add_error(name, str(error))
            return ()

    def _take_over(self, name: str, content: bytes) -> str:
        """The text of a file goes into the field: a browser sends a file once, and the plan is looked at repeatedly."""
        try:
            text = content.decode()
        except UnicodeDecodeError:
            self.add_error(f"{name}_file", "This is not a text file in UTF-8.")
            return ""
        self._show(name, text)
        return text

    def _show(self, name: str, value: str) -> None:
        data = QueryDict(mutable=True)
        data.update(self.data)
        data[name] = value
        self.data = data


def _known_answers(text: str, name: str) -> tuple[KnownAnswer, ...]:
    if not text.strip():
        return ()
    with tempfile.TemporaryDirectory(prefix="bakeoff-") as folder:
        path = Path(folder) / name
        path.write_text(text, encoding="utf-8")
        try:
            return tuple(read_judgments(path))
        except BakeoffError as error:
            raise BakeoffError(str(error).replace(f"{path}", name)) from None


def shared_options(form: forms.Form) -> dict[str, Any]:
    """What a valid form says of a task, as services take it."""
    given = form.cleaned_data
    named = ("title", "lease_minutes", "consent_text", "instructions", "open_to_all", "hourly_pay", "currency")
    return {**{name: given[name] for name in named if name in given}, "opening": Opening(given["opening"])}


def task_values(task: Task) -> dict[str, Any]:
    """What a task has, as the form shows it."""
    return {name: getattr(task, name) for name in SharedForm.base_fields}
