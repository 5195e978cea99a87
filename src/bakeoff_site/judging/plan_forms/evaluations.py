"""The form of one evaluation of a plan: it starts with what the rulebook says, and turns into what differs from it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms

from bakeoff.human_eval.protocols.rulebook_protocols import protocol_by_rules
from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.files.toml_writer import write_toml
from bakeoff.rulebook.schema.human import HumanEvaluation
from bakeoff_site.core.names import NameFormField
from bakeoff_site.judging.conversions.rules import CHOICES
from bakeoff_site.judging.models import Evaluation
from bakeoff_site.judging.plan_forms.quality import QualityFields, quality_rule, quality_values
from bakeoff_site.judging.plan_forms.tournaments import (
    FIELDS,
    TournamentFields,
    tournament_changes,
    tournament_values,
)
from bakeoff_site.judging.selectors.reused_answers import has_reusable_answers
from bakeoff_site.judging.selectors.reused_matches import PROTOCOL

_SAMPLE = ("choice", "size", "part", "min_words", "max_words", "documents", "subsets", "genres")
_TABLES = ("sample", "quality")
"""Tables within the section whose keys have fields."""
_PERCENT = ("repeats", "common_pool", "gold", "attention", "sample_part")
_LISTS = ("language_pairs", "test_sets", "system_types", "systems", "sample_subsets", "sample_genres")
_SWITCHES = ("baselines", "reference_among", "consenting", "free_choice", "ties")
_NUMBERS = ("best", "judgments", "judge_count", "batch")
_SHOWN = ("source_shown", "reference_shown", "history_shown")
_AS_PROTOCOL = ("", "As the protocol has it")
_YES_NO = [_AS_PROTOCOL, ("yes", "Yes"), ("no", "No")]
_WORDS: Mapping[str, bool | str | None] = {"": None, "yes": True, "no": False, "all": "all"}
GROUPS: Sequence[tuple[str, Sequence[str]]] = (
    ("What is judged", ("title", "language_pairs", "test_sets")),
    ("Segments", tuple(f"sample_{name}" for name in _SAMPLE)),
    ("Systems", ("system_types", "baselines", "systems", "best", "reference_among", "consenting")),
    ("Judges and controls", ("judgments", "judge_count", "seconds", "repeats", "common_pool", "gold", "attention")),
    ("Tournament", tuple(name for name in FIELDS if name != "reused")),
    ("Judged before", ("reused",)),
    ("Rules about judges", ("quality_blocking", "quality_flagging", "quality_every")),
    ("Screens", ("shown", "source_shown", "reference_shown", "history_shown", "ties", "batch", "free_choice")),
    ("Other rules", ("further",)),
)
"""The fields under their headings."""


def _number(label: str, help_text: str = "", least: int = 1) -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, min_value=least, max_value=10_000_000, help_text=help_text)


def _percent(label: str, help_text: str) -> forms.FloatField:
    return forms.FloatField(label=f"{label}, %", required=False, min_value=0, max_value=100, help_text=help_text)


def _several(label: str, help_text: str = "") -> forms.MultipleChoiceField:
    return forms.MultipleChoiceField(
        label=label, required=False, widget=forms.CheckboxSelectMultiple, help_text=help_text
    )


class EvaluationForm(TournamentFields, QualityFields):
    """One evaluation. Errors of the rulebook's own schema are shown at the field that they are about."""

    title = NameFormField(label="Title", max_length=200, required=False)
    language_pairs = _several("Language pairs", "None chosen: all.")
    test_sets = _several("Test sets", "None chosen: the current ones.")
    sample_choice = forms.ChoiceField(label="Which segments", choices=list(CHOICES.items()))
    sample_size = _number("Number of segments", "Of each language pair and test set, where they are drawn. Empty: all.")
    sample_part = _percent("Share of each document", "Where the first part of each document is judged.")
    sample_min_words = _number("Shortest segment, words", least=0)
    sample_max_words = _number("Longest segment, words")
    sample_documents = _number("Number of documents", "Complete documents, drawn at random. Empty: all.")
    sample_subsets = _several("Subsets", "None chosen: all.")
    sample_genres = _several("Genres", "None chosen: all.")
    system_types = _several("Types of system")
    baselines = forms.BooleanField(label="Also the organiser’s systems", required=False)
    systems = _several("Only these systems", "None chosen: all of the types above.")
    best = _number("Only the best", "By the official metric. Empty: all.")
    reference_among = forms.BooleanField(label="Hide a reference among the outputs", required=False)
    consenting = forms.BooleanField(label="Only teams that agreed to be judged", required=False)
    judgments = _number("Judges of an item")
    judge_count = _number("Number of judges you expect", "For the hours of each.")
    seconds = forms.FloatField(label="Seconds a screen takes", required=False, min_value=0.1, max_value=100_000)
    repeats = _percent("Repeated screens", "Shown to the same judge again, for consistency.")
    common_pool = _percent("Common pool", "Screens from segments that all judges share, for agreement.")
    gold = _percent("Gold items", "Screens whose answer you know. Add the answers below.")
    attention = _percent("Attention items", "Damaged outputs, which must be judged worse.")
    shown = forms.RegexField(r"^(all|[1-9]\d{0,3})$", label="Outputs on a screen", required=False)
    source_shown = forms.ChoiceField(label="Show the source", required=False, choices=_YES_NO)
    reference_shown = forms.ChoiceField(
        label="Show references",
        required=False,
        choices=[_AS_PROTOCOL, ("yes", "One"), ("all", "All"), ("no", "None")],
    )
    history_shown = forms.ChoiceField(label="Show the document or dialog", required=False, choices=_YES_NO)
    ties = forms.BooleanField(label="Outputs may be called equal", required=False)
    batch = _number("Screens in a batch", "Where several evaluations are mixed.")
    free_choice = forms.BooleanField(label="Judges choose language pairs and test sets", required=False)
    further = forms.CharField(
        label="Further keys",
        required=False,
        max_length=10_000,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false", "dir": "ltr", "class": "code"}),
        help_text="As in [human] of the rulebook, for example: scale = [0, 6]",
    )

    def __init__(
        self,
        rulebook: Rulebook,
        base: HumanEvaluation,
        *args: Any,
        systems: Sequence[str],
        start: HumanEvaluation | None = None,
        seconds: float | None = None,
        reusable: Sequence[Evaluation] = (),
        **kwargs: Any,
    ) -> None:
        first = start or base
        initial = {**_values(first), **tournament_values(first), "seconds": seconds, "further": _further(base, first)}
        super().__init__(*args, **{"label_suffix": "", "prefix": f"human-{base.id}", "initial": initial, **kwargs})
        self.base, self.is_added = base, base.id not in rulebook.human
        self.protocol = protocol_by_rules(base)
        self._offer(rulebook, systems)
        alike = [each for each in reusable if each.protocol == base.protocol]
        if base.protocol == PROTOCOL:
            self.offer_tournament(rulebook, systems, alike)
        else:
            self.offer_answers(alike if has_reusable_answers(base.protocol) else [])
        if not self.is_added:
            del self.fields["title"]
        elif not first.title:
            self.initial["title"] = self.protocol.title
        usual = "all" if self.protocol.shown is None else str(self.protocol.shown)
        self.fields["shown"].help_text = f"A number, or all. Empty: as the protocol has it ({usual})."
        expected = self.protocol.seconds_an_output
        if expected is not None:
            source = self.protocol.seconds_source
            self.fields["seconds"].help_text = f"Empty: {expected:.3g} seconds for each output, {source}."

    def _offer(self, rulebook: Rulebook, systems: Sequence[str]) -> None:
        """The choices that the campaign has; fields without any are left out."""
        sets = rulebook.test_sets.values()
        offered: dict[str, list[tuple[str, str]]] = {
            "language_pairs": [(each.id, each.label) for each in rulebook.language_pairs.values()],
            "test_sets": [(each.id, each.label) for each in sets],
            "system_types": [(each.id, each.label) for each in rulebook.submission.system_types.values()],
            "systems": [(name, name) for name in dict.fromkeys((*systems, *self.initial["systems"]))],
            "sample_subsets": [(name, words or name) for each in sets for name, words in each.subsets.items()],
            "sample_genres": [(name, words or name) for each in sets for name, words in each.genres.items()],
        }
        for name, choices in offered.items():
            field = self.fields[name]
            assert isinstance(field, forms.MultipleChoiceField)
            field.choices = list(dict(choices).items())
            if not choices:
                del self.fields[name]

    @property
    def groups(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The fields under their headings."""
        named = ((heading, [self[name] for name in names if name in self.fields]) for heading, names in GROUPS)
        return [(heading, fields) for heading, fields in named if fields]

    def clean_further(self) -> dict[str, Any]:
        try:
            return tomllib.loads(self.cleaned_data["further"])
        except tomllib.TOMLDecodeError as error:
            raise forms.ValidationError(f"This is not TOML: {error}. Write one key a line: scale = [0, 6]") from None

    def clean_title(self) -> str:
        title: str = self.cleaned_data["title"]
        if not title:
            raise forms.ValidationError("Give the evaluation a title.")
        return title

    @property
    def changes(self) -> dict[str, Any]:
        """What a valid form has that the rulebook does not; all keys of an evaluation that was added."""
        given, before = self.cleaned_data, _values(self.base)
        differing = {
            name: _rule(name, given[name]) for name in given if name in before and not _same(given[name], before[name])
        }
        tables = {table: _of_table(differing, table) for table in _TABLES}
        if "tournament_kind" in self.fields:
            differing |= tournament_changes(given, self.base.tournament)
        changes = {**differing, **{table: values for table, values in tables.items() if values}}
        if self.is_added:
            changes = {"protocol": self.base.protocol, "title": given["title"], **changes}
        further = given["further"]
        for table in _TABLES:
            if isinstance(further.get(table), dict):
                further = {**further, table: {**changes.get(table, {}), **further[table]}}
        return {**changes, **further}

    def add_mistake(self, path: Sequence[str], sentence: str) -> None:
        """Shows what the rulebook's schema refuses at the field that it is about."""
        name = "_".join(path[:2]) if path and path[0] in (*_TABLES, "tournament") else (path[0] if path else "")
        field = name if name in self.fields else ("further" if path else None)
        self.add_error(field, sentence)


def _of_table(values: dict[str, Any], table: str) -> dict[str, Any]:
    """The values of fields of a table within the section, taken out of all values."""
    names = [name for name in values if name.startswith(f"{table}_")]
    return {name.removeprefix(f"{table}_"): values.pop(name) for name in names}


def _values(rules: HumanEvaluation) -> dict[str, Any]:
    """The rules as the fields show them."""
    sample = {f"sample_{name}": getattr(rules.sample, name) for name in _SAMPLE}
    values: dict[str, Any] = {
        **sample,
        **quality_values(rules.quality),
        **{name: getattr(rules, name) for name in (*_SWITCHES, *_NUMBERS, *_PERCENT[:4])},
        **{name: getattr(rules, name) for name in ("language_pairs", "test_sets", "system_types", "systems", "title")},
        **{name: _word(getattr(rules, name)) for name in _SHOWN},
        "shown": str(rules.shown) if "shown" in rules.model_fields_set else "",
    }
    values |= {name: _whole(round(100 * values[name], 6)) for name in _PERCENT}
    return values | {name: list(values[name]) for name in _LISTS}


def _whole(value: float) -> float | int:
    return int(value) if value == int(value) else value


def _word(value: Any) -> str:
    return next(word for word, meaning in _WORDS.items() if meaning is value or (meaning == value == "all"))


def _same(given: Any, before: Any) -> bool:
    if isinstance(before, list):
        return set(given) == set(before)
    return bool(given == before) or (given in (None, "") and before in (None, "", 0))


def _rule(name: str, value: Any) -> Any:
    """A value of the form as the rulebook writes it; None: its default."""
    if name in _PERCENT:
        return None if value is None else round(value / 100, 8)
    if name.startswith("quality_"):
        return quality_rule(name, value)
    if name in _SHOWN:
        return _WORDS[value]
    if name == "shown":
        return int(value) if value.isdigit() else (value or None)
    return list(value) if name in _LISTS else value


def _further(base: HumanEvaluation, start: HumanEvaluation) -> str:
    """Keys that differ and that the form has no field for, as a rulebook writes them."""
    fields = {*_values(base), "id", "protocol", "tournament", *_TABLES}
    said, before = start.model_dump(mode="json", exclude_unset=True), base.model_dump(mode="json", exclude_unset=True)
    other = {key: value for key, value in said.items() if key not in fields and before.get(key) != value}
    return write_toml(other).strip() if other else ""
