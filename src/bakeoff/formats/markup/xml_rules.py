"""Descriptions of XML formats as tables, and the check of a file against one, with line numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from bakeoff.data.sentences import clipped
from bakeoff.errors import FormatError, Place
from bakeoff.formats.markup.safe_xml import Event

Report = Callable[[FormatError], None]
Broken = Literal["root", "element", "attribute-missing", "attribute-unknown", "content", "text"]
"""What of an element breaks a rule."""


class RuleError(FormatError):
    """An element is not as the table says; `broken` says in what."""

    def __init__(
        self, broken: Broken, *, place: Place, found: str, expected: str, remedy: str = "", element: str = ""
    ) -> None:
        super().__init__(found=found, expected=expected, place=place, remedy=remedy)
        self.broken = broken
        self.element = element


_FILE = "the file"
OTHER = "*"
"""The rule for elements of any other name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """What an element may hold. `children` with `OTHER` allows elements of any name."""

    children: tuple[str, ...] = ()
    content: re.Pattern[str] | None = None
    """What the names of the children, each followed by a blank, must look like."""
    said: str = ""
    """`content` in words."""
    least: int = 0
    required: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    further: bool = False
    """Whether attributes next to those are kept when a file is read; a strict check reports them all the same."""
    text: bool = False


@dataclass(slots=True)
class _Open:
    name: str
    rule: Rule
    line: int
    count: int = 0
    names: list[str] = field(default_factory=list)


def refuse(problem: FormatError) -> None:
    """The report of a reader: stops at the first problem."""
    raise problem


def checked(
    events: Iterable[Event], rules: Mapping[str, Rule], *, root: str, file: str, report: Report, strict: bool = False
) -> Iterator[Event]:
    """The events that follow the rules; what does not is reported and, with all it holds, left out."""
    stack = [_Open(_FILE, Rule(children=(root,)), 1)]
    skipped = 0
    for event in events:
        if skipped:
            skipped += {"start": 1, "end": -1}.get(event.kind, 0)
            continue
        parent = stack[-1]
        if event.kind == "start":
            rule = _rule_for(event, parent, rules)
            if rule is None:
                report(_misplaced(event, parent, file))
                skipped = 1
                continue
            _check_attributes(event, rule, file, report, strict=strict)
            parent.count += 1
            if parent.rule.content is not None:
                parent.names.append(event.name)
            stack.append(_Open(event.name, rule, event.line))
            yield event
        elif event.kind == "end":
            _check_content(stack.pop(), event, file, report)
            yield event
        else:
            report(_stray(event.text, event.name, event.line, file))


def _rule_for(event: Event, parent: _Open, rules: Mapping[str, Rule]) -> Rule | None:
    if event.name in parent.rule.children:
        return rules[event.name]
    if OTHER in parent.rule.children and event.name not in rules:
        return rules[OTHER]
    return None


def _misplaced(event: Event, parent: _Open, file: str) -> FormatError:
    allowed = [name for name in parent.rule.children if name != OTHER]
    expected = f"{' or '.join(allowed)} in {parent.name}" if allowed else f"only text in {parent.name}"
    remedy = "Remove the element, or write < as &lt;." if allowed else "Write < as &lt; in text."
    broken: Broken = "root" if parent.name == _FILE else "element"
    return RuleError(
        broken, place=Place(file, event.line), expected=expected, found=f"the element {event.name}", remedy=remedy
    )


def _check_attributes(event: Event, rule: Rule, file: str, report: Report, *, strict: bool) -> None:
    given = event.attributes
    if len(given) == len(rule.required) and all(map(given.get, rule.required)):
        return  # as nearly all are
    place = Place(file, event.line)
    for name in rule.required:
        if not event.attributes.get(name):
            found = "an empty one" if name in event.attributes else _listed(event.attributes)
            expected = f"the attribute {name} in {event.name}"
            remedy = f'Write <{event.name} … {name}="…">.'
            report(RuleError("attribute-missing", place=place, expected=expected, found=found, remedy=remedy))
    if len(event.attributes) == len(rule.required):
        return
    for name in event.attributes:
        known = name in rule.required or name in rule.optional
        if name.startswith("{") or (not known and (strict or not rule.further)):
            allowed = ", ".join((*rule.required, *rule.optional))
            expected = f"only the attributes {allowed} in {event.name}" if allowed else f"no attributes in {event.name}"
            found = name.partition("}")[2] or name
            report(
                RuleError(
                    "attribute-unknown",
                    place=place,
                    expected=expected,
                    found=found,
                    remedy="Remove it, or correct its name.",
                    element=event.name,
                )
            )


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names) or "none"


def _check_content(element: _Open, event: Event, file: str, report: Report) -> None:
    rule = element.rule
    if not rule.text and event.text and not event.text.isspace():
        report(_stray(event.text, element.name, element.line, file))
    if element.count < rule.least:
        expected = f"at least {rule.least} {' or '.join(rule.children)} in {element.name}"
        remedy = f"Add what is missing, or remove {element.name}."
        place = Place(file, element.line)
        report(RuleError("content", place=place, expected=expected, found=str(element.count), remedy=remedy))
    if rule.content is not None and not rule.content.fullmatch("".join(f"{name} " for name in element.names)):
        found = _counted(element.names)
        expected = f"{rule.said} in {element.name}"
        report(RuleError("content", place=Place(file, element.line), expected=expected, found=found))


def _counted(names: list[str]) -> str:
    return ", ".join(f"{names.count(name)} {name}" for name in dict.fromkeys(names)) or "nothing"


def _stray(text: str, parent: str, line: int, file: str) -> FormatError:
    shown = clipped(" ".join(text.split()), 40)
    return RuleError(
        "text",
        place=Place(file, line),
        expected=f"no text in {parent} outside segments",
        found=repr(shown),
        remedy="Put it into a seg.",
    )
