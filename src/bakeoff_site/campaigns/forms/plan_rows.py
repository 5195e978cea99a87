"""The parts of the form that a campaign is planned with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms

from bakeoff.evaluation import metric_title
from bakeoff.rulebook.drafts.models import CampaignModel
from bakeoff.rulebook.drafts.plans import CampaignPlan, PlannedPair, PlannedPhase, PlannedTestSet
from bakeoff.rulebook.schema import HumanEvaluation, Phase, TestSetRole
from bakeoff_site.core.names import NameFormField
from bakeoff_site.core.time_zones import time_zones_by_region

ROLES: Mapping[TestSetRole, str] = {
    "dev": "development",
    "dry-run": "dry run",
    "current": "test",
    "progress": "progress",
    "combination": "combination",
}
"""Roles of test sets in words."""
ANYWHERE = ("AoE", "Anywhere on Earth (UTC−12)")
_DAY = {"type": "date"}
_TIME = {"type": "time"}
_NO_METRIC = ""
_MOST_REFERENCES = 99
_MOST_JUDGES = 10_000
_DAY_LENGTH = len("2027-02-01")
_MINUTE_LENGTH = len("2027-02-01T18:00")
_MIDNIGHT = ":00"

Data = Mapping[str, Any] | None


def _time_zones() -> list[tuple[str, str | list[tuple[str, str]]]]:
    return [ANYWHERE, ("UTC", "UTC"), *time_zones_by_region()]


class AboutForm(forms.Form):
    """What the campaign is called and who runs it."""

    title = NameFormField(
        label="Title", max_length=200, required=False, help_text="What people call it, such as News Task 2027."
    )
    id = forms.CharField(
        label="Address",
        max_length=80,
        required=False,
        help_text="The end of its address, such as news-2027.",
        widget=forms.TextInput(attrs={"autocapitalize": "off", "spellcheck": "false", "dir": "ltr"}),
    )
    description = forms.CharField(
        label="Description",
        required=False,
        max_length=1000,
        help_text="One or two sentences for its page.",
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    organiser = NameFormField(label="Organiser", max_length=200, required=False, help_text="Who runs it.")
    contact = NameFormField(
        label="Contact", max_length=200, required=False, help_text="An email address or a page, for questions."
    )


class ScheduleForm(forms.Form):
    """One date that all dates follow, and the time zone."""

    phase = forms.ChoiceField(label="Start of", required=False)
    start = forms.DateField(
        label="First day",
        required=False,
        widget=forms.DateInput(attrs=_DAY, format="%Y-%m-%d"),
        error_messages={"invalid": "Expected a day such as 2027-02-01."},
    )
    moved_to = forms.CharField(required=False, widget=forms.HiddenInput)
    """The first day that the dates below follow."""
    days_moved = forms.IntegerField(required=False, widget=forms.HiddenInput)
    timezone = forms.ChoiceField(label="Time zone of deadlines", choices=_time_zones)

    def __init__(self, phases: Mapping[str, Phase], data: Data, *, initial: Mapping[str, Any]) -> None:
        super().__init__(data, initial=dict(initial))
        choose(self, "phase", [(phase.id, phase.label) for phase in phases.values()])
        zone = initial["timezone"]
        if zone != ANYWHERE[0] and "/" in zone:
            choose(self, "timezone", [(zone, zone), *_time_zones()])

    @property
    def is_moved(self) -> bool:
        """Whether another date was chosen than the one that the dates below follow."""
        start = self.cleaned_data.get("start")
        return start is not None and str(start) != self.cleaned_data["moved_to"]


class PhaseForm(forms.Form):
    """The days of a phase, and the times on them where it does not start and end at midnight."""

    start_day = forms.DateField(label="From", widget=forms.DateInput(attrs=_DAY, format="%Y-%m-%d"))
    start_time = forms.TimeField(label="at", required=False, widget=forms.TimeInput(attrs=_TIME, format="%H:%M"))
    end_day = forms.DateField(label="Until", required=False, widget=forms.DateInput(attrs=_DAY, format="%Y-%m-%d"))
    end_time = forms.TimeField(label="at", required=False, widget=forms.TimeInput(attrs=_TIME, format="%H:%M"))
    offset = forms.RegexField(r"^[+-]\d\d:\d\d$|^Z?$", required=False, widget=forms.HiddenInput)
    """The time zone of its times, where the model gives them one of their own."""

    def __init__(self, phase: Phase, planned: PlannedPhase, data: Data) -> None:
        super().__init__(data, prefix=f"phase-{phase.id}", initial=_initial_phase(planned))
        self.phase = phase
        for name, said in (
            ("start_day", "starts"),
            ("start_time", "starts at"),
            ("end_day", "ends"),
            ("end_time", "ends at"),
        ):
            self.fields[name].widget.attrs["aria-label"] = f"{phase.label} {said}"

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if given.get("end_time") and not given.get("end_day"):
            self.add_error("end_day", "Choose the day of this time.")
        return given

    @property
    def planned(self) -> PlannedPhase:
        given = self.cleaned_data
        return PlannedPhase(
            _moment(given["start_day"], given["start_time"], given["offset"]),
            _moment(given["end_day"], given["end_time"], given["offset"]),
        )


def _initial_phase(planned: PlannedPhase) -> dict[str, str]:
    start, end = planned.start, planned.end
    return {
        "start_day": start[:_DAY_LENGTH],
        "start_time": start[_DAY_LENGTH + 1 : _MINUTE_LENGTH],
        "end_day": end[:_DAY_LENGTH],
        "end_time": end[_DAY_LENGTH + 1 : _MINUTE_LENGTH],
        "offset": start[_MINUTE_LENGTH:].removeprefix(_MIDNIGHT),
    }


def _moment(day: Any, time: Any, offset: str) -> str:
    """A day or a time as rulebooks write it."""
    if not day:
        return ""
    return f"{day:%Y-%m-%d}T{time:%H:%M}{offset}" if time else f"{day:%Y-%m-%d}"


class PairForm(forms.Form):
    """A language pair and the tracks that offer it."""

    source = forms.CharField(max_length=80, widget=forms.HiddenInput)
    target = forms.CharField(max_length=80, required=False, widget=forms.HiddenInput)
    tracks = forms.MultipleChoiceField(required=False, widget=forms.CheckboxSelectMultiple)

    def __init__(self, model: CampaignModel, pair: PlannedPair, data: Data) -> None:
        initial = {"source": pair.source, "target": pair.target, "tracks": list(pair.tracks)}
        super().__init__(data, prefix=f"pair-{pair.id}", initial=initial)
        self.pair, self.label = pair, pair_label(model, pair)
        tracks = model.rulebook.tracks.values()
        fitting = [track for track in tracks if (track.kind == "asr") != bool(pair.target)]
        choose(self, "tracks", [(track.id, track.label) for track in fitting])

    @property
    def planned(self) -> PlannedPair:
        given = self.cleaned_data
        return PlannedPair(
            id=self.pair.id, source=given["source"], target=given["target"], tracks=tuple(given["tracks"])
        )


class NewPairForm(forms.Form):
    """Two languages by their names."""

    source = forms.CharField(label="From", required=False, max_length=80)
    target = forms.CharField(label="Into", required=False, max_length=80)

    def __init__(self, data: Data = None, initial: Mapping[str, str] | None = None) -> None:
        super().__init__(data, prefix="new", initial=dict(initial or {}))
        for field in self.fields.values():
            field.widget.attrs |= {"list": "languages", "autocomplete": "off"}

    @property
    def is_filled(self) -> bool:
        return any(self.cleaned_data.values())


class TestSetForm(forms.Form):
    """A test set; what else the model says about it stays."""

    __test__ = False  # not a pytest class

    kept = forms.BooleanField(label="In the campaign", required=False)
    title = NameFormField(label="Title", max_length=160, required=False)
    role = forms.ChoiceField(label="Role")
    references = forms.IntegerField(label="References", min_value=0, max_value=_MOST_REFERENCES)
    size = NameFormField(label="Size", max_length=200, required=False)
    tracks = forms.MultipleChoiceField(label="Tracks", required=False, widget=forms.CheckboxSelectMultiple)
    language_pairs = forms.MultipleChoiceField(
        label="Language pairs", required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(
        self, model: CampaignModel, planned: PlannedTestSet, pairs: Iterable[PlannedPair], data: Data, *, kept: bool
    ) -> None:
        initial = {
            "kept": kept,
            "title": planned.title,
            "role": planned.role,
            "references": planned.references,
            "size": planned.size,
            "tracks": list(planned.tracks),
            "language_pairs": list(planned.language_pairs),
        }
        super().__init__(data, prefix=f"set-{planned.id}", initial=initial)
        self.planned_set, self.is_new = planned, planned.id not in model.rulebook.test_sets
        choose(self, "role", [(role, ROLES[role]) for role in model.offered_roles])
        choose(self, "tracks", [(track.id, track.label) for track in model.rulebook.tracks.values()])
        choose(self, "language_pairs", [(pair.id, pair_label(model, pair)) for pair in pairs])
        for name in ("title", "role", "references", "size"):
            self.fields[name].widget.attrs["aria-label"] = (
                f"{self.fields[name].label} of {planned.title or 'the new set'}"
            )

    @property
    def planned(self) -> PlannedTestSet:
        given = self.cleaned_data
        return PlannedTestSet(
            id=self.planned_set.id,
            title=given["title"],
            role=given["role"],
            references=given["references"],
            size=given["size"],
            tracks=tuple(given["tracks"]),
            language_pairs=tuple(given["language_pairs"]),
        )


class ScoringForm(forms.Form):
    """Metrics by the names that the field writes, and the one that ranks systems."""

    metrics = forms.MultipleChoiceField(label="Metrics", required=False, widget=forms.CheckboxSelectMultiple)
    outside = forms.MultipleChoiceField(
        label="Scores from plug-ins or files", required=False, widget=forms.CheckboxSelectMultiple
    )
    official_metric = forms.ChoiceField(label="Systems are ranked by", required=False)

    def __init__(self, model: CampaignModel, plan: CampaignPlan, data: Data) -> None:
        initial = {
            "metrics": list(plan.metrics),
            "outside": list(plan.outside),
            "official_metric": plan.official_metric or _NO_METRIC,
        }
        super().__init__(data, initial=initial)
        offered = [(metric, metric_title(metric)) for metric in dict.fromkeys((*model.offered_metrics, *plan.metrics))]
        outside = [(name, name) for name in model.rulebook.evaluation.outside]
        choose(self, "metrics", offered)
        choose(self, "outside", outside)
        nobody = "People, in the human evaluation" if model.rulebook.human else "Nothing: there is no official ranking"
        choose(self, "official_metric", [(_NO_METRIC, nobody), *offered, *outside])


class ConditionsForm(forms.Form):
    """The data conditions of the model that stay."""

    conditions = forms.MultipleChoiceField(label="Data conditions", required=False, widget=forms.CheckboxSelectMultiple)

    def __init__(self, model: CampaignModel, plan: CampaignPlan, data: Data) -> None:
        super().__init__(data, initial={"conditions": list(plan.conditions)})
        conditions = model.rulebook.conditions.values()
        choose(self, "conditions", [(condition.id, condition.label) for condition in conditions])


class HumanForm(forms.Form):
    """A human evaluation of the model: whether it takes place, and how many judges it has."""

    kept = forms.BooleanField(required=False)
    judges = forms.IntegerField(label="Judges", required=False, min_value=1, max_value=_MOST_JUDGES)

    def __init__(self, human: HumanEvaluation, plan: CampaignPlan, data: Data) -> None:
        initial = {"kept": human.id in plan.human, "judges": plan.human.get(human.id, human.judge_count)}
        super().__init__(data, prefix=f"human-{human.id}", initial=initial)
        self.human = human
        self.fields["kept"].label = human.label
        self.fields["judges"].widget.attrs["aria-label"] = f"Judges of {human.label}"


def pair_label(model: CampaignModel, pair: PlannedPair) -> str:
    """A language pair by the names of its languages."""
    known = model.rulebook.language_pairs.get(pair.id)
    return known.label if known else pair.label


def choose(form: forms.Form, name: str, choices: Sequence[Any]) -> None:
    """Sets the choices of a field."""
    field = form.fields[name]
    if isinstance(field, forms.ChoiceField):
        field.choices = list(choices)
