"""The page on rulebooks names every table and key of the schema, with its default and its choices, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Literal, get_args, get_origin

import pytest
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from bakeoff.rulebook import rulebook_names
from bakeoff.rulebook.schema import ACTIVITIES, RELEASED, Rulebook
from tests.conftest import ROOT

TEXT = (ROOT / "docs" / "reference" / "rulebooks.md").read_text(encoding="utf-8")
TOP = "The top of a rulebook"


def model_within(hint: Any) -> type[BaseModel] | None:
    if isinstance(hint, type) and issubclass(hint, BaseModel):
        return hint
    return next((model for inner in get_args(hint) if (model := model_within(inner))), None)


def choices_within(hint: Any) -> Iterator[str]:
    if get_origin(hint) is Literal:
        yield from map(str, get_args(hint))
    for inner in get_args(hint):
        yield from choices_within(inner)


def bases(model: type[BaseModel]) -> set[type[BaseModel]]:
    """The models of the schema that it builds on, but for those of all tables."""
    return {
        base
        for base in model.__mro__[1:]
        if issubclass(base, BaseModel) and base.__name__ not in ("BaseModel", "Rules", "Named")
    }


def tables(
    model: type[BaseModel], heading: str, seen: list[type[BaseModel]]
) -> Iterator[tuple[str, dict[str, FieldInfo]]]:
    """Every table of the schema once, with the keys that no table before it has described."""
    if any(issubclass(earlier, model) for earlier in seen):
        return
    described = {
        name for base in bases(model) for earlier in seen if issubclass(earlier, base) for name in base.model_fields
    }
    seen.append(model)
    fields = {name: field for name, field in model.model_fields.items() if name not in described - {"title"}}
    yield heading, {name: field for name, field in fields.items() if name != "id" or heading == "campaign"}
    for name, field in fields.items():
        if inner := model_within(field.annotation):
            many = (
                ".NAME"
                if isinstance(get_origin(field.annotation), type) and issubclass(get_origin(field.annotation), Mapping)
                else ""
            )
            yield from tables(inner, f"{heading}.{name}{many}".removeprefix(f"{TOP}."), seen)


TABLES = dict(tables(Rulebook, TOP, []))


def rows(heading: str) -> dict[str, list[str]]:
    """The rows of a section: key, type, default, meaning."""
    title = heading if heading == TOP else f"`[{heading}]`"
    section = TEXT.split(f"\n## {title}\n")[1].split("\n## ")[0]
    table = section.split("|---|---|---|---|\n")[1]
    cells = [re.split(r" \| ", line.strip("| ")) for line in table.splitlines() if line.startswith("| ")]
    return {row[0].strip("`"): row for row in cells}


def as_toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    return f"[{', '.join(map(as_toml, value))}]" if isinstance(value, tuple) else str(value)


def default(field: FieldInfo) -> str:
    if field.is_required():
        return "required"
    value = field.get_default(call_default_factory=True)
    if isinstance(value, Mapping) and value:
        return ", ".join(value)
    return "none" if value is None or isinstance(value, BaseModel | Mapping) else f"`{as_toml(value)}`"


def test_sections_are_the_tables_of_the_schema() -> None:
    headings = [heading.strip("`[]") for heading in re.findall(r"^## (.*)$", TEXT, re.MULTILINE)]
    assert headings == list(TABLES)


@pytest.mark.parametrize("heading", TABLES)
def test_rows_are_the_keys_of_the_table(heading: str) -> None:
    # What a rulebook builds on is joined before the schema sees it.
    joined = ["extends", "without"] if heading == TOP else []
    assert list(rows(heading)) == [*joined, *TABLES[heading]]


@pytest.mark.parametrize("heading", TABLES)
def test_rows_name_defaults_and_choices_and_mean_something(heading: str) -> None:
    for name, field in TABLES[heading].items():
        _, kind, shown, meaning = rows(heading)[name]
        assert shown == default(field), name
        assert len(meaning.split()) >= 2, name
        if model_within(field.annotation) is None:
            missing = [
                choice
                for choice in choices_within(field.annotation)
                if f"{choice}`" not in kind and f'{choice}"`' not in kind
            ]
            assert missing == [], name


def test_activities_releases_and_shipped_rulebooks_are_named() -> None:
    section = TEXT.split("\n## `[phases.NAME]`\n")[1].split("\n## ")[0]
    for word in (*ACTIVITIES, *RELEASED):
        assert re.search(rf"`{word}[:`]", section), word
    for name in rulebook_names():
        assert f"| `{name}` |" in TEXT
