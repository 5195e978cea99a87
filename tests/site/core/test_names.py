"""Every name that people choose is checked alike, whichever way it comes in."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest
from django import forms
from django.apps import apps
from django.db import models
from django.db.models import Value
from django.test import Client
from ninja.operation import Operation

from bakeoff_site.accounts.models import User
from bakeoff_site.api.schemas.shared import Body
from bakeoff_site.api.v1 import api
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.core.names import NameField, NameFormField
from bakeoff_site.core.refusals import RefusedError
from tests.site.api.conftest import as_
from tests.site.conftest import Clock
from tests.site.people import PASSWORD

BAD = ["Rivals\nBcc: all@example.org", "a\u202eb", "a\u2066b", "a\tb", "a\x85b"]
NAMES = {"affiliation", "attendee", "name", "code", "title"}
"""What fields of names are called in forms and by programs."""
OUR_WORDS = {
    "act",
    "agreement",
    "checksum",
    "code_hash",
    "condition",
    "consent",
    "control",
    "direction",
    "ending",
    "entered",
    "file_sha256",
    "format",
    "input",
    "inputs_digest",
    "key",
    "kind",
    "lane",
    "language_pair",
    "level",
    "metric",
    "package",
    "password",
    "phase",
    "plugin",
    "protocol",
    "role",
    "rules",
    "numbers_digest",
    "rules_digest",
    "secret",
    "segment",
    "sha256",
    "slug",
    "specification",
    "state",
    "step",
    "subject",
    "system_type",
    "test_set",
    "text_digest",
    "token_hash",
    "track",
    "unit",
    "who",
    "worker",
}
"""Text columns that hold ids of rulebooks, checksums, words of ours and what is made of checked names."""


def our_models() -> list[type[models.Model]]:
    return [model for model in apps.get_models() if model.__module__.startswith("bakeoff_site.")]


def test_every_column_of_names_is_a_field_of_names() -> None:
    others = {
        f"{model.__name__}.{field.name}"
        for model in our_models()
        for field in model._meta.get_fields()
        if isinstance(field, models.CharField)
        and not isinstance(field, (NameField, models.EmailField, models.SlugField))
        and not field.choices
        and field.name not in OUR_WORDS
    }
    # Made by us; of the rulebook; of the network; three letters; of a list; checked amounts; codes of languages; of the
    # rulebook again
    assert others == {
        *("Draft.group", "Evaluation.code", "FailedSignIns.address", "Task.currency", "User.time_zone"),
        *("Task.owed", "Team.judgments_done", "Judge.language", "Task.language"),
        "MetricsResult.evaluation",
        # Ids and words of platforms, which refuse such characters or are refused for them
        *(
            "Worker.worker_id",
            "Worker.session_id",
            "Worker.platform_study",
            "Worker.status",
            "Worker.rejected_category",
        ),
    }
    named = {field.name for model in our_models() for field in model._meta.fields if isinstance(field, NameField)}
    assert named == {"affiliation", "attendee", "file_name", "label", "licence", "name", "code", "system", "title"}


def our_forms() -> Iterator[type[forms.Form]]:
    modules = [
        *("accounts.forms", "adjudication.forms", "combination.forms", "core.forms", "crowds.forms", "datasets.forms"),
        "mail.forms",
        *("campaigns.forms.administration", "campaigns.forms.registration", "campaigns.forms.rulebook"),
        *("judging.forms", "judging.plan_forms.tasks", "scoring.forms", "submissions.forms"),
    ]
    for module in modules:
        for _, found in inspect.getmembers(import_module(f"bakeoff_site.{module}"), inspect.isclass):
            if issubclass(found, forms.Form):
                yield found


def test_every_form_asks_for_names_by_the_field_of_names() -> None:
    found = {
        f"{form.__name__}.{name}": isinstance(field, NameFormField)
        for form in our_forms()
        for name, field in form.base_fields.items()
        if name in NAMES
    }
    assert len(found) >= 7
    unchecked = {name for name, is_checked in found.items() if not is_checked}
    assert unchecked == {"CodeForm.code", "SecondFactorForm.code", "ExampleForm.name"}, (
        "digits; a form that keeps nothing"
    )


def bodies(kind: type[Body] = Body) -> Iterator[type[Body]]:
    for each in kind.__subclasses__():
        yield each
        yield from bodies(each)


def test_every_name_that_programs_send_is_checked() -> None:
    named = [(body, field) for body in bodies() for field in body.model_fields if field in NAMES]
    assert len(named) >= 6
    for body, field in named:
        with pytest.raises(ValueError, match="a name in one line"):
            body.__pydantic_validator__.validate_assignment(body.model_construct(), field, "a\nb")


def operations() -> Iterator[Operation]:
    for _, router in api._routers:
        for view in router.path_operations.values():
            yield from view.operations


def test_every_name_in_an_address_is_checked() -> None:
    named = [
        (operation, model)
        for operation in operations()
        for model in operation.models
        if model.__ninja_param_source__ == "query" and "name" in model.model_fields
    ]
    assert len(named) == 11
    for operation, model in named:
        field = model.model_fields["name"]
        said = f"{field.metadata} {field.annotation}"  # of a name that may be left out, the annotation has it
        assert "_checked" in said, operation.view_func.__name__


@pytest.mark.parametrize("name", BAD)
def test_no_service_keeps_such_a_name(team: Team, owner: User, name: str) -> None:
    with pytest.raises(RefusedError, match="cannot be kept: Expected a name in one line"):
        Team.objects.create(campaign=team.campaign, name=name)
    with pytest.raises(RefusedError):
        Team.objects.filter(pk=team.pk).update(name=name)
    owner.name = name
    with pytest.raises(RefusedError):
        owner.save()


def test_looking_for_such_a_name_finds_nothing(team: Team) -> None:
    assert not Team.objects.filter(name="a\nb").exists()
    assert not Team.objects.filter(name__icontains="a\nb").exists()


def test_a_name_that_was_kept_before_hinders_nothing_else(client: Client, team: Team, owner: User) -> None:
    User.objects.filter(pk=owner.pk).update(name=Value("Owen\nOwner"))
    Team.objects.filter(pk=team.pk).update(name=Value("Uni\nversity"))
    signed_in = client.post("/account/sign-in/", {"email": owner.email, "password": PASSWORD}, follow=True)
    assert signed_in.status_code == 200
    assert client.get(f"/campaigns/openmt/teams/{team.pk}/").status_code == 200


@pytest.mark.parametrize("name", BAD)
def test_pages_say_what_is_wrong(client: Client, campaign: Campaign, owner: User, clock: Clock, name: str) -> None:
    sent = {"name": name, "affiliation": name, "email": "new@example.org", "password": "a long enough one"}
    page = client.post("/account/sign-up/", sent).content.decode()
    assert page.count("Expected a name in one line") == 2
    assert not User.objects.filter(email="new@example.org").exists()
    client.force_login(owner)
    page = client.post("/account/", {"name": name, "affiliation": ""}).content.decode()
    assert "Expected a name in one line" in page
    owner.refresh_from_db()
    assert owner.name == "Owen Owner"


@pytest.mark.parametrize("name", ["می‌خواهم", "北京大学", "משה כהן"])
def test_people_are_called_what_they_are_called(client: Client, owner: User, name: str) -> None:
    client.force_login(owner)
    client.post("/account/", {"name": name, "affiliation": name})
    owner.refresh_from_db()
    assert (owner.name, owner.affiliation) == (name, name)


@pytest.mark.parametrize("name", BAD)
def test_programs_are_told_which_field_is_wrong(team: Team, owner: User, clock: Clock, name: str) -> None:
    clock.move_into(team.campaign, "registration")
    answers: list[Any] = [
        as_(owner).put(f"/campaigns/openmt/teams/{team.pk}/attendee", {"attendee": name}),
        as_(owner).post(f"/campaigns/openmt/teams/{team.pk}/uploads", {"name": name, "size": 3}),
    ]
    for answer in answers:
        assert answer.status_code == 422, answer.content
        [finding] = answer.json()["findings"]
        assert "a name in one line" in finding["expected"]
