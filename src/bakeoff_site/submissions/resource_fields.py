"""What a system was built with: resources of the rulebook to tick, and others by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import QueryDict

from bakeoff.data.sentences import capitalized
from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.schema import Resource
from bakeoff.rulebook.submission.resource_use import DeclaredResource
from bakeoff.rulebook.titles import RESOURCE_KIND_TITLES, titles_of
from bakeoff.submissions.description_texts import parse_resources, write_resources

_EMPTY_ROWS = 2
"""Rows for resources by name that are offered in addition to those that are filled in."""
_PARTS = ("name", "class", "epoch", "documents")


@dataclass(frozen=True, slots=True)
class ResourceChoice:
    """A resource of the rulebook to tick."""

    resource: Resource
    is_ticked: bool
    pairs: str
    """The language pairs that it is for; empty where it is for all."""
    forbidden_in: str
    """The conditions that do not permit it."""
    is_objected: bool
    """Whether one of the conditions of the system is among them."""


class ResourcesWidget(forms.Widget):
    """Boxes to tick, by kinds, and rows for names. Its value is the text of the field, as descriptions have it."""

    template_name = "submissions/_resources.html"
    use_fieldset = True

    def __init__(self, rules: Rulebook, conditions: Sequence[str]) -> None:
        super().__init__()
        self.rules = rules
        self.conditions = conditions

    def id_for_label(self, id_: str | None) -> str:  # noqa: ARG002  (Django gives it)
        """None: the boxes have labels of their own."""
        return ""

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        declared = parse_resources(value or "")
        ticked = {each.name for each in declared if self._is_listed(each)}
        others = [each for each in declared if not self._is_listed(each)]
        return {
            **super().get_context(name, value, attrs),
            "groups": list(self._groups(ticked)),
            "rows": [*others, *([DeclaredResource(name="")] * _EMPTY_ROWS)],
            "classes": list(self.rules.resources.values()),
            "known": set(self.rules.resources),
        }

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> str:  # noqa: ARG002
        if not isinstance(data, QueryDict):
            return str(data.get(name, ""))
        # A text is what programs and earlier pages send; it is kept as it is.
        ticked = [DeclaredResource(name=each) for each in data.getlist(name) if each in self.rules.resources]
        written = [each for each in data.getlist(name) if each not in self.rules.resources]
        columns = [data.getlist(f"{name}-{part}") for part in _PARTS]
        others = [_declared(*row) for row in zip(*columns, strict=False) if row[0].strip()]
        return "\n".join(filter(None, (write_resources([*ticked, *others]), *written)))

    def _is_listed(self, declared: DeclaredResource) -> bool:
        """Whether a box says all of it."""
        return declared.name in self.rules.resources and not (
            declared.belongs_to or declared.epoch or declared.documents
        )

    def _groups(self, ticked: set[str]) -> Iterator[tuple[str, list[ResourceChoice]]]:
        for kind, title in RESOURCE_KIND_TITLES.items():
            resources = [each for each in self.rules.resources.values() if each.kind == kind]
            if resources:
                yield capitalized(title), [self._choice(each, ticked) for each in resources]

    def _choice(self, resource: Resource, ticked: set[str]) -> ResourceChoice:
        forbidding = [each for each in self.rules.conditions.values() if resource.id not in each.permits]
        return ResourceChoice(
            resource,
            is_ticked=resource.id in ticked,
            pairs=titles_of(resource.language_pairs, self.rules.language_pairs),
            forbidden_in=", ".join(each.label for each in forbidding),
            is_objected=any(each.id in self.conditions for each in forbidding),
        )


class ResourcesField(forms.CharField):
    """The resources of a system as the text that a description has."""

    def __init__(self, rules: Rulebook, *, conditions: Sequence[str], initial: str) -> None:
        super().__init__(
            initial=initial,
            required=False,
            max_length=100_000,
            widget=ResourcesWidget(rules, conditions),
            help_text="Tick everything that the system was built with.",
        )


def _declared(name: str, belongs_to: str, epoch: str, documents: str) -> DeclaredResource:
    """A row that someone filled in, on one line."""
    return DeclaredResource(
        name=" ".join(name.split()),
        belongs_to=belongs_to.strip() or None,
        epoch=epoch.strip() or None,
        documents=tuple(documents.replace(",", " ").split()),
    )
