"""What organisers ask for."""

from __future__ import annotations

from typing import Any

from django import forms

from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.combination.selectors import PackKey, pack_rows


class PackForm(forms.Form):
    """One pack by the names of its track, test set and language pair, or, without any, all of them."""

    pack = forms.ChoiceField(required=False)

    def __init__(self, campaign: Campaign, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._keys = {" ".join(row.key): row.key for row in pack_rows(campaign)}
        field = self.fields["pack"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [("", "all"), *((name, name) for name in self._keys)]

    @property
    def keys(self) -> list[PackKey]:
        """The packs that are asked for."""
        chosen = self.cleaned_data["pack"]
        return [self._keys[chosen]] if chosen else list(self._keys.values())
