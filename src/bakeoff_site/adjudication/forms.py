"""What people enter about corrections."""

from __future__ import annotations

from typing import Any

from django import forms

from bakeoff_site.adjudication.choices import VERDICTS, Decision
from bakeoff_site.adjudication.models import Correction
from bakeoff_site.adjudication.selectors.references import Line
from bakeoff_site.adjudication.services.decisions import Verdict
from bakeoff_site.campaigns.forms.own_teams import TeamChoiceForm
from bakeoff_site.campaigns.permissions import CampaignRole

LONGEST_SEGMENT = 200
LONGEST_TEXT = 20_000
LONGEST_REASON = 1_000


class SegmentSearchForm(forms.Form):
    text = forms.CharField(label="Words or name of the segment", required=False, max_length=200)


class ProposalForm(TeamChoiceForm):
    """Another text for a segment; blanks at its ends belong to nothing."""

    part = forms.IntegerField(min_value=1, initial=1, widget=forms.HiddenInput)
    segment = forms.CharField(max_length=LONGEST_SEGMENT, widget=forms.HiddenInput)
    found = forms.CharField(required=False, strip=False, max_length=LONGEST_TEXT, widget=forms.HiddenInput)
    proposed = forms.CharField(
        label="What it should say",
        required=False,
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 4, "dir": "auto"}),
        help_text="The complete segment with your changes. Leave it empty if nothing was said.",
    )
    reason = forms.CharField(
        label="Why",
        max_length=LONGEST_REASON,
        widget=forms.TextInput(attrs={"dir": "auto"}),
        help_text="For example: the speaker says “two”, at 12.6 seconds.",
    )

    def __init__(self, role: CampaignRole, line: Line | None, language: str, *args: Any, **options: Any) -> None:
        initial = {} if line is None else {"part": line.part, "segment": line.segment, "found": line.text}
        proposed = {} if line is None else {"proposed": line.text}
        super().__init__(role, *args, **{"label_suffix": "", "initial": initial | proposed, **options})
        if language:
            self.fields["proposed"].widget.attrs["lang"] = language


class CorrectionFileForm(TeamChoiceForm):
    file = forms.FileField(label="File of corrections", max_length=200, help_text="Tab-separated, in UTF-8.")
    part = forms.TypedChoiceField(label="Reference", coerce=int, initial=1)

    def __init__(self, role: CampaignRole, parts: int, *args: Any, **options: Any) -> None:
        super().__init__(role, *args, **{"label_suffix": "", **options})
        field = self.fields["part"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = [(number, f"reference {number} of the file") for number in range(1, parts + 1)]
        if parts == 1:
            field.widget = forms.HiddenInput()


class AgreementForm(forms.Form):
    """How many systems are to agree on a suggestion."""

    agree = forms.IntegerField(label="Systems that agree, at least", required=False, min_value=1, max_value=1000)


class WithdrawalForm(forms.Form):
    reason = forms.CharField(required=False, max_length=LONGEST_REASON)


class VerdictForm(forms.Form):
    """Decisions on several proposals at once; those without a reason of their own share one."""

    reason = forms.CharField(
        label="Reason for all proposals without a separate reason",
        required=False,
        max_length=LONGEST_REASON,
        widget=forms.TextInput(attrs={"dir": "auto"}),
    )

    def __init__(self, corrections: list[Correction], *args: Any, **options: Any) -> None:
        self.corrections = corrections
        super().__init__(*args, **{"label_suffix": "", **options})
        for row in corrections:
            self.fields[f"decision-{row.pk}"] = forms.ChoiceField(
                choices=[(each, each) for each in VERDICTS], initial=row.decision
            )
            self.fields[f"reason-{row.pk}"] = forms.CharField(
                required=False, max_length=LONGEST_REASON, initial=row.decision_reason
            )

    @property
    def verdicts(self) -> list[Verdict]:
        """What was decided, as far as it was said."""
        said = self.cleaned_data
        return [
            Verdict(row.pk, said[f"decision-{row.pk}"], said[f"reason-{row.pk}"] or said["reason"])
            for row in self.corrections
        ]

    def clean(self) -> None:
        said = self.cleaned_data
        for row in self.corrections:
            decision, own = said.get(f"decision-{row.pk}"), said.get(f"reason-{row.pk}")
            if decision in (Decision.ACCEPTED, Decision.REFUSED) and not own and not said.get("reason"):
                self.add_error(None, f"Segment {row.segment}: say why it is {decision}.")
