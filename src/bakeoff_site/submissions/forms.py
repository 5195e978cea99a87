"""What people fill in about submissions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.conf import settings
from django.template.defaultfilters import filesizeformat
from django.utils.html import format_html

from bakeoff.rulebook.titles import input_title
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.core.names import NameFormField
from bakeoff_site.submissions.choices import SubmissionState
from bakeoff_site.submissions.selectors.inputs import ReleasableRun, inputs_to_choose, released_runs_of
from bakeoff_site.submissions.selectors.submissions import Filters

FLAGS = (("", "all"), ("late", "late"), ("debugged", "debugged"), ("entered", "entered by organisers"))


def _choices(pairs: Iterable[tuple[str, str]], *, empty: str) -> list[tuple[str, str]]:
    return [("", empty), *pairs]


class PackageForm(forms.Form):
    """A package and, where its names do not say, its kind."""

    file = forms.FileField(label="Package", allow_empty_file=True)
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
        super().__init__(*args, **kwargs)
        kinds = campaign.rules.submission.packages.values()
        chosen = {
            "package": _choices([(kind.id, kind.label) for kind in kinds], empty="as its name says"),
            "input": _choices([(each, input_title(each)) for each in inputs_to_choose(campaign)], empty="as names say"),
            "released_runs": [(name, name) for name in released_runs_of(campaign)],
        }
        for name, choices in chosen.items():
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = choices
            # The first choice of an input is none; every released run is one to choose, also a single one.
            if name != "package" and len(choices) < (2 if name == "input" else 1):
                del self.fields[name]
        self.fields["file"].help_text = f"At most {filesizeformat(settings.MAX_UPLOAD_BYTES)}."


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

    run = forms.TypedChoiceField(label="Run", coerce=int)
    label = NameFormField(
        label="Name", max_length=80, help_text="Teams see this name. A run that has it already is replaced."
    )

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


class FilterForm(forms.Form):
    """What of all submissions an organiser looks at."""

    team = forms.ModelChoiceField(Team.objects.none(), required=False, empty_label="all")
    state = forms.ChoiceField(choices=_choices(SubmissionState.choices, empty="all"), required=False)
    package = forms.ChoiceField(label="Kind of package", required=False)
    flag = forms.ChoiceField(label="Which", choices=FLAGS, required=False)

    def __init__(self, campaign: Campaign, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        teams, packages = self.fields["team"], self.fields["package"]
        assert isinstance(teams, forms.ModelChoiceField)
        assert isinstance(packages, forms.ChoiceField)
        teams.queryset = campaign.teams.all()
        kinds = campaign.rules.submission.packages.values()
        packages.choices = _choices([(kind.id, kind.label) for kind in kinds], empty="all")

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

    without_condition = "none"
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
        field.choices = _choices([(each, input_title(each)) for each in offered], empty="not known, or the only one")
        if not offered:
            del self.fields["input"]


class PublishedScoresForm(_PlaceForm):
    """Scores of a system whose output is not available, and where they were published."""

    without_condition = "all"
    specification = forms.CharField(
        label="Specification", required=False, max_length=120, help_text="Leave it empty for the official one."
    )
    scores = forms.CharField(
        label="Scores",
        max_length=5000,
        widget=forms.Textarea(attrs={"rows": 4, "cols": 60}),
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
        metric = evaluation.official_metric or next(iter(evaluation.metrics), "bleu")
        self.fields["scores"].help_text = format_html(
            "One metric a line, as the rulebook names it: <code>{} = 25.07</code>", metric
        )

    def clean_scores(self) -> dict[str, str]:
        """Numbers as they were written, by metric."""
        scores: dict[str, str] = {}
        for number, line in enumerate(self.cleaned_data["scores"].splitlines(), start=1):
            # Options of a metric have signs of equality, too: the last one is before the number.
            metric, _, value = (part.strip() for part in line.rpartition("="))
            if not line.strip():
                continue
            if not metric or not value or metric in scores:
                what = "a metric only once" if metric in scores else "METRIC = NUMBER"
                raise forms.ValidationError(f"Line {number}: expected {what}, found {line.strip()!r}.")
            scores[metric] = value
        return scores
