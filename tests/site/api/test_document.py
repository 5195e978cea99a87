"""The API describes itself: as a document, as a page, and in the reference."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from tests.conftest import ROOT

ROW = re.compile(r"^\| `(GET|POST|PUT|PATCH|DELETE)` \| `(/[^`]*)` \| ([a-z, –]+) \| (.+) \|$", re.MULTILINE)


@pytest.fixture
def document() -> dict[str, Any]:
    found: dict[str, Any] = Client().get("/api/v1/openapi.json").json()
    return found


def scopes_of(operation: dict[str, Any]) -> str:
    if {} in operation["security"]:
        return "–"
    return ", ".join(scope for need in operation["security"] for scope in need["token"])


def test_reference_page_and_document_name_the_same_operations(document: dict[str, Any]) -> None:
    text = (ROOT / "docs" / "reference" / "api.md").read_text(encoding="utf-8")
    described = {
        (method.upper(), path.removeprefix("/api/v1"), scopes_of(operation), operation["summary"])
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    }
    assert set(ROW.findall(text)) == described


def test_every_operation_tells_its_errors_and_its_subject(document: dict[str, Any]) -> None:
    for methods in document["paths"].values():
        for operation in methods.values():
            assert operation["responses"]["default"]["content"]["application/problem+json"]["schema"]["$ref"].endswith(
                "ProblemOut"
            )
            assert len(operation["tags"]) == 1
            assert operation["summary"]


def test_every_shape_that_is_spoken_of_is_described(document: dict[str, Any]) -> None:
    spoken = set(re.findall(r'#/components/schemas/([^"\']+)', str(document)))
    assert spoken <= set(document["components"]["schemas"])


def test_no_body_takes_keys_that_are_not_known(document: dict[str, Any]) -> None:
    operations = [each for methods in document["paths"].values() for each in methods.values()]
    taken = [each["requestBody"]["content"].get("application/json") for each in operations if "requestBody" in each]
    shapes = {each["schema"]["$ref"].rpartition("/")[2] for each in taken if each}
    assert len(shapes) > 20
    open_ones = [each for each in shapes if document["components"]["schemas"][each].get("additionalProperties", True)]
    assert open_ones == []


def test_page_shows_every_operation_without_anything_from_elsewhere(document: dict[str, Any]) -> None:
    response = Client().get("/api/v1/")
    page = response.content.decode()
    assert response.status_code == 200
    for path in document["paths"]:
        assert f"<code>{path}</code>" in page
    assert not re.findall(r'(?:src|href)="(?!/|#)', page)
    assert not re.findall(r'<script(?! type="module" src="/)', page)
    assert "style=" not in page


def test_page_and_document_are_only_read() -> None:
    for address in ("/api/v1/", "/api/v1/openapi.json"):
        assert Client().post(address).json()["code"] == "method-not-allowed"
