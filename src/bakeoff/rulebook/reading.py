"""Reading and checking rulebooks: all mistakes at once, each with its line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path as FilePath
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from bakeoff.data import Finding
from bakeoff.rulebook.consistency import inconsistencies
from bakeoff.rulebook.references import BrokenReference, broken_references
from bakeoff.rulebook.schema import Rulebook
from bakeoff.rulebook.sources import RawRulebook, RulebookError, read_raw
from bakeoff.rulebook.toml_lines import Path

_TYPES = {
    "string_type": "text in quotes",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "tuple_type": "a list in [ ]",
    "mapping_type": "a table",
    "dict_type": "a table",
    "model_type": "a table",
    "model_attributes_type": "a table",
    "too_short": "more elements",
    "too_long": "fewer elements",
    "greater_than": "a number above {gt}",
    "greater_than_equal": "at least {ge}",
    "less_than": "a number below {lt}",
    "less_than_equal": "at most {le}",
    "string_pattern_mismatch": "a name of letters, digits and . _ + -",
    "date_type": "a day such as 2012-04-06",
    "date_from_datetime_parsing": "a day such as 2012-04-06",
}


_MOST_ROUNDS = 10
"""How often mistakes may follow from taking out others."""


def read_rulebook(name: str | FilePath) -> Rulebook:
    """The rulebook in a file, or a shipped one by its name; a `RulebookError` that names all its mistakes.

    >>> read_rulebook("openmt2012").campaign.title
    'NIST Open Machine Translation 2012 Evaluation (OpenMT12)'
    """
    raw = read_raw(name)
    findings = tuple(_findings(raw))
    if findings:
        raise RulebookError(findings)
    return Rulebook.model_validate(raw.content)


def check_rulebook(name: str | FilePath) -> tuple[Finding, ...]:
    """All mistakes of a rulebook in the order of its lines; none for a right one."""
    try:
        raw = read_raw(name)
    except RulebookError as error:
        return error.findings
    return tuple(sorted(_findings(raw), key=lambda finding: (finding.place.file or "", finding.place.line or 0)))


def _findings(raw: RawRulebook) -> Iterator[Finding]:
    mistakes = _schema_mistakes(raw.content)
    for path, mistake in mistakes:
        yield _schema_finding(raw, path, mistake)
    for reference in broken_references(raw.content):
        yield _reference_finding(raw, reference)
    rulebook = _as_far_as_right(raw.content)
    if rulebook is not None:
        for issue in inconsistencies(rulebook):
            yield Finding(
                code="rulebook-rule",
                severity="error",
                place=raw.place(issue.path),
                found=issue.found,
                expected=issue.expected,
                remedy=issue.remedy,
            )


def _schema_mistakes(content: Mapping[str, Any]) -> list[tuple[Path, Mapping[str, Any]]]:
    try:
        Rulebook.model_validate(content)
    except ValidationError as error:
        return list(_own(content, ((tuple(each["loc"]), each) for each in error.errors(include_url=False))))
    return []


def _own(content: Mapping[str, Any], mistakes: Iterator[tuple[Path, Any]]) -> Iterator[tuple[Path, Mapping[str, Any]]]:
    """Mistakes without those that packages only repeat from `[submission]`, and once for each union."""
    seen = set()
    for loc, mistake in mistakes:
        path = _written(content, loc)
        if loc[:2] == ("submission", "packages") and len(loc) > 3 and not _stands(content, loc[:4]):
            inherited = mistake["type"] != "missing" and _stands(content, (loc[0], loc[3]))
            if inherited:
                continue
        if path not in seen or mistake["type"] in ("missing", "extra_forbidden"):
            seen.add(path)
            yield path, {**mistake, "key": loc[-1]}


def _written(content: Mapping[str, Any], loc: Path) -> Path:
    """The part of a location that stands in the rulebook."""
    for length in range(len(loc), 0, -1):
        if _stands(content, loc[:length]):
            return loc[:length]
    return ()


def _stands(content: Any, path: Path) -> bool:
    for part in path:
        if isinstance(content, Mapping) and part in content:
            content = content[part]
        elif isinstance(content, Sequence) and not isinstance(content, str) and isinstance(part, int):
            if part >= len(content):
                return False
            content = content[part]
        else:
            return False
    return True


def _schema_finding(raw: RawRulebook, path: Path, mistake: Mapping[str, Any]) -> Finding:
    code, remedy = "rulebook-value", ""
    context = mistake.get("ctx", {})
    found, expected = repr(_value(raw.content, path)), _TYPES.get(mistake["type"], "").format(**context)
    if mistake["type"] == "missing":
        code, found, expected = "rulebook-key-missing", "none", f"the key {mistake['key']} {_in(path)}"
    elif mistake["type"] == "extra_forbidden":
        known = _keys(path[:-1])
        code, found, expected = "rulebook-key-unknown", repr(path[-1]), f"one of {', '.join(known)} {_in(path[:-1])}"
        remedy = _nearest(str(path[-1]), known)
    elif mistake["type"] == "literal_error":
        expected = f"one of {context['expected']}".replace("'", "").replace(" or ", ", ")
    elif mistake["type"] == "value_error":
        expected, found = _own_words(str(context["error"]), found)
    elif not expected:
        expected = str(mistake["msg"]).removeprefix("Input should be ")
    return Finding(
        code=code, severity="error", place=raw.place(path), found=_short(found), expected=expected, remedy=remedy
    )


def _own_words(sentence: str, value: str) -> tuple[str, str]:
    """What the schema's own checks expected and found."""
    if sentence.startswith("expected "):
        expected, _, found = sentence.removeprefix("expected ").rpartition(", found ")
        return (expected, found) if expected else (found, value)
    return "a rule that can be kept", sentence


def _value(content: Any, path: Path) -> Any:
    for part in path:
        content = content[part]
    return content


def _in(path: Path) -> str:
    return f"in [{'.'.join(map(str, path))}]" if path else "at the top"


def _keys(path: Path) -> tuple[str, ...]:
    """The keys that the table at a path may have."""
    hint: Any = Rulebook
    for part in path:
        if isinstance(hint, type) and issubclass(hint, BaseModel):
            hint = hint.model_fields[str(part)].annotation
        else:
            hint = get_args(hint)[-1]  # a table under its own name
    model = _table_type(hint)
    fields = model.model_fields if model is not None else ()
    return tuple(name for name in fields if name != "id" or path == ("campaign",))


def _table_type(hint: Any) -> type[BaseModel] | None:
    """The model within a type, be it optional."""
    if isinstance(hint, type) and issubclass(hint, BaseModel):
        return hint
    return next((found for inner in get_args(hint) if (found := _table_type(inner))), None)


def _nearest(name: str, known: Sequence[str]) -> str:
    close = get_close_matches(name, known, n=1)
    return f"Did you mean {close[0]}?" if close else ""


def _short(text: str) -> str:
    return text if len(text) <= 120 else text[:120] + "…"


def _reference_finding(raw: RawRulebook, reference: BrokenReference) -> Finding:
    return Finding(
        code="rulebook-reference",
        severity="error",
        place=raw.place(reference.path),
        found=repr(reference.name),
        expected=f"the name of one of [{reference.tables}]: {', '.join(reference.known) or 'there are none'}",
        remedy=_nearest(reference.name, reference.known),
    )


def _as_far_as_right(content: Mapping[str, Any]) -> Rulebook | None:
    """The rulebook without what is wrong with it, so that what is left can be checked too; None where little is."""
    left = _copied(content)
    for _ in range(_MOST_ROUNDS):
        wrong = {path for path, _ in _schema_mistakes(left)}
        wrong |= {reference.path for reference in broken_references(left)}
        if not wrong:
            return Rulebook.model_validate(left)
        # Later elements of a list first, so that the numbers of earlier ones stay.
        for path in sorted(wrong, key=lambda path: [(isinstance(part, str), part) for part in path], reverse=True):
            _drop(left, path)
    return None


def _copied(content: Any) -> Any:
    match content:
        case Mapping():
            return {key: _copied(value) for key, value in content.items()}
        case list():
            return [_copied(value) for value in content]
    return content


def _drop(content: Any, path: Path) -> None:
    """Takes out the table, key or element of a list at a path, where it still is."""
    if not path or not _stands(content, path):
        return
    for part in path[:-1]:
        content = content[part]
    del content[path[-1]]
