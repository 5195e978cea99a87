"""JSON schemas without their words, so that those of two sources can be compared."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter


def resolved(schema: Mapping[str, Any], definitions: Mapping[str, Any]) -> Mapping[str, Any]:
    while "$ref" in schema:
        schema = definitions[schema["$ref"].rpartition("/")[2]]
    return schema


def shape(schema: Mapping[str, Any], definitions: Mapping[str, Any]) -> Any:
    """A schema without its words: types, fields, whether they are required, choices, dates."""
    name = str(schema.get("$ref", "")).rpartition("/")[2]
    schema = resolved(schema, definitions)
    if name == "Finding":  # the client turns four fields of the JSON into one
        flat = {key: value for key, value in schema["properties"].items() if key != "place"}
        schema = {**schema, "properties": {**flat, **definitions["Place"]["properties"]}}
    if "anyOf" in schema:
        return {"any of": sorted((shape(each, definitions) for each in schema["anyOf"]), key=str)}
    if schema.get("type") == "array":
        return [shape(schema["items"], definitions)]
    if schema.get("type") == "object":
        return _fields(schema, definitions)
    if "enum" in schema or "const" in schema:
        return {"choices": sorted(schema.get("enum") or [schema["const"]])}
    return schema.get("format") or schema.get("type", "anything")


def _fields(schema: Mapping[str, Any], definitions: Mapping[str, Any]) -> dict[str, Any]:
    if "properties" not in schema:
        inside = schema.get("additionalProperties", True)
        return {"any key": "anything" if inside is True else shape(inside, definitions)}
    required = schema.get("required", ())
    return {
        key: ("required" if key in required else "optional", shape(each, definitions))
        for key, each in schema["properties"].items()
    }


def shape_of(kind: type) -> Any:
    schema = TypeAdapter(kind).json_schema()
    return shape(schema, schema.get("$defs", {}))


def differences(name: str, client: Any, server: Any) -> list[str]:
    """Where two shapes differ, by the names of fields."""
    if client == server:
        return []
    if isinstance(client, list) and isinstance(server, list) and len(client) == len(server):
        return [each for pair in zip(client, server, strict=True) for each in differences(f"{name}[]", *pair)]
    if isinstance(client, tuple) and isinstance(server, tuple) and client[0] == server[0]:
        return differences(name, client[1], server[1])
    if isinstance(client, dict) and isinstance(server, dict) and client.keys() & server.keys():
        both = sorted(client.keys() | server.keys())
        return [
            each
            for key in both
            for each in differences(f"{name}.{key}", client.get(key, "nothing"), server.get(key, "nothing"))
        ]
    return [f"{name}: {client} in the client, {server} on the server"]
