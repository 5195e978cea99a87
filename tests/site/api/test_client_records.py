"""The client's records and the OpenAPI document tell the same of every operation, field by field.

Every method of the client is called against a server that answers from the document alone. What the client reads an
answer as is compared with the schema of the operation that was asked.
"""

from __future__ import annotations

import dataclasses
import hashlib
import inspect
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints
from uuid import UUID

import httpx
import pytest
from pydantic import TypeAdapter

from bakeoff.client import Client, DataFile, Registration, ScreenAction, Verdict, records
from bakeoff.client.records import PublishedFile, json_values
from bakeoff.data.judgments import Judgment
from bakeoff.rulebook import read_rulebook
from bakeoff_site.api.v1 import api
from tests.site.api.shapes import differences, resolved, shape, shape_of

CONTENT = b"x"
MOMENT = "2030-01-01T00:00:00Z"
NOT_CALLED = {
    ("post", "/api/v1/campaigns/{slug}/teams/{team_id}/submissions"): "Client.submit sends packages in pieces",
}
SENT = {
    ("post", "/api/v1/campaigns/{slug}/teams"): Registration,
    ("put", "/api/v1/campaigns/{slug}/teams/{team_id}/registration"): Registration,
    ("post", "/api/v1/campaigns/{slug}/references/{file_id}/decide"): Verdict,
    ("post", "/api/v1/judging/screens/{key}/actions"): ScreenAction,
}
"""Operations that are sent a record, or a list of them."""
Operation = tuple[str, str]


class Readings(dict[type, TypeAdapter[Any]]):
    """The adapters by which the client reads answers, which remember what they were asked for after which request."""

    def __init__(self, server: Server) -> None:
        super().__init__()
        self.server = server
        self.pairs: dict[tuple[type, Operation], None] = {}

    def __getitem__(self, kind: type) -> TypeAdapter[Any]:
        if self.server.asked:
            self.pairs[kind, self.server.asked[-1]] = None
        return super().__getitem__(kind)

    def kinds(self) -> set[type]:
        return {kind for kind, _ in self.pairs}


@cache
def document() -> dict[str, Any]:
    content: dict[str, Any] = json.loads(json.dumps(api.get_openapi_schema()))
    return content


class Server:
    """Answers every request by a sample that fits the document, and checks that the request fits it, too."""

    def __init__(self) -> None:
        self.document = document()
        self.schemas: dict[str, Any] = self.document["components"]["schemas"]
        self.asked: list[Operation] = []
        self.interrupted = False

    def answer(self, request: httpx.Request) -> httpx.Response:
        operation = self.operation_of(request)
        described = self.document["paths"][operation[1]][operation[0]]
        known = {each["name"] for each in described.get("parameters", ()) if each["in"] == "query"}
        assert set(request.url.params) <= known, operation
        self.asked.append(operation)
        if operation[0] == "patch" and operation[1].endswith("{upload_id}") and not self.interrupted:
            self.interrupted = True
            return httpx.Response(503)  # so that the client asks how far the upload is
        content = described["responses"][next(iter(described["responses"]))].get("content", {})
        if "application/octet-stream" in content or operation[1].endswith("/table"):
            return httpx.Response(200, content=CONTENT)
        if not content:
            return httpx.Response(204)
        if request.headers.get("content-type") == "application/json":
            self.check_body(operation, json.loads(request.content))
        return httpx.Response(200, json=self.sample(self.answered(operation), operation))

    def operation_of(self, request: httpx.Request) -> Operation:
        """The operation of a request: literal parts of an address win over parameters."""
        for path in sorted(self.document["paths"], key=lambda path: path.count("{")):
            pattern = re.sub(r"\{\w+\}", "[^/]+", path)
            if re.fullmatch(pattern, request.url.path) and request.method.lower() in self.document["paths"][path]:
                return request.method.lower(), path
        raise AssertionError(f"{request.method} {request.url.path} is in no document")

    def operations(self) -> set[Operation]:
        return {(method, path) for path, methods in self.document["paths"].items() for method in methods}

    def answered(self, operation: Operation) -> dict[str, Any]:
        responses = self.document["paths"][operation[1]][operation[0]]["responses"]
        schema: dict[str, Any] = next(iter(responses.values()))["content"]["application/json"]["schema"]
        return schema

    def row(self, operation: Operation) -> Mapping[str, Any]:
        """The schema of what an operation answers; of a list, of what is in it."""
        schema = resolved(self.answered(operation), self.schemas)
        if "items" in schema.get("properties", ()):
            schema = schema["properties"]["items"]
        return resolved(schema["items"], self.schemas) if schema.get("type") == "array" else schema

    def sent(self, operation: Operation) -> dict[str, Any]:
        body = self.document["paths"][operation[1]][operation[0]]["requestBody"]
        schema: dict[str, Any] = body["content"]["application/json"]["schema"]
        return schema

    def check_body(self, operation: Operation, body: Mapping[str, Any]) -> None:
        if not body and "requestBody" not in self.document["paths"][operation[1]][operation[0]]:
            return
        described = resolved(self.sent(operation), self.schemas)
        assert body.keys() <= described["properties"].keys(), operation
        assert body.keys() >= set(described.get("required", ())), operation

    def sample(self, schema: Mapping[str, Any], operation: Operation, name: str = "") -> Any:
        """A value of a schema; what is null in the answer to a POST is not null in that to a GET."""
        schema = resolved(schema, self.schemas)
        if name in SAMPLES:
            return SAMPLES[name](operation)
        if "anyOf" in schema:
            kinds = [each for each in schema["anyOf"] if each.get("type") != "null"]
            return None if operation[0] == "post" else self.sample(kinds[0], operation)
        if schema.get("type") == "array":
            return [self.sample(schema["items"], operation)]
        if schema.get("type") == "object":
            inside = schema.get("additionalProperties")
            named = schema.get("properties") or ({"key": inside} if isinstance(inside, dict) else {})
            return {key: self.sample(each, operation, key) for key, each in named.items()}
        return simple_sample(schema)


def simple_sample(schema: Mapping[str, Any]) -> Any:
    if "enum" in schema:
        return schema["enum"][-1]
    if schema.get("type") == "string":
        return {"date-time": MOMENT, "uuid": str(UUID(int=1))}.get(schema.get("format", ""), schema.get("const", "x"))
    return {"integer": 1, "number": 0.5, "boolean": True}.get(schema.get("type", ""), "anything")


SAMPLES: dict[str, Callable[[Operation], Any]] = {
    "next": lambda operation: [] if operation[1].endswith(("/schedule", "/dashboard")) else None,
    "received": lambda operation: 1 if operation[0] == "patch" else 0,
    "sha256": lambda _operation: hashlib.sha256(CONTENT).hexdigest(),
    "failure": lambda _operation: "",
    "content": lambda _operation: read_rulebook("iwslt2012").model_dump(mode="json"),
}
"""Fields on which the way of the client depends."""


def methods() -> dict[str, Callable[..., Any]]:
    return {
        name: method
        for name, method in inspect.getmembers(Client, inspect.isfunction)
        if not name.startswith("_") and name != "close"
    }


def argument(hint: Any, server: Server, file: Path) -> Any:
    if hint in (str | Path, str | Path | None, Path):
        return file
    if hint is DataFile:
        operation = ("get", "/api/v1/campaigns/{slug}/data")
        row = server.sample(server.answered(operation), operation)["items"][0]
        return json_values.read_as(DataFile, row)
    if get_origin(hint) is Literal:
        return get_args(hint)[0]
    if get_origin(hint) in (Iterable, Sequence):
        return [argument(get_args(hint)[0], server, file)]
    known = {Registration: Registration(name="x"), Verdict: Verdict(1, "accepted", "x")}
    known |= {PublishedFile: PublishedFile("package", "x", 1, hashlib.sha256(CONTENT).hexdigest())}
    known |= {ScreenAction: ScreenAction(UUID(int=1), "submit")}
    known |= {Judgment: Judgment(id="1", protocol="x", judge="x", segment="1", systems=("x",), answer=1)}
    tables: dict[Any, Any] = {Mapping[str, Any] | None: {}, Mapping[str, str]: {"worker": "x", "status": "x"}}
    if hint in tables:
        return tables[hint]
    values = {
        str: "x",
        int: 1,
        bool: True,
        float: 0.5,
        date: date(2030, 1, 1),
        datetime: datetime.fromisoformat(MOMENT),
    }
    for kind, value in {**values, **known}.items():
        if hint is kind or kind in get_args(hint):
            return value
    raise AssertionError(f"no example of {hint}")


def call(name: str, server: Server, file: Path, *, everything: bool) -> None:
    """Calls a method with all its options, or with those alone that it needs."""
    method = methods()[name]
    hints = get_type_hints(method)
    arguments = {
        parameter.name: argument(hints[parameter.name], server, file)
        for parameter in list(inspect.signature(method).parameters.values())[1:]
        if parameter.default is inspect.Parameter.empty or (everything and parameter.name not in ("progress", "chunk"))
    }
    with Client(
        "https://bakeoff.example", pause=lambda _s: None, transport=httpx.MockTransport(server.answer)
    ) as client:
        answer = getattr(client, name)(**arguments)
        if isinstance(answer, Iterator):
            list(answer)


@pytest.fixture
def server() -> Server:
    return Server()


@pytest.fixture
def readings(server: Server, monkeypatch: pytest.MonkeyPatch) -> Readings:
    adapters = Readings(server)
    monkeypatch.setattr(json_values, "_ADAPTERS", adapters)
    return adapters


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "file"
    path.write_bytes(CONTENT)
    return path


@pytest.mark.parametrize("everything", [False, True], ids=["plain", "with all options"])
@pytest.mark.parametrize("name", methods())
def test_what_a_method_reads_is_what_its_operation_answers(
    name: str, server: Server, readings: Readings, file: Path, *, everything: bool
) -> None:
    call(name, server, file, everything=everything)
    assert server.asked
    wrong = [
        difference
        for kind, operation in readings.pairs
        for difference in differences(kind.__name__, shape_of(kind), shape(server.row(operation), server.schemas))
    ]
    assert wrong == []


@pytest.mark.parametrize("operation", SENT)
def test_what_a_record_sends_is_what_the_operation_takes(operation: Operation, server: Server) -> None:
    described = resolved(server.sent(operation), server.schemas)
    for listed in {"verdicts", "actions"} & described["properties"].keys():
        described = described["properties"][listed]["items"]
    assert differences(SENT[operation].__name__, shape_of(SENT[operation]), shape(described, server.schemas)) == []


def test_the_client_calls_every_operation(server: Server, file: Path) -> None:
    for name in methods():
        call(name, server, file, everything=False)
        call(name, server, file, everything=True)
    assert server.operations() - set(server.asked) == NOT_CALLED.keys()


def test_every_record_is_compared_with_an_operation(server: Server, readings: Readings, file: Path) -> None:
    for name in methods():
        call(name, server, file, everything=True)
    compared: set[str] = set()
    for kind in {*readings.kinds(), *SENT.values()}:
        compared |= {kind.__name__, *TypeAdapter(kind).json_schema().get("$defs", {})}
    bases = {base.__name__ for kind in readings.kinds() for base in kind.__mro__[1:]}
    known = {name for name in records.__all__ if dataclasses.is_dataclass(getattr(records, name))}
    assert known - compared - bases == set()
