"""Human evaluations that differ from what the rulebook says, or that it does not have: checked as it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bakeoff.data import Finding
from bakeoff.rulebook.files.reader import findings_at, kept_rulebook
from bakeoff.rulebook.files.sources import RawRulebook
from bakeoff.rulebook.files.toml_lines import Path
from bakeoff.rulebook.schema.human import HumanEvaluation

_SECTION = "human"


@dataclass(frozen=True, slots=True)
class RuleMistake:
    """Something that an evaluation may not say."""

    path: Path
    """The keys that lead to it within the section: `("sample", "size")`; none where it is about all of it."""
    finding: Finding

    @property
    def sentence(self) -> str:
        """What is wrong, for who wrote it."""
        return f"Expected {self.finding.expected}, found {self.finding.found}."


@dataclass(frozen=True, slots=True)
class ChangedRules:
    """What an evaluation says with its changes; None where these have mistakes."""

    rules: HumanEvaluation | None
    mistakes: tuple[RuleMistake, ...] = ()


def change_rules(content: Mapping[str, Any], name: str, changes: Mapping[str, Any]) -> ChangedRules:
    """The section `[human.NAME]` of a rulebook with other values for some of its keys; the rulebook stays as it is.

    Keys of a table within it are changed one by one. The value None takes a key back to its default. A name that the
    rulebook does not have is an evaluation of its own. It is checked with all that the rulebook checks.
    """
    sections = content.get(_SECTION, {})
    changed = _merged(sections.get(name, {}), changes)
    other = {**content, _SECTION: {**sections, name: changed}}
    found = findings_at(RawRulebook("rulebook.toml", other, {}))
    own = tuple(
        RuleMistake(path[2:], finding)
        for path, finding in found
        if path[:2] == (_SECTION, name) or (path == (_SECTION,) and name not in sections)
    )
    return ChangedRules(None, own) if own else ChangedRules(kept_rulebook(other).human[name])


def _merged(before: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(before)
    for key, value in changes.items():
        old = before.get(key)
        if value is None:
            merged.pop(key, None)
        elif isinstance(value, Mapping) and (old is None or isinstance(old, Mapping)):
            merged[key] = _merged(old or {}, value)
        else:
            merged[key] = list(value) if isinstance(value, tuple) else value
    return merged
