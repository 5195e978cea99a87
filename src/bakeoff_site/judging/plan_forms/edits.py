"""The form of a task that exists: what all its evaluations share, texts in further languages, rules about judges."""

from __future__ import annotations

from typing import Any

from django.http import QueryDict

from bakeoff_site.judging.models import Task
from bakeoff_site.judging.plan_forms.quality import QualityForm, differing
from bakeoff_site.judging.plan_forms.tasks import SharedForm, shared_options, task_values
from bakeoff_site.judging.plan_forms.translations import translations_form, translations_of
from bakeoff_site.judging.selectors.contents import content_of

_AGREED = "Judges have agreed to this, so it can no longer change."
_STARTED = "Judges have started, so this can no longer change."


class EditForm:
    """What can be changed of a task; what judges have agreed to or met already is shown and stays."""

    def __init__(self, task: Task, data: QueryDict | None, *, is_started: bool) -> None:
        self._before = task.translations
        self.shared = SharedForm(data, initial=task_values(task))
        self.shared.fields["title"].help_text = ""
        self.translations = translations_form(data, self._before)
        planned = content_of(task).evaluations
        self.rules = {
            code: QualityForm(code, each.rules.label, each.rules.quality, data) for code, each in planned.items()
        }
        if is_started:
            self._keep()

    def _keep(self) -> None:
        for name, field in self.shared.fields.items():
            if name == "consent_text" or name.startswith("qualification_"):
                field.disabled = True
                field.help_text = _AGREED if name == "consent_text" else _STARTED
        for form in self.rules.values():
            for field in form.fields.values():
                field.disabled = True
                field.help_text = _STARTED

    def is_valid(self) -> bool:
        """Whether all of it can be taken over."""
        texts = not self.translations.is_bound or self.translations.is_valid()
        return all([self.shared.is_valid(), *(form.is_valid() for form in self.rules.values())]) and texts

    def options(self) -> dict[str, Any]:
        """What `change_task` takes of a valid form."""
        return {
            **shared_options(self.shared),
            "translations": translations_of(self.translations, self._before),
        }

    def changed_rules(self) -> dict[str, dict[str, Any]]:
        """What `change_quality` takes of a valid form: the rules of evaluations that were changed."""
        return differing(self.rules)
