"""The rules about judges of an evaluation as fields: in its plan, and of a task that nobody has judged."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from bakeoff.errors import BakeoffError
from bakeoff.human_eval.quality import parse_rule
from bakeoff.rulebook.schema.conduct import Quality

_EXAMPLES = "One rule a line: gold:least_share=0.7,fewest=5, attention, repeats:largest=1, speed, constant, consensus."
_MOST = 2_000


def _rules(label: str, help_text: str) -> forms.CharField:
    return forms.CharField(
        label=label,
        required=False,
        max_length=_MOST,
        widget=forms.Textarea(attrs={"rows": 2, "spellcheck": "false", "dir": "ltr", "class": "code"}),
        help_text=help_text,
    )


class QualityFields(forms.Form):
    """What judges must not fail while they judge."""

    quality_blocking = _rules("Rules that block a judge", f"{_EXAMPLES} Others judge again what a blocked judge had.")
    quality_flagging = _rules("Rules that only organisers see", "The same rules; nobody is blocked.")
    quality_every = forms.IntegerField(
        label="Screens between two checks", required=False, min_value=1, max_value=10_000, help_text="Empty: 10."
    )

    def clean_quality_blocking(self) -> str:
        return _checked(self.cleaned_data["quality_blocking"])

    def clean_quality_flagging(self) -> str:
        return _checked(self.cleaned_data["quality_flagging"])


class QualityForm(QualityFields):
    """The rules about judges of one evaluation of a task."""

    def __init__(self, code: str, title: str, quality: Quality, *args: Any, **kwargs: Any) -> None:
        self.code, self.title = code, title
        initial = quality_values(quality)
        super().__init__(*args, **{"label_suffix": "", "prefix": f"rules-{code}", "initial": initial, **kwargs})

    def quality(self) -> dict[str, Any]:
        """What a valid form says, as the rulebook writes it."""
        given = {name.removeprefix("quality_"): quality_rule(name, value) for name, value in self.cleaned_data.items()}
        return {name: value for name, value in given.items() if value is not None}


def quality_values(quality: Quality) -> dict[str, Any]:
    """Rules as the fields show them."""
    return {
        "quality_blocking": "\n".join(quality.blocking),
        "quality_flagging": "\n".join(quality.flagging),
        "quality_every": quality.every,
    }


def quality_rule(name: str, value: Any) -> Any:
    """A value of a field as the rulebook writes it; None: its default."""
    return value if name == "quality_every" else str(value).split()


def _checked(text: str) -> str:
    """One rule a line, each of which exists."""
    rules = text.split()
    for rule in rules:
        if rule.partition(":")[0] == "gold":  # which needs answers that are not known here
            continue
        try:
            parse_rule(rule)
        except BakeoffError as error:
            raise forms.ValidationError(f"{rule}: {error}") from None
    return "\n".join(rules)


def differing(forms_given: Mapping[str, QualityForm]) -> dict[str, dict[str, Any]]:
    """The rules of the evaluations whose forms were changed."""
    return {code: form.quality() for code, form in forms_given.items() if form.has_changed()}
