"""Files are taken at the addresses that are marked for it, and nowhere else."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from types import ModuleType

import pytest
from django.conf import settings
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, resolve

from bakeoff.rulebook.files.sources import MAX_BYTES
from bakeoff_site.accounts.models import User
from bakeoff_site.api.v1 import SUBJECTS, methods_with_file
from bakeoff_site.core.storage.uploads import REFUSAL, Refusal, file_is_taken
from tests.site.core.test_error_pages import assert_page

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
_VALUES = {
    "int": "1",
    "uuid": "7a0d3a1c-0000-4000-8000-000000000000",
    "uuidstr": "7a0d3a1c-0000-4000-8000-000000000000",
}
PAGES = {
    "submissions:submit",
    "submissions:piece",
    "submissions:enter",
    "datasets:add",
    "scoring:trials",
    "scoring:score-files",
    "adjudication:upload",
    "judging:constituents",
    "judging:imports",
    "judging:offline-upload",
    "judging:offline-upload-edits",
    "judging:human-scores",
    "pages:upload-logo",
    "publication:upload-year",
}
SMALL = {
    *("campaigns:create-from", "campaigns:create-from-text", "campaigns:edit-rulebook"),
    *("crowds:study", "judging:actions", "judging:judges", "judging:plan", "judging:plan-preview"),
}
"""Rulebooks, actions of judges, lists of people and known answers, which no form is too small for."""
OPERATIONS = {
    ("add_draft", "POST"),
    ("add_submission", "POST"),
    ("continue_upload", "PATCH"),
    ("add_run", "POST"),
    ("add_data", "POST"),
    ("add_trial", "POST"),
    ("add_batches", "POST"),
    ("add_human_scores", "POST"),
    ("add_constituent_source", "POST"),
    ("add_edit_file", "POST"),
    ("add_offline_answers", "POST"),
    ("add_corrections", "POST"),
    ("check_earlier_post_edits", "POST"),
    ("check_imported_file", "POST"),
    ("add_score_file", "POST"),
}


def addresses(patterns: list[URLPattern | URLResolver], before: str = "") -> Iterator[str]:
    """An address of each kind."""
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern.url_patterns, route)
        elif "^" not in route:
            yield "/" + re.sub(r"<(?:(\w+):)?\w+>", lambda found: _VALUES.get(found[1], "a"), route)


def readers(module: ModuleType) -> set[str]:
    """Functions of a module that read files or bytes of a request, by themselves or by another one."""
    functions = [node for node in ast.parse(inspect.getsource(module)).body if isinstance(node, ast.FunctionDef)]
    found: set[str] = {"pieces_of"}
    while True:
        more = {each.name for each in functions if any(_reads(node, found) for node in ast.walk(each))} - found
        if not more:
            return found
        found |= more


def _reads(node: ast.AST, readers: set[str]) -> bool:
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "request":
        return node.attr in ("FILES", "read", "body", "readline")
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in readers


def test_every_page_that_takes_a_file_is_marked_and_no_other() -> None:
    marked, reading = set(), set()
    for address in addresses(get_resolver().url_patterns):
        match = resolve(address)
        if match.view_name.startswith("api:"):
            continue
        view = inspect.unwrap(match.func)
        if view.__name__ in readers(inspect.getmodule(view) or inspect):
            reading.add(match.view_name)
        for method in METHODS:
            if file_is_taken(method, address):
                marked.add((match.view_name, method))
    assert marked == {(name, "POST") for name in PAGES}
    assert reading == PAGES | SMALL
    assert MAX_BYTES < settings.DATA_UPLOAD_MAX_MEMORY_SIZE


def test_every_operation_that_takes_a_file_is_marked_and_no_other() -> None:
    [ours] = [each for each in get_resolver().url_patterns if getattr(each, "namespace", None) == "api"]
    assert isinstance(ours, URLResolver)
    asked = set(addresses(ours.url_patterns, "api/v1/"))
    marked = {(address, method) for address in asked for method in METHODS if file_is_taken(method, address)}
    assert len(marked) == len(OPERATIONS)
    assert {(name, method) for name, methods in methods_with_file().items() for method in methods} == OPERATIONS
    modules = {inspect.getmodule(view) for view in _operation_views()}
    reading = {name for module in modules if module for name in readers(module)} - {"pieces_of"}
    assert reading == {name for name, _ in OPERATIONS}


def _operation_views() -> Iterator[object]:
    for subject in SUBJECTS:
        for view in subject.router.path_operations.values():
            yield from (operation.view_func for operation in view.operations)


def test_addresses_that_there_are_not_take_nothing() -> None:
    assert not file_is_taken("POST", "/nowhere/")
    assert not file_is_taken("POST", "/campaigns/\ufffd/")


SUBMIT = "/campaigns/a/teams/1/submissions/submit/"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("refusal", "path", "status", "heading", "sentence"),
    [
        ("too-large", SUBMIT, 413, "Too large", "Sign in, then send the file again."),
        ("too-large", "/", 413, "Too large", "This page does not accept files, and a form can have at most 4.0\xa0MB."),
        ("full", SUBMIT, 507, "No space on the server", "The disk of the server is nearly full"),
        ("busy", SUBMIT, 429, "Too many files at once", "You can try again in 10 seconds."),
        (
            "no-length",
            SUBMIT,
            411,
            "Length required",
            "send the request again with the header <code>Content-Length</code>.",
        ),
    ],
)
def test_what_was_not_taken_in_is_explained(
    refusal: Refusal, path: str, status: int, heading: str, sentence: str, client: Client
) -> None:
    response = client.post(path, **{REFUSAL: refusal})  # type: ignore[arg-type]
    assert_page(response, status, heading)
    assert sentence in response.content.decode()
    assert response.headers.get("Retry-After") == ("10" if refusal == "busy" else None)


@pytest.mark.django_db
def test_people_are_told_to_verify_their_address_first(client: Client, owner: User) -> None:
    client.force_login(owner)
    told = client.post(SUBMIT, **{REFUSAL: "too-large"}).content.decode()  # type: ignore[arg-type]
    assert "files can have at most" in told
    owner.email_verified_at = None
    owner.save()
    told = client.post(SUBMIT, **{REFUSAL: "too-large"}).content.decode()  # type: ignore[arg-type]
    assert "Verify your address, then send the file again." in told


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("refusal", "status", "code"),
    [
        ("too-large", 413, "too-large"),
        ("full", 507, "no-space"),
        ("busy", 429, "too-many-requests"),
        ("no-length", 411, "length-required"),
        ("unavailable", 503, "unavailable"),
    ],
)
def test_programs_are_told_in_the_one_shape(refusal: Refusal, status: int, code: str, client: Client) -> None:
    response = client.post("/api/v1/campaigns/a/trials", **{REFUSAL: refusal})  # type: ignore[arg-type]
    error = response.json()
    assert (response.status_code, error["code"]) == (status, code)
    assert len(error["detail"]) > 40
    assert response.headers.get("Retry-After") == ("10" if status in (429, 503) else None)
