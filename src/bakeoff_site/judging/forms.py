"""Forms of human evaluation."""

from __future__ import annotations

from typing import Any

from django import forms

from bakeoff_site.judging.selectors.contents import TaskContent
from bakeoff_site.judging.selectors.tasks import OwnTask


class StartForm(forms.Form):
    """What somebody agrees to and chooses before the first screen."""

    agrees = forms.BooleanField(required=False, label="I have read this and agree")
    chosen = forms.MultipleChoiceField(
        required=False,
        label="What do you want to judge?",
        widget=forms.CheckboxSelectMultiple,
        help_text="Choose the languages and test sets that you can judge. Choose none to get all of them.",
    )

    def __init__(self, own: OwnTask, content: TaskContent, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)
        rules = own.task.campaign.rules
        if not own.task.consent_text:
            del self.fields["agrees"]
        free = [each for each in content.evaluations.values() if each.rules.free_choice]
        pools = [pool for each in free for pool in each.design.pools]
        pairs = {pool.language_pair: "" for pool in pools}
        sets = {pool.test_set: "" for pool in pools}
        choices = [(name, rules.language_pairs[name].label) for name in pairs if name in rules.language_pairs]
        choices += [(name, rules.test_sets[name].label) for name in sets if name in rules.test_sets and len(sets) > 1]
        if len(choices) > 1:
            self.fields["chosen"].choices = choices  # type: ignore[attr-defined]
            self.fields["chosen"].initial = [] if own.judge is None else own.judge.chosen
        else:
            del self.fields["chosen"]

    def choices(self) -> dict[str, Any]:
        """What `start_judging` takes."""
        return {
            "agrees": self.cleaned_data.get("agrees", False),
            "chosen": self.cleaned_data.get("chosen", []),
        }
