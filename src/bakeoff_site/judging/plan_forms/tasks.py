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
from bakeoff.human_eval.designs.owed_shares import parse_owed
from bakeoff_site.core.names import NameFormField
from bakeoff_site.judging.choices import Opening
from bakeoff_site.judging.models import Task
from bakeoff_site.judging.plan_forms.translations import LANGUAGE_PATTERN

LONGEST_DAYS = 365
_GROUPS = (
    ("", ("title", "opening", "open_to_all", "lease_minutes", "offline_days", "hourly_pay", "currency", "owed")),
    ("Qualification", ("qualification_items", "qualification_share", "qualification_tries")),
    ("What judges read", ("language", "instructions", "consent_text")),
    ("Answers known in advance", ("gold", "gold_file", "given", "given_file", "seed")),
)
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
        label="Minutes for a screen",
        help_text="After this time an unanswered screen goes to another judge.",
    )
    offline_days = forms.IntegerField(
        label="Days that judges keep an offline file",
        required=False,
        min_value=0,
        max_value=LONGEST_DAYS,
        help_text="Judges can download screens, judge them offline and upload their answers. 0: they cannot. "
        "Empty: what the rulebook says.",
    )
    hourly_pay = forms.DecimalField(
        label="Pay for an hour",
        required=False,
        min_value=0,
        max_digits=8,
        decimal_places=2,
        help_text="To estimate the cost; judges do not see it. Leave empty if nobody is paid.",
    )
    currency = forms.RegexField(
        r"^[A-Za-z]{3}$",
        required=False,
        help_text="Three letters, such as EUR.",
        error_messages={"invalid": "Expected three letters, such as EUR or USD."},
    )
    owed = forms.CharField(
        label="What each team owes",
        required=False,
        max_length=40,
        help_text="Such as 300 screens or 8 hours. Empty: what the rulebook says.",
    )
    qualification_items = forms.IntegerField(
        label="Gold items in a try",
        required=False,
        min_value=1,
        max_value=1_000,
        help_text="Judges answer them before they start. Empty: what the rulebook says.",
    )
    qualification_share = forms.FloatField(
        label="Right answers needed, %", required=False, min_value=0, max_value=100, help_text="Empty: 70."
    )
    qualification_tries = forms.IntegerField(
        label="Number of tries", required=False, min_value=1, max_value=100, help_text="Empty: 1."
    )
    language = forms.RegexField(
        LANGUAGE_PATTERN,
        max_length=20,
        initial="en",
        required=False,
        label="Language of the instructions",
        help_text="Its code, such as en, de or pt-BR. Texts in further languages follow below.",
        error_messages={"invalid": "Expected the code of a language, such as en or pt-BR."},
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

    @property
    def groups(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The fields under their headings; the first have that of the form."""
        named = ((heading, [self[name] for name in names if name in self.fields]) for heading, names in _GROUPS)
        return [(heading, fields) for heading, fields in named if fields]

    def clean_language(self) -> str:
        return self.cleaned_data["language"] or "en"

    def clean_owed(self) -> str:
        text: str = self.cleaned_data["owed"].strip()
        amount = parse_owed(text)
        if text and (amount is None or not amount.number):
            raise forms.ValidationError("Expected a number of screens or hours, such as 300 screens or 8 hours.")
        return text

    def clean_currency(self) -> str:
        currency: str = self.cleaned_data["currency"]
        return currency.upper()

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if given.get("hourly_pay") == 0:
            given["hourly_pay"] = None
        if given.get("hourly_pay") and not given.get("currency") and "currency" not in self.errors:
            self.add_error("currency", "Say in which currency judges are paid.")
        others = (given.get(name) for name in ("qualification_share", "qualification_tries"))
        if given.get("qualification_items") is None and any(each is not None for each in others):
            self.add_error("qualification_items", "Say how many items a try of the qualification has.")
        return given

    @property
    def qualification(self) -> dict[str, Any]:
        """What a valid form asks judges to show, as a task stores it; empty: the rulebook decides."""
        given = self.cleaned_data
        if given["qualification_items"] is None:
            return {}
        share = given["qualification_share"]
        found = {"items": given["qualification_items"], "tries": given["qualification_tries"]}
        found["share"] = None if share is None else share / 100
        return {name: value for name, value in found.items() if value is not None}


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
        "Judgments by an expert, as JSON Lines in the format of the export of judgments.",
    )
    gold_file = forms.FileField(label="Or a file of them", required=False)
    given = _judgments(
        "Errors marked in advance",
        "Judges start from these marks and keep, change or remove each. Judgments as JSON Lines.",
    )
    given_file = forms.FileField(label="Or a file of them", required=False)
    seed = forms.IntegerField(
        required=False,
        min_value=0,
        max_value=_SEEDS - 1,
        help_text="For all random choices: the same seed gives the same plan.",
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


_PLAIN = (
    "title",
    "lease_minutes",
    "offline_days",
    "consent_text",
    "instructions",
    "language",
    "open_to_all",
    "hourly_pay",
    "currency",
    "owed",
)


def shared_options(form: SharedForm) -> dict[str, Any]:
    """What a valid form says of a task, as services take it."""
    given = form.cleaned_data
    return {
        **{name: given[name] for name in _PLAIN if name in given},
        "opening": Opening(given["opening"]),
        "qualification": form.qualification,
    }


def task_values(task: Task) -> dict[str, Any]:
    """What a task has, as the form shows it."""
    asked = task.qualification
    return {
        **{name: getattr(task, name) for name in (*_PLAIN, "opening")},
        **{f"qualification_{name}": asked.get(name) for name in ("items", "tries")},
        "qualification_share": None if asked.get("share") is None else round(100 * asked["share"], 6),
    }
