"""What is left over when parts of a rulebook are removed: names of what is gone, and tables that were only for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from bakeoff.rulebook.files.cross_references import broken_references
from bakeoff.rulebook.files.toml_lines import Path

Content = dict[str, Any]

_ONLY_FOR_THESE = frozenset(
    (
        ("conditions", "*", "language_pairs"),
        ("human", "*", "conditions"),
        ("human", "*", "language_pairs"),
        ("human", "*", "test_sets"),
        ("human", "*", "tracks"),
        ("off_limits", "*", "language_pairs"),
        ("off_limits", "*", "tracks"),
        ("phases", "*", "tracks"),
        ("registration", "agreements", "*", "tracks"),
        ("resources", "*", "language_pairs"),
        ("submission", "packages", "*", "system_types"),
        ("submission", "packages", "*", "test_sets"),
        ("submission", "packages", "*", "tracks"),
        ("systems", "*", "language_pairs"),
        ("systems", "*", "tracks"),
        ("test_sets", "*", "language_pairs"),
        ("test_sets", "*", "tracks"),
    )
)
"""Lists that name what a table is for. Empty they would mean everything, so the table goes with the last name."""
_PARTS_OF_PAIRS = ("subset_pairs", "genre_pairs")


def remove_leftovers(content: Content, before: Mapping[str, Any]) -> None:
    """Removes, until nothing is left over, what refers to tables that the rulebook no longer has.

    Tables that were not empty before and are now go too.
    """
    while _remove_broken_references(content) or _remove_misfits(content):
        pass
    _remove_emptied(content, before)


def _remove_emptied(content: Content, before: Mapping[str, Any]) -> None:
    for key, value in list(content.items()):
        earlier = before.get(key)
        if isinstance(value, dict) and isinstance(earlier, Mapping):
            _remove_emptied(value, earlier)
            if not value and earlier:
                del content[key]


def _remove_broken_references(content: Content) -> bool:
    return _remove_all(content, [reference.path for reference in broken_references(content)])


def _remove_all(content: Content, paths: Iterable[Path]) -> bool:
    """Whether there was anything to remove."""
    # Scores without their system, track or test set say nothing: the entry goes. The last elements of lists are removed
    # first, so that the numbers of the others stay right.
    found = {path[:2] if path[0] == "published_scores" else path for path in paths}
    for path in sorted(found, key=_from_the_end):
        _remove(content, path)
    return bool(found)


def _from_the_end(path: Path) -> tuple[Any, ...]:
    return tuple((0, -part, "") if isinstance(part, int) else (1, 0, part) for part in path)


def _remove(content: Content, path: Path) -> None:
    """Removes a name, and with it the table that was only for what it names."""
    if path[0] == "tracks" and path[-1] == "released_runs":
        _without_released_runs(content, str(path[1]))
        return
    _remove_at(content, path)
    place = path[:-1]
    if isinstance(path[-1], int) and _value_at(content, place) == [] and not _is_part_of_pairs(path):
        is_owned = any(_fits(place, pattern) for pattern in _ONLY_FOR_THESE)
        _remove_at(content, place[:-1] if is_owned else place)
        if place[0] == "phases":
            _remove_without_purpose(content, str(place[1]))


def _remove_without_purpose(content: Content, name: str) -> None:
    """A phase from which the last activity or release was removed goes, unless it has another."""
    phase = content["phases"].get(name, {})
    if phase.get("releases") == {}:
        del phase["releases"]
    if phase and "opens" not in phase and "releases" not in phase:
        del content["phases"][name]


def _is_part_of_pairs(path: Path) -> bool:
    """Whether it is in a list that says which pairs have a part of a test set: empty, it says none."""
    return len(path) > 2 and path[2] in _PARTS_OF_PAIRS


def _without_released_runs(content: Content, name: str) -> None:
    """A track can no longer start from runs of another one; one that starts from nothing else goes."""
    track = content["tracks"][name]
    inputs = [each for each in track.get("inputs", ["text"]) if each != "released-runs"]
    if inputs:
        for key in ("released_runs", "pack"):
            track.pop(key, None)
        track["inputs"] = inputs
    else:
        del content["tracks"][name]


def _remove_misfits(content: Content) -> bool:
    """Removes what refers to something that exists, but not where it is used."""
    found: list[Path] = [
        *_tracks_without_pairs(content),
        *_pairs_of_no_track(content),
        *_inputs_of_no_track(content),
        *_languages_of_no_pair(content),
        *_packages_of_no_phase(content),
        *_requirements_without_packages(content),
        *_subsets_of_no_set(content),
        *_scores_of_no_board(content),
    ]
    return _remove_all(content, found)


def _tracks_without_pairs(content: Content) -> Iterator[Path]:
    for name, track in content["tracks"].items():
        if not track.get("language_pairs") and not track.get("unofficial_pairs"):
            yield "tracks", name


def _pairs_of(content: Content, tracks: list[str]) -> set[str]:
    named = [content["tracks"][track] for track in tracks or content["tracks"] if track in content["tracks"]]
    return {pair for track in named for key in ("language_pairs", "unofficial_pairs") for pair in track.get(key, [])}


def _pairs_of_no_track(content: Content) -> Iterator[Path]:
    """Language pairs of test sets and packs that no track of theirs has."""
    for name, test_set in content.get("test_sets", {}).items():
        offered = _pairs_of(content, test_set.get("tracks", []))
        for number, pair in enumerate(test_set.get("language_pairs", [])):
            if pair not in offered:
                yield "test_sets", name, "language_pairs", number
    for name, track in content["tracks"].items():
        if (released := track.get("released_runs")) in content["tracks"]:
            offered = _pairs_of(content, [released])
            for number, pair in enumerate(track.get("pack", {}).get("language_pairs", [])):
                if pair not in offered:
                    yield "tracks", name, "pack", "language_pairs", number


def _inputs_of_no_track(content: Content) -> Iterator[Path]:
    """Inputs that test sets and releases name and no track takes any more."""
    offered: dict[str, list[str]] = {}
    for name, test_set in content.get("test_sets", {}).items():
        tracks = [content["tracks"][track] for track in test_set.get("tracks") or content["tracks"]]
        taken = [each for track in tracks for each in track.get("inputs", ["text"])]
        offered[name] = [each for each in test_set.get("inputs") or taken if each in taken]
        for number, named in enumerate(test_set.get("inputs", [])):
            if named not in taken:
                yield "test_sets", name, "inputs", number
    for phase, rules in content.get("phases", {}).items():
        for audience, released in rules.get("releases", {}).items():
            for number, text in enumerate(released):
                scope, _, wanted = text.partition(":")[2].partition("/")
                sets = [name for name, each in content.get("test_sets", {}).items() if scope in (name, each["role"])]
                if wanted and not any(wanted in offered[name] for name in sets):
                    yield "phases", phase, "releases", audience, number


def _languages_of_no_pair(content: Content) -> Iterator[Path]:
    known = {pair.get("target", pair["source"]) for pair in content["language_pairs"].values()}
    evaluation = content.get("evaluation", {})
    yield from (("evaluation", "languages", each) for each in evaluation.get("languages", {}) if each not in known)
    for name, track in evaluation.get("tracks", {}).items():
        for each in track.get("languages", {}):
            if each not in known:
                yield "evaluation", "tracks", name, "languages", each


def _packages_of_no_phase(content: Content) -> Iterator[Path]:
    opened = {text for phase in content.get("phases", {}).values() for text in phase.get("opens", [])}
    for name in content.get("submission", {}).get("packages", {}):
        if f"submit:{name}" not in opened:
            yield "submission", "packages", name


def _requirements_without_packages(content: Content) -> Iterator[Path]:
    """Phases that others require, in which nothing is submitted any more."""
    phases = content.get("phases", {})
    for name, phase in phases.items():
        for number, earlier in enumerate(phase.get("requires", [])):
            if not any(text.startswith("submit:") for text in phases.get(earlier, {}).get("opens", [])):
                yield "phases", name, "requires", number


def _subsets_of_no_set(content: Content) -> Iterator[Path]:
    """Subsets of packs that the test sets which are cut to them no longer have."""
    for name, track in content["tracks"].items():
        pack = track.get("pack", {})
        cut = [
            test_set
            for key, test_set in content.get("test_sets", {}).items()
            if key in pack.get("test_sets", [key])
            and key not in pack.get("development", [])
            and test_set["role"] not in ("dev", "dry-run")
            and track.get("released_runs") in (test_set.get("tracks") or [track.get("released_runs")])
        ]
        for number, subset in enumerate(pack.get("subsets", [])):
            if not any(subset in test_set.get("subsets", {}) for test_set in cut):
                yield "tracks", name, "pack", "subsets", number


def _scores_of_no_board(content: Content) -> Iterator[Path]:
    """Published scores of systems on boards that are no longer made."""
    for number, entry in enumerate(content.get("published_scores", [])):
        pair = entry["language_pair"]
        system, test_set = content["systems"].get(entry["system"]), content["test_sets"].get(entry["test_set"])
        if system is None or test_set is None or entry["track"] not in content["tracks"]:
            continue
        scopes = (("tracks", entry["track"]), ("language_pairs", pair))
        is_outside = any(each.get(key) and name not in each[key] for each in (system, test_set) for key, name in scopes)
        if is_outside or pair not in _pairs_of(content, [entry["track"]]):
            yield "published_scores", number


def _fits(path: Path, pattern: Path) -> bool:
    return len(path) == len(pattern) and all(wanted in ("*", part) for part, wanted in zip(path, pattern, strict=True))


def _value_at(content: Any, path: Path) -> Any:
    for part in path:
        try:
            content = content[part]
        except (KeyError, IndexError, TypeError):
            return None
    return content


def _remove_at(content: Content, path: Path) -> None:
    table = _value_at(content, path[:-1])
    if isinstance(table, dict):
        table.pop(path[-1], None)
    elif isinstance(table, list) and isinstance(path[-1], int) and path[-1] < len(table):
        del table[path[-1]]
