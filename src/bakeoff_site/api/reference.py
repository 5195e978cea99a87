"""The API described: for programs as an OpenAPI document, for people as a page of it."""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import resolve
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from bakeoff_site.api.errors import error_response
from bakeoff_site.api.v1 import api
from bakeoff_site.core.http.cache_headers import public_page

_TYPES = {
    "string": "text",
    "integer": "whole number",
    "number": "number",
    "boolean": "true or false",
    "object": "object",
    "null": "null",
    "date-time": "time (ISO 8601)",
}
_METHODS = ("get", "post", "put", "patch", "delete")


@dataclass(frozen=True, slots=True)
class DocumentedOperation:
    """An operation as the page shows it."""

    method: str
    path: str
    summary: str
    description: str
    parameters: list[dict[str, Any]]
    body: str
    answers: list[tuple[str, str]]
    scopes: list[str]
    optional: bool


def page_of_document(document: dict[str, Any]) -> dict[str, list[DocumentedOperation]]:
    """The operations of an OpenAPI document by subject."""
    subjects: dict[str, list[DocumentedOperation]] = {}
    for path, methods in document["paths"].items():
        for method in _METHODS:
            if method in methods:
                operation = methods[method]
                subjects.setdefault(operation["tags"][0], []).append(_operation(method, path, operation))
    return subjects


@require_safe
@public_page
def document(_request: HttpRequest) -> HttpResponse:
    return JsonResponse(api.get_openapi_schema(), json_dumps_params={"ensure_ascii": False})


@require_safe
@public_page
def reference(request: HttpRequest) -> HttpResponse:
    described = api.get_openapi_schema()
    shapes = {
        name: [(key, type_in_words(field)) for key, field in shape.get("properties", {}).items()]
        for name, shape in described["components"]["schemas"].items()
    }
    context = {"document": described, "subjects": page_of_document(described), "shapes": shapes}
    return render(request, "api/reference.html", context)


def _operation(method: str, path: str, operation: dict[str, Any]) -> DocumentedOperation:
    answers = [
        (str(status), _shape_of(answer.get("content", {})))
        for status, answer in operation["responses"].items()
        if str(status).startswith("2")
    ]
    return DocumentedOperation(
        method=method.upper(),
        path=path,
        summary=operation["summary"],
        description=operation.get("description", ""),
        parameters=operation.get("parameters", []),
        body=_shape_of(operation.get("requestBody", {}).get("content", {})),
        answers=answers,
        scopes=[scope for need in operation["security"] for scopes in need.values() for scope in scopes],
        optional={} in operation["security"],
    )


def _shape_of(content: dict[str, Any]) -> str:
    """What a body is, in a word: the name of its shape, or its media type."""
    for media_type, described in content.items():
        reference = described.get("schema", {}).get("$ref", "")
        return reference.rpartition("/")[2] or media_type
    return ""


def type_in_words(schema: dict[str, Any]) -> str:
    """The type of a field: `list of StepOut`, `text or null`."""
    if "anyOf" in schema:
        return " or ".join(type_in_words(each) for each in schema["anyOf"])
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if schema.get("type") == "array":
        return f"list of {type_in_words(schema.get('items', {}))}"
    return str(_TYPES.get(schema.get("format", schema.get("type", "")), schema.get("type", "anything")))


@csrf_exempt  # as operations are: only a token says who asks
def nothing_here(request: HttpRequest) -> HttpResponse:
    """What ends in a slash too many is sent on, method and body with it."""
    if request.path.endswith("/") and _is_known(request.path.rstrip("/")):
        query = request.META["QUERY_STRING"]
        return HttpResponse(
            status=HTTPStatus.PERMANENT_REDIRECT,
            headers={"Location": request.path.rstrip("/") + (f"?{query}" if query else "")},
        )
    return error_response(404)


def _is_known(path: str) -> bool:
    return resolve(path).view_name != "api:nothing"
