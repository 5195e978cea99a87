"""Which mails are to be tried again."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db.models import QuerySet

from bakeoff_site.mail.models import Mail

TRIED_AGAIN = "It is tried again now: what still fails is shown here in some seconds."


class AgainForm(forms.Form):
    """One of several mails, or all of them."""

    mail = forms.ModelChoiceField(queryset=Mail.objects.none(), required=False)

    def __init__(self, mails: QuerySet[Mail], *args: Any) -> None:
        super().__init__(*args)
        self._mails = mails
        field = self.fields["mail"]
        if isinstance(field, forms.ModelChoiceField):
            field.queryset = mails

    @property
    def chosen(self) -> QuerySet[Mail]:
        """Of a form that is valid."""
        mail = self.cleaned_data["mail"]
        return self._mails if mail is None else self._mails.filter(pk=mail.pk)
