"""What visitors fill in on the home page."""

from __future__ import annotations

from django import forms

from bakeoff.rulebook.titles import KIND_TITLES


class SearchForm(forms.Form):
    """Which campaigns are listed; what makes no sense is left out."""

    text = forms.CharField(required=False, max_length=200)
    kind = forms.ChoiceField(required=False, choices=[("", "All"), *KIND_TITLES.items()])
    past = forms.ChoiceField(required=False, choices=[("", "some"), ("all", "all")])

    def chosen(self) -> dict[str, str]:
        self.is_valid()
        return {name: self.cleaned_data.get(name, "") for name in self.fields}
