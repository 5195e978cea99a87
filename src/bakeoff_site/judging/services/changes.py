"""Tasks that exist are changed, or deleted while nobody has judged them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.db import transaction
from pydantic import ValidationError

from bakeoff.human_eval.designs.stored_designs import pack_evaluations
from bakeoff.rulebook.schema.conduct import Quality
from bakeoff_site.accounts.models import User
from bakeoff_site.core.audit import record
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.core.storage.files import keep
from bakeoff_site.judging.choices import Opening
from bakeoff_site.judging.models import Action, Judgment, Task
from bakeoff_site.judging.permissions import opens_with_a_phase
from bakeoff_site.judging.selectors.contents import content_of

CHANGED = (
    "title",
    "opening",
    "open_to_all",
    "lease_minutes",
    "offline_days",
    "hourly_pay",
    "currency",
    "owed",
    "instructions",
    "consent_text",
    "language",
    "translations",
    "qualification",
)
"""What organisers can change of a task; designs and texts stay as they were planned."""


@transaction.atomic
def change_task(
    task: Task, values: Mapping[str, Any], *, by: User, quality: Mapping[str, Mapping[str, Any]] | None = None
) -> list[str]:
    """Changes some of `CHANGED`, and rules about judges; the names of those that are different now."""
    row = Task.objects.select_for_update().get(pk=task.pk)
    changed = [name for name in CHANGED if name in values and getattr(row, name) != values[name]]
    if "title" in changed and not values["title"]:
        raise RefusedError("Give the task a title.")
    if values.get("hourly_pay", row.hourly_pay) is not None and not values.get("currency", row.currency):
        raise RefusedError("Say in which currency judges are paid.")
    if has_started_judges(row):
        if "consent_text" in changed:
            raise RefusedError("Judges have agreed to this text already. Plan another task to ask for something else.")
        if "qualification" in changed:
            raise RefusedError("Judges have started, so the qualification stays: all judges show the same.")
    if values.get("opening", row.opening) == Opening.PHASE and "opening" in changed:
        codes = list(row.evaluations.values_list("code", flat=True))
        if not opens_with_a_phase(row.campaign, codes):
            raise RefusedError(
                "No phase of the rulebook opens these evaluations. Choose another time to open the task."
            )
    for name in changed:
        setattr(row, name, values[name])
        setattr(task, name, values[name])
    if changed:
        row.save(update_fields=changed)
        record("judging.change", actor=by, campaign=row.campaign, subject=row.title, changed=", ".join(changed))
    if quality:
        _change_quality(task, quality, by=by)
    return changed


def _change_quality(task: Task, rules: Mapping[str, Mapping[str, Any]], *, by: User) -> None:
    """Changes the rules about judges of evaluations, by their codes, while nobody has started to judge."""
    row = Task.objects.select_for_update().select_related("campaign").get(pk=task.pk)
    if has_started_judges(row):
        raise RefusedError("Judges have started, so the rules about judges stay: all judges are held to the same.")
    try:
        asked = {code: Quality.model_validate(each) for code, each in rules.items()}
    except ValidationError as error:
        raise RefusedError(f"Rules about judges: {error.errors()[0]['msg']}.") from None
    planned = dict(content_of(row).evaluations)
    for evaluation in row.evaluations.filter(code__in=asked):
        quality = asked[evaluation.code]
        before = planned[evaluation.code]
        planned[evaluation.code] = replace(before, rules=before.rules.model_copy(update={"quality": quality}))
        evaluation.rules = {**evaluation.rules, "quality": quality.model_dump(mode="json")}
        evaluation.save(update_fields=["rules"])
    row.sha256 = task.sha256 = keep([pack_evaluations(planned)]).sha256
    row.save(update_fields=["sha256"])
    record("judging.change", actor=by, campaign=row.campaign, subject=row.title, changed="rules about judges")


@transaction.atomic
def delete_task(task: Task, *, by: User) -> None:
    """Deletes a task that nobody has judged; what somebody did on a screen is kept for good."""
    row = Task.objects.select_for_update().get(pk=task.pk)
    if is_judged(row):
        raise RefusedError("This task has judgments, which are kept. Close it instead.")
    record("judging.delete", actor=by, campaign=row.campaign, subject=row.title)
    row.delete()


def is_judged(task: Task) -> bool:
    """Whether somebody did something on a screen of a task."""
    of_task = {"screen__evaluation__task": task}
    return Judgment.objects.filter(**of_task).exists() or Action.objects.filter(**of_task).exists()


def has_started_judges(task: Task) -> bool:
    return task.judges.filter(started_at__isnull=False).exists()
