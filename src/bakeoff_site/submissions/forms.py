"""What people fill in about submissions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from django import forms

from bakeoff.data.sentences import capitalized
from bakeoff.evaluation import metric_title
from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.titles import input_title
from bakeoff.submissions.description_texts import (
    KNOWN_VALUES,
    RESOURCES,
    SYSTEM,
    Description,
    parse_description,
    write_description,
    written_systems,
)
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.core.names import NameFormField
from bakeoff_site.submissions.choices import SubmissionState
from bakeoff_site.submissions.resource_fields import ResourcesField
from bakeoff_site.submissions.selectors.inputs import ReleasableRun, inputs_to_choose, released_runs_of
from bakeoff_site.submissions.selectors.submissions import Filters
from bakeoff_site.submissions.services.confirmations import SeenDraft

FLAGS = (("", "All"), ("late", "Late"), ("debugged", "Debugged"), ("entered", "Entered by organisers"))


def _choices(pairs: Iterable[tuple[str, str]], *, empty: str) -> list[tuple[str, str]]:
    return [("", empty), *pairs]


class SeveralFilesInput(forms.ClearableFileInput):
    allow_multiple_selected = True


class SeveralFilesField(forms.FileField):
    """One file or several."""

    widget = SeveralFilesInput

    def clean(self, data: Any, initial: Any = None) -> Any:
        """All of them."""
        files = data if isinstance(data, list | tuple) else [data]
        return [super(SeveralFilesField, self).clean(file, initial) for file in files or [None]]


class PackageForm(forms.Form):
    """Files to submit and, where their names do not say, what they are."""

    file = SeveralFilesField(label="Files", allow_empty_file=True)
    package = forms.ChoiceField(label="Kind of package", required=False)
    input = forms.ChoiceField(
        label="Input",
        required=False,
        help_text="What the systems started from, in tracks that have several inputs.",
    )
    released_runs = forms.MultipleChoiceField(
        label="Released ASR runs that they started from", required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, campaign: Campaign, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        kinds = campaign.rules.submission.packages.values()
        chosen = {
            "package": _choices([(kind.id, kind.label) for kind in kinds], empty="as names say"),
            "input": _choices([(each, input_title(each)) for each in inputs_to_choose(campaign)], empty="as names say"),
            "released_runs": [(name, name) for name in released_runs_of(campaign)],
        }
        for name, choices in chosen.items():
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = choices
        # The first choice is none; every released run is one to choose, also a single one.
        self.asks = [name for name, choices in chosen.items() if len(choices) > _FEWEST[name]]
        self.asks_input = self.asks not in ([], ["package"])
        for name in chosen:
            if name != "package" and name not in self.asks:
                del self.fields[name]


_FEWEST = {"package": 2, "input": 1, "released_runs": 0}
"""How many choices leave nothing to ask."""


class ConfirmationForm(forms.Form):
    """Which drafts are submitted, and what was seen of them: `draft` is a key, a revision, and what was said."""

    draft = forms.MultipleChoiceField(required=False, widget=forms.CheckboxSelectMultiple)

    def seen(self) -> dict[int, SeenDraft]:
        """The drafts that were chosen; what is not understood is passed over."""
        chosen = {}
        for text in self["draft"].data[:_MOST_DRAFTS]:
            if match := _SEEN.fullmatch(text):
                state = match[3]
                chosen[int(match[1])] = SeenDraft(int(match[2]), late=state == "late", unchecked=state == "unchecked")
        return chosen


_SEEN = re.compile(r"([0-9]{1,12}):([0-9]{1,9}):(in-time|late|unchecked)")
_MOST_DRAFTS = 100


class StartUploadForm(forms.Form):
    """What a script says of a file before it sends it."""

    name = NameFormField(max_length=1000)
    size = forms.IntegerField(min_value=0, max_value=2**62)
    package = forms.CharField(max_length=80, required=False)
    input = forms.CharField(max_length=20, required=False)
    released_runs = forms.CharField(max_length=2000, required=False)
    """Names, one a line."""


class ReleaseForm(forms.Form):
    """A run that becomes an input, and the name that teams get to see."""

    run = forms.TypedChoiceField(label="Run", coerce=int, help_text="With its board.")
    label = NameFormField(label="Name", max_length=80, help_text="Teams see it. It replaces a run of that name.")

    def __init__(self, campaign: Campaign, rows: Sequence[ReleasableRun], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        test_sets = campaign.rules.test_sets
        field = self.fields["run"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(row.run.pk, f"{row.run.name} ({test_sets[row.run.board.test_set].label})") for row in rows]


class WithdrawalForm(forms.Form):
    reason = forms.CharField(
        label="Why is it withdrawn?", max_length=2000, widget=forms.Textarea(attrs={"rows": 3, "cols": 60})
    )


class DescriptionForm(forms.Form):
    text = forms.CharField(
        label="Description", strip=False, widget=forms.Textarea(attrs={"rows": 24, "cols": 80, "spellcheck": "true"})
    )

    @property
    def written(self) -> str:
        """The description as one text; only of a valid form."""
        text: str = self.cleaned_data["text"]
        return text


class DescriptionFieldsForm(forms.Form):
    """A description with a field for each that the rulebook asks for; together they are the same text."""

    def __init__(self, rules: Rulebook, text: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        described = parse_description(text.splitlines(), rules)
        asked = rules.description
        self.described = described.fields
        self._names = tuple(dict.fromkeys((*asked.fields, *asked.optional, *described.fields)))
        for number, name in enumerate(self._names):
            field = _description_field(rules, name, described)
            field.label = name if name in asked.fields else f"{name} (optional)"
            self.fields[f"field{number}"] = field

    @property
    def written(self) -> str:
        """The description as one text; only of a valid form."""
        values = (self.cleaned_data[f"field{number}"] for number in range(len(self._names)))
        written = (", ".join(value) if isinstance(value, list) else value for value in values)
        return write_description(dict(zip(self._names, written, strict=True)))


def _description_field(rules: Rulebook, name: str, described: Description) -> forms.Field:
    """How people fill in a field of a description: by ticking what the rulebook knows, else by writing."""
    value = described.fields.get(name, "")
    if rules.description.each == "system" and name in ("Track", "Condition", SYSTEM):
        named = {each: each for each in written_systems(rules)} if name == SYSTEM else _titles(rules, name)
        offered = {**named, **({value: value} if value and value not in named else {})}
        return forms.ChoiceField(choices=[("", "–"), *offered.items()], initial=value, required=False)
    if name in KNOWN_VALUES:
        titles = {**{each: each for each in described.listed(name)}, **_titles(rules, name)}
        return forms.MultipleChoiceField(
            choices=list(titles.items()),
            initial=described.listed(name),
            required=False,
            widget=forms.CheckboxSelectMultiple,
        )
    if name == RESOURCES and rules.resources:
        return ResourcesField(rules, conditions=described.listed("Condition"), initial=value)
    rows = max(2 if name in _SHORT else 4, value.count("\n") + 1)
    is_line = name in _SHORT and "\n" not in value
    widget = forms.TextInput() if is_line else forms.Textarea(attrs={"rows": rows, "class": "words"})
    return forms.CharField(initial=value, required=False, widget=widget, max_length=100_000)


def _titles(rules: Rulebook, name: str) -> dict[str, str]:
    """What the rulebook knows of a field, by its ids."""
    return {each.id: each.label for each in getattr(rules, KNOWN_VALUES[name]).values()}


_SHORT = frozenset({"Site", "Team", "System", "Institution", "Contact", "Paper", "Code"})
"""Fields of one line."""


class FilterForm(forms.Form):
    """What of all submissions an organiser looks at."""

    team = forms.ModelChoiceField(Team.objects.none(), required=False, empty_label="All")
    state = forms.ChoiceField(
        choices=_choices(((key, capitalized(label)) for key, label in SubmissionState.choices), empty="All"),
        required=False,
    )
    package = forms.ChoiceField(label="Kind of package", required=False)
    flag = forms.ChoiceField(label="Runs", choices=FLAGS, required=False)

    def __init__(self, campaign: Campaign, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        teams, packages = self.fields["team"], self.fields["package"]
        assert isinstance(teams, forms.ModelChoiceField)
        assert isinstance(packages, forms.ChoiceField)
        teams.queryset = campaign.teams.all()
        kinds = campaign.rules.submission.packages.values()
        packages.choices = _choices([(kind.id, kind.label) for kind in kinds], empty="All")
        if len(kinds) == 1:
            del self.fields["package"]

    def filters(self) -> Filters:
        """What was chosen; what is not understood is passed over and shown as a mistake."""
        self.is_valid()
        chosen = self.cleaned_data
        return Filters(
            team=chosen.get("team"),
            state=chosen.get("state", ""),
            package=chosen.get("package", ""),
            flag=chosen.get("flag", ""),
        )


class _PlaceForm(forms.Form):
    """A system that organisers enter, and where."""

    without_condition = "None"
    """What it means to choose no data condition."""
    system = forms.ChoiceField(label="System")
    track = forms.ChoiceField(label="Track")
    language_pair = forms.ChoiceField(label="Language pair")
    condition = forms.ChoiceField(label="Data condition", required=False)
    test_set = forms.ChoiceField(label="Test set")

    def __init__(self, campaign: Campaign, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rules = campaign.rules
        tables = {
            "system": rules.systems,
            "track": rules.tracks,
            "language_pair": rules.language_pairs,
            "condition": rules.conditions,
            "test_set": rules.test_sets,
        }
        for name, table in tables.items():
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            named = [(each.id, each.label) for each in table.values()]
            field.choices = _choices(named, empty=self.without_condition) if name == "condition" else named


class EnterForm(_PlaceForm):
    """A run of a system that organisers enter, and where."""

    input = forms.ChoiceField(
        label="Input", required=False, help_text="What the system started from, in a track that has several inputs."
    )
    file = forms.FileField(label="Run", allow_empty_file=True)

    def __init__(self, campaign: Campaign, *args: Any, **kwargs: Any) -> None:
        super().__init__(campaign, *args, **kwargs)
        offered = inputs_to_choose(campaign)
        field = self.fields["input"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = _choices([(each, input_title(each)) for each in offered], empty="Not known, or the only one")
        if not offered:
            del self.fields["input"]


class PublishedScoresForm(_PlaceForm):
    """Scores of a system whose output is not available, and where they were published."""

    without_condition = "All"
    specification = forms.CharField(
        label="Specification", required=False, max_length=120, help_text="Leave it empty for the official one."
    )
    words = forms.IntegerField(
        label="Words of the reference",
        required=False,
        min_value=1,
        help_text="For an error rate of transcripts, if known.",
    )
    # Django takes fields out of the class: `errors` of the form itself remains what it is.
    errors = forms.IntegerField(  # type: ignore[assignment]
        label="Errors", required=False, min_value=0, help_text="For an error rate of transcripts, if known."
    )
    source = forms.CharField(
        label="Source", max_length=500, help_text="A citation, or the address of the page with these scores."
    )

    def __init__(self, campaign: Campaign, *args: Any, **kwargs: Any) -> None:
        super().__init__(campaign, *args, **kwargs)
        evaluation = campaign.rules.evaluation
        scorings = (evaluation, *evaluation.tracks.values(), *evaluation.languages.values())
        self._metrics = dict.fromkeys(metric for scoring in scorings for metric in scoring.metrics)
        for metric in self._metrics:
            self.fields[f"score:{metric}"] = forms.CharField(
                label=metric_title(metric),
                required=False,
                max_length=20,
                widget=forms.NumberInput(attrs={"step": "any"}),
            )

    @property
    def score_fields(self) -> list[forms.BoundField]:
        """One for each metric of the rulebook."""
        return [self[f"score:{metric}"] for metric in self._metrics]

    @property
    def place_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name in _PlaceForm.base_fields or name == "specification"]

    @property
    def count_fields(self) -> list[forms.BoundField]:
        return [self["words"], self["errors"]]

    def clean(self) -> dict[str, Any]:
        """The scores together, as they were written, by metric."""
        said = self.cleaned_data
        written = {metric: said.pop(f"score:{metric}", "").strip() for metric in self._metrics}
        scores = {metric: value for metric, value in written.items() if value}
        for metric, value in scores.items():
            if not _NUMBER.fullmatch(value):
                self.add_error(f"score:{metric}", f"Expected a number such as 25.07, found {value!r}.")
        if not scores and not self.has_error(None):
            self.add_error(None, "Enter the score of at least one metric.")
        return {**said, "scores": scores}


_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")
