"""Instructions and consent of a task in further languages, as one form a language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django import forms
from django.http import QueryDict

from bakeoff.rulebook.schema.conduct import ReadingLanguage

_EMPTY = 1
"""Forms for further languages that a page shows."""
_MOST = 40
LANGUAGE_PATTERN = r"^[a-z]{2,3}(-[A-Za-z0-9]+)*$"


class TranslationForm(forms.Form):
    """The texts in one language; without texts, the language is left out."""

    language = forms.RegexField(
        LANGUAGE_PATTERN,
        required=False,
        max_length=20,
        label="Code of the language",
        help_text="Such as de, pt-BR or zh-Hant.",
        error_messages={"invalid": "Expected the code of a language, such as de or pt-BR."},
        widget=forms.TextInput(attrs={"spellcheck": "false", "dir": "ltr"}),
    )
    instructions = forms.CharField(required=False, widget=forms.Textarea(attrs={"rows": 4, "dir": "auto"}))
    consent_text = forms.CharField(
        required=False, label="What judges agree to", widget=forms.Textarea(attrs={"rows": 2, "dir": "auto"})
    )

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        has_text = given.get("instructions") or given.get("consent_text")
        if has_text and not given.get("language") and "language" not in self.errors:
            self.add_error("language", "Say which language these texts are in.")
        return given

    @property
    def heading(self) -> str:
        """The name of the language."""
        code = self.initial.get("language", "")
        return ReadingLanguage(code).name if code else "Another language"


if TYPE_CHECKING:
    _Forms = forms.BaseFormSet[TranslationForm]
else:
    _Forms = forms.BaseFormSet


class _Translations(_Forms):
    def clean(self) -> None:
        codes = [each.cleaned_data.get("language") for each in self.forms if hasattr(each, "cleaned_data")]
        given = [code for code in codes if code]
        if twice := next((code for code in given if given.count(code) > 1), None):
            raise forms.ValidationError(f"The language {twice} is there twice. Keep one of them.")


if TYPE_CHECKING:
    Translations = _Translations
else:
    Translations = forms.formset_factory(TranslationForm, formset=_Translations, extra=_EMPTY, max_num=_MOST)


def translations_form(data: QueryDict | None, before: Mapping[str, Mapping[str, str]]) -> Translations:
    """The forms of the languages that a task has, and an empty one. Pages that send none leave everything as it is."""
    initial = [{"language": code, **texts} for code, texts in before.items()]
    sent = data if data is not None and "translations-TOTAL_FORMS" in data else None
    return Translations(sent, initial=initial, prefix="translations", form_kwargs={"label_suffix": ""})


def translations_of(form: Translations, before: Mapping[str, Mapping[str, str]]) -> dict[str, dict[str, str]]:
    """What valid forms say, as a task stores it."""
    if not form.is_bound:
        return {code: dict(texts) for code, texts in before.items()}
    found: dict[str, dict[str, str]] = {}
    for each in form.forms:
        given = each.cleaned_data
        texts = {name: given[name] for name in ("instructions", "consent_text") if given.get(name)}
        if given.get("language") and texts:
            found[given["language"]] = texts
    return found
