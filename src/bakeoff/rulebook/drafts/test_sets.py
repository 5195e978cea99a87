"""Test sets of a draft: those of the model, changed or left out, and new ones, treated like their siblings."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator, Mapping
from typing import Any

from bakeoff.rulebook.drafts.language_pairs import free_name
from bakeoff.rulebook.drafts.leftovers import Content
from bakeoff.rulebook.drafts.plans import CampaignPlan, PlannedTestSet, PlanProblem
from bakeoff.rulebook.files.creation import id_from
from bakeoff.rulebook.schema import TEST_SET_ROLES

_SUBMITTED = ("current", "progress")
"""Roles of sets that teams submit runs on."""


def new_set_name(title: str, *, present: Collection[str]) -> str:
    """The name of a new test set in the rulebook, from its title.

    >>> new_set_name("News test 2027", present=["news"])
    'news-test-2027'
    """
    return free_name(id_from(title).lower()[:80], present)


def apply_test_sets(content: Content, plan: CampaignPlan) -> Iterator[PlanProblem]:
    """Writes the planned test sets into a rulebook, and names new ones wherever their siblings are named.

    A set all of whose language pairs were left out is left out too.
    """
    problems = list(_problems(content, plan))
    pairs = content["language_pairs"]
    kept = [
        each for each in plan.test_sets if not each.language_pairs or not pairs.keys().isdisjoint(each.language_pairs)
    ]
    if not any(planned.role == "current" for planned in kept):
        sentence = "Keep or add a test set of the role current: teams submit runs on it."
        problems.append(PlanProblem("test_sets", sentence))
    if problems:
        yield from problems
        return
    before = content.get("test_sets", {})
    sets = {planned.id: _table(before.get(planned.id, {}), planned, pairs=pairs) for planned in kept}
    content["test_sets"] = {name: sets[name] for name in (*(each for each in before if each in sets), *sets)}
    for name, table in content["test_sets"].items():
        if name not in before:
            _include(content, name, sibling=_sibling(content, before, table))


def _problems(content: Content, plan: CampaignPlan) -> Iterator[PlanProblem]:
    before, known = content.get("test_sets", {}), {pair.id for pair in plan.language_pairs}
    for planned in plan.test_sets:
        if not planned.title.strip():
            yield PlanProblem("test_sets", "Give the test set a title.", planned.id)
        if planned.role not in TEST_SET_ROLES:
            yield PlanProblem("test_sets", f"The role must be one of {', '.join(TEST_SET_ROLES)}.", planned.id)
        if planned.references < 0:
            yield PlanProblem("test_sets", "The number of references must be 0 or more.", planned.id)
        unknown = [pair for pair in planned.language_pairs if pair not in known]
        if unknown and planned.id not in before:
            sentence = f"These language pairs are not in the campaign: {', '.join(unknown)}."
            yield PlanProblem("test_sets", sentence, planned.id)
        if unknown := [track for track in planned.tracks if track not in content["tracks"]]:
            yield PlanProblem("test_sets", f"The model has no track {', '.join(unknown)}.", planned.id)


def _table(before: Mapping[str, Any], planned: PlannedTestSet, *, pairs: Container[str]) -> Content:
    """A test set as planned; what is as before, or as without a word, is not written."""
    values: Content = {
        "title": planned.title.strip(),
        "role": planned.role,
        "tracks": list(planned.tracks),
        "language_pairs": [pair for pair in planned.language_pairs if pair in pairs],
        "references": planned.references,
        "size": planned.size.strip(),
    }
    unsaid = {"title": planned.id, "tracks": [], "language_pairs": [], "references": 1, "size": ""}
    table = dict(before)
    for key, value in values.items():
        if before.get(key, unsaid.get(key)) != value:
            table[key] = value
            if value == unsaid.get(key):
                del table[key]
    return table


def _sibling(content: Content, before: Mapping[str, Any], table: Mapping[str, Any]) -> str | None:
    """The first test set of the model with the same role and a track in common."""
    tracks = set(table.get("tracks") or content["tracks"])
    for name, other in before.items():
        if other["role"] == table["role"] and tracks & set(other.get("tracks") or content["tracks"]):
            return name
    return None


def _include(content: Content, name: str, *, sibling: str | None) -> None:
    """Names a new test set in packages, activities and releases, so that its data open and runs on it are accepted."""
    table = content["test_sets"][name]
    packages = _packages_of(content, table)
    for package in packages:
        if (sibling is None and table["role"] in _SUBMITTED) or sibling in package["test_sets"]:
            package["test_sets"] = [*package["test_sets"], name]
    for phase in content.get("phases", {}).values():
        for listed in (phase.get("opens", []), *phase.get("releases", {}).values()):
            listed[:] = [each for text in listed for each in _with_twin(text, sibling, name)]
    if not _is_released(content, name, table["role"]):
        _release(content, name, table)


def _packages_of(content: Content, table: Mapping[str, Any]) -> list[Content]:
    """Packages that name their test sets, of the tracks of a test set."""
    tracks = set(table.get("tracks") or content["tracks"])
    packages = content.get("submission", {}).get("packages", {}).values()
    return [each for each in packages if each.get("test_sets") and tracks & set(each.get("tracks") or tracks)]


def _with_twin(text: str, sibling: str | None, name: str) -> list[str]:
    """`source:news/audio`, and the same of the new set where `news` is its sibling."""
    what, _, scope = text.partition(":")
    named, slash, rest = scope.partition("/")
    return [text, f"{what}:{name}{slash}{rest}"] if sibling is not None and named == sibling else [text]


def _is_released(content: Content, name: str, role: str) -> bool:
    """Whether the source of a test set opens before the last phase in which runs are submitted ends."""
    phases = content.get("phases", {}).values()
    last = max((str(phase["start"]) for phase in phases if _takes_runs(phase)), default="")
    released = {
        text.partition("/")[0]
        for phase in phases
        if str(phase["start"]) <= last or not last
        for listed in phase.get("releases", {}).values()
        for text in listed
    }
    return not released.isdisjoint(("source", f"source:{name}", f"source:{role}"))


def _takes_runs(phase: Mapping[str, Any]) -> bool:
    return any(text.startswith("submit:") for text in phase.get("opens", []))


def _release(content: Content, name: str, table: Mapping[str, Any]) -> None:
    """Releases the source of a test set of a role that the model has no release for."""
    for phase in content.get("phases", {}).values():
        given = [text for listed in phase.get("releases", {}).values() for text in listed]
        if "training-data" in given if table["role"] == "dev" else _takes_runs(phase):
            wanted = [f"source:{name}", f"references:{name}"] if table["role"] == "dev" else [f"source:{name}"]
            releases = phase.setdefault("releases", {})
            audience = next((each for each in releases), "participants")
            releases[audience] = [*releases.get(audience, []), *wanted]
            return
