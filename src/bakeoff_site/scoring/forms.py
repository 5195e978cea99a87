"""What people enter about scores, and on the evaluation server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms

from bakeoff.evaluation import metric_title
from bakeoff.rulebook.titles import board_title
from bakeoff_site.campaigns.forms.own_teams import TeamChoiceForm
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.scoring.permissions import MOST_BYTES
from bakeoff_site.scoring.selectors.score_files import OutsideMetric
from bakeoff_site.scoring.selectors.trials import TrialSlot
from bakeoff_site.submissions.models import Board


class BoardField(forms.ModelChoiceField):  # type: ignore[type-arg]
    """A choice of boards by their titles."""

    def label_from_instance(self, obj: Board) -> str:
        return board_title(obj.campaign.rules, obj)


class RescoringForm(forms.Form):
    """Which runs are to be scored again."""

    board = BoardField(Board.objects.none(), label="Runs of", required=False, empty_label="All boards")

    def __init__(self, campaign: Campaign, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **options})
        field = self.fields["board"]
        if isinstance(field, forms.ModelChoiceField):
            field.queryset = campaign.boards.select_related("campaign")


class TrialForm(TeamChoiceForm):
    slot = forms.ChoiceField(label="Track, languages, test set")
    file = forms.FileField(
        label="Text",
        help_text="NIST XML or SGML, WMT XML, plain text, TSV, JSON Lines; for recognition CTM or TRN. "
        f"At most {MOST_BYTES // 2**20} MB. It can be gzipped.",
    )

    def __init__(self, slots: Sequence[TrialSlot], role: CampaignRole, *args: Any, **options: Any) -> None:
        super().__init__(role, *args, **{"label_suffix": "", **options})
        self._slots = {slot.key: slot for slot in slots}
        field = self.fields["slot"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [(slot.key, slot.label) for slot in slots]

    def chosen(self) -> TrialSlot:
        """The test set that was chosen."""
        return self._slots[self.cleaned_data["slot"]]


class ScoreFileForm(forms.Form):
    """A score file, the board and metric that it is of, and which way its scores point."""

    where = forms.ChoiceField(label="Metric and board")
    direction = forms.ChoiceField(
        label="Better scores are", choices=[("higher", "Higher"), ("lower", "Lower")], initial="higher"
    )
    file = forms.FileField(label="Score file", help_text=f"At most {MOST_BYTES // 2**20} MB. It can be gzipped.")

    def __init__(self, metrics: Sequence[OutsideMetric], *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **options})
        self._found = {each.key: each for each in metrics}
        field = self.fields["where"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [(key, f"{metric_title(each.metric)}: {each.title}") for key, each in self._found.items()]

    def chosen(self) -> OutsideMetric:
        return self._found[self.cleaned_data["where"]]
