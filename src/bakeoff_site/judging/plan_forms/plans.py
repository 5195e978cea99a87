"""The form of a plan: which evaluations, each with its rules, and the task that holds them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.html import format_html
from django.utils.safestring import SafeString

from bakeoff.human_eval.protocols.registry import find_protocol
from bakeoff.rulebook.schema.human import HumanEvaluation
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.judging.choices import Opening
from bakeoff_site.judging.models import Evaluation, Task
from bakeoff_site.judging.permissions import opens_with_a_phase
from bakeoff_site.judging.plan_forms.evaluations import EvaluationForm
from bakeoff_site.judging.plan_forms.tasks import TaskForm, shared_options, task_values
from bakeoff_site.judging.plan_forms.translations import translations_form, translations_of
from bakeoff_site.judging.screens.registry import has_screen, judged_protocols
from bakeoff_site.judging.selectors.judged_texts import system_names_in
from bakeoff_site.judging.services.plans import PlanRefusedError, TaskOptions


class ChoiceForm(forms.Form):
    """Which evaluations a task holds."""

    evaluations = forms.MultipleChoiceField(
        label="Evaluations of the rulebook",
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="Judges get those that you choose together in one sequence, in the order that the rulebook says.",
    )
    add = forms.MultipleChoiceField(
        label="Add an evaluation that the rulebook does not have",
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="The rulebook stays as it is.",
    )

    def __init__(self, campaign: Campaign, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        human = campaign.rules.human
        judged = {code: each for code, each in human.items() if has_screen(each.protocol)}
        self.fields["evaluations"].choices = [(code, each.label) for code, each in judged.items()]  # type: ignore[attr-defined]
        self.fields["add"].choices = [(name, _described(name)) for name in judged_protocols()]  # type: ignore[attr-defined]
        self.left_out = [each.label for code, each in human.items() if code not in judged]
        if not judged:
            del self.fields["evaluations"]

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if not self.errors and not given.get("evaluations") and not given.get("add"):
            raise forms.ValidationError("Choose at least one evaluation.")
        return given

    @property
    def codes(self) -> list[str]:
        return list(self.cleaned_data.get("evaluations", ()))


def _described(name: str) -> SafeString:
    """A protocol with what it asks judges."""
    protocol = find_protocol(name)
    return format_html('<span>{} <span class="small soft">{}</span></span>', protocol.title, protocol.question)


class PlanForm:
    """A plan: the task and its evaluations. It starts as the rulebook has them, or as another task has."""

    def __init__(
        self,
        campaign: Campaign,
        chosen: ChoiceForm | None,
        data: QueryDict | None = None,
        files: MultiValueDict[str, Any] | None = None,
        *,
        copied: Task | None = None,
        reusable: Sequence[Evaluation] = (),
    ) -> None:
        self.campaign = campaign
        self._reusable = {str(each.pk): each for each in reusable}
        start = {} if copied is None else {each.code: each for each in copied.evaluations.all()}
        codes = list(start) if chosen is None else chosen.codes
        added = {} if chosen is None else _added(campaign, chosen.cleaned_data["add"])
        with_phase = opens_with_a_phase(campaign, [*codes, *added])
        initial = {} if copied is None else _task_values(copied)
        initial["opening"] = Opening.PHASE if with_phase else Opening.CLOSED
        self.task = TaskForm(data, files, initial=initial)
        self._translated = {} if copied is None else copied.translations
        self.translations = translations_form(data, self._translated)
        self.evaluations = []
        for code in (*codes, *added):
            kept = start.get(code)
            rules = None if kept is None else HumanEvaluation.model_validate({**kept.rules, "id": code})
            base = campaign.rules.human.get(code) or added.get(code) or _bare(rules)
            form = EvaluationForm(
                campaign.rules,
                base,
                data,
                systems=system_names_in(campaign, base),
                start=rules,
                seconds=None if kept is None else kept.expected_seconds,
                reusable=reusable,
            )
            self.evaluations.append(form)

    @property
    def parts(self) -> Iterator[forms.Form]:
        yield from (*self.evaluations, self.task)

    def is_valid(self) -> bool:
        texts = not self.translations.is_bound or self.translations.is_valid()
        valid = [part.is_valid() for part in self.parts]  # of all, so that all mistakes are shown
        return all(valid) and texts

    @property
    def codes(self) -> list[str]:
        return [each.base.id for each in self.evaluations]

    def options(self) -> TaskOptions:
        """What `prepare_task` and `create_task` take of a valid form."""
        return TaskOptions(
            **shared_options(self.task),
            translations=translations_of(self.translations, self._translated),
            changes={each.base.id: changes for each in self.evaluations if (changes := each.changes)},
            seconds={
                each.base.id: seconds
                for each in self.evaluations
                if (seconds := each.cleaned_data["seconds"]) is not None
            },
            reused={
                each.base.id: [self._reusable[key] for key in keys]
                for each in self.evaluations
                if (keys := each.cleaned_data.get("reused"))
            },
            gold=self.task.cleaned_data["gold_answers"],
            given=self.task.cleaned_data["given_answers"],
            seed=self.task.cleaned_data["seed"],
        )

    def add_mistakes(self, refusal: PlanRefusedError) -> None:
        """Shows each mistake where it can be corrected."""
        forms_by_code = {each.base.id: each for each in self.evaluations}
        for mistake in refusal.mistakes:
            if mistake.code in forms_by_code:
                forms_by_code[mistake.code].add_mistake(mistake.path, mistake.sentence)
            else:
                name = mistake.path[0] if mistake.path else ""
                self.task.add_error(name if name in self.task.fields else None, mistake.sentence)

    @property
    def mistakes(self) -> list[tuple[str, str]]:
        """Everything that is wrong, with the address of its place on the page."""
        return [
            (f"#{part.prefix or 'task'}" if name == "__all__" else f"#{part[name].auto_id}", str(error))
            for part in (*self.parts, *self.translations.forms)
            for name, errors in part.errors.items()
            for error in errors
        ] + [("#translations", str(error)) for error in self.translations.non_form_errors()]


def _task_values(copied: Task) -> dict[str, Any]:
    return {**task_values(copied), "title": ""}


def _added(campaign: Campaign, protocols: Sequence[str]) -> dict[str, HumanEvaluation]:
    """New evaluations of these protocols, under names that the rulebook does not have."""
    found: dict[str, HumanEvaluation] = {}
    for protocol in protocols:
        code, number = protocol, 1
        while code in campaign.rules.human or code in found:
            number += 1
            code = f"{protocol}-{number}"
        found[code] = HumanEvaluation.model_validate({"id": code, "protocol": protocol})
    return found


def _bare(rules: HumanEvaluation | None) -> HumanEvaluation:
    """What an evaluation of another task starts from that the rulebook does not have."""
    assert rules is not None
    return HumanEvaluation.model_validate({"id": rules.id, "protocol": rules.protocol})
