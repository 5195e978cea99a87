"""What people enter about scores, and on the evaluation server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms

from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.scoring.rules import MOST_BYTES
from bakeoff_site.scoring.selectors.trials import TrialSlot
from bakeoff_site.submissions.models import Board


class AnewForm(forms.Form):
    """Which runs are to be scored anew."""

    board = forms.ModelChoiceField(Board.objects.none(), label="Runs of", required=False, empty_label="all boards")

    def __init__(self, campaign: Campaign, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **options})
        field = self.fields["board"]
        if isinstance(field, forms.ModelChoiceField):
            field.queryset = campaign.boards.all()


class TrialForm(forms.Form):
    slot = forms.ChoiceField(label="Track, languages, test set")
    file = forms.FileField(
        label="Text",
        help_text="NIST XML or SGML, WMT XML, plain text, TSV, JSON Lines; for recognition CTM or TRN. "
        f"Gzipped or not, {MOST_BYTES // 2**20} MB at most.",
    )

    def __init__(self, slots: Sequence[TrialSlot], *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **options})
        self._slots = {slot.key: slot for slot in slots}
        field = self.fields["slot"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [(slot.key, slot.label) for slot in slots]

    def chosen(self) -> TrialSlot:
        """The test set that was chosen."""
        return self._slots[self.cleaned_data["slot"]]
