"""The rulebook of the demonstration: a shipped one, for the language pair of the example texts, its dates moved."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any, Literal

import tomlkit

from bakeoff.errors import BakeoffError
from bakeoff.rulebook import Rulebook, read_rulebook
from bakeoff.rulebook.files.sources import read_raw
from bakeoff.rulebook.schema import Package, Phase, Track
from bakeoff.rulebook.schema.test_sets import TestSetRules

PAIR = "de-en"
_TEXT_FORMATS = ("nist-xml", "nist-sgml", "wmt-xml", "plain-text", "tsv", "json-lines")
_DAYS_PUBLIC = 7
"""Since when everything on the schedule of the finished campaign has started."""

_RELEASED = ("source", "references", "outputs", "scores", "system-names", "participants", "human-scores", "judgments")
"""What everybody gets of the finished campaign, so that its release package has all that numbers are computed from."""

RANKING = "demo-ranking"
"""The human evaluation that can be tried in the open campaign, and was judged in the finished one."""

Stage = Literal["finished", "open"]
"""A campaign whose results are out, or one in which teams register and submit today."""


def demonstration_track(rules: Rulebook) -> Track:
    """The track in which the demonstration takes place: the first of text translation."""
    packages = [each for each in rules.submission.packages.values() if each.format in _TEXT_FORMATS]
    for track in rules.tracks.values():
        if track.kind == "mt" and any(track.id in (each.tracks or rules.tracks) for each in packages):
            return track
    raise BakeoffError(
        f"--template: expected a rulebook with a track of text translation, found {rules.campaign.id} without one."
    )


def demonstration_rulebook(template: str, *, id: str, today: date, stage: Stage = "finished") -> str:
    """The text of the rulebook."""
    rules = read_rulebook(template)
    track = demonstration_track(rules)
    days = (today - _today_of(rules, stage)).days
    title = rules.campaign.title
    lines = [
        f"# A campaign that bakeoff demo makes; what is not said here is as in {template}.",
        f'extends = "{template}"',
        f"without = {_list(_left_out(rules))}",
        "",
        "[campaign]",
        f'id = "{id}"',
        f'title = "{f"Demonstration: {title}" if stage == "finished" else f"Open demonstration: {title}"}"',
        f"year = {(today - timedelta(days=_DAYS_PUBLIC)).year}",
        "",
        "[language_pairs]",
        _language_pair(rules),
        *_for_the_pair(rules, read_raw(template).content),
        "",
        f"[tracks.{track.id}]",
        f"language_pairs = {_list([PAIR])}",
        "unofficial_pairs = []",
        "compulsory_sets = []",
        *_official_metric(rules),
        *_moved_phases(rules, days, stage),
        *_ranking(track, stage),
        "",
        _report(rules),
    ]
    return "\n".join(lines) + "\n"


def submission_phase(rules: Rulebook) -> Phase:
    """The phase in which the runs of the demonstration are submitted: the last one for a package that is scored."""
    track = demonstration_track(rules)

    def is_scored(opening: str) -> bool:
        kind, _, name = opening.partition(":")
        package = rules.submission.packages.get(name)
        return kind == "submit" and package is not None and track.id in (package.tracks or rules.tracks)

    phases = [phase for phase in rules.phases.values() if any(is_scored(opening) for opening in phase.opens)]
    return max(phases, key=lambda phase: _day(phase.start))


def submitted_test_sets(rules: Rulebook, package: Package) -> list[str]:
    """The test set of a package that runs are submitted on: a current one with references, where there is one."""
    own = [each.id for each in rules.test_sets_of(demonstration_track(rules).id, PAIR)]
    chosen = [name for name in package.test_sets or own if name in own]
    scored = [name for name in chosen if rules.test_sets[name].references]
    current = [name for name in scored if rules.test_sets[name].role == "current"]
    return (current or scored or chosen)[:1]


def _today_of(rules: Rulebook, stage: Stage) -> date:
    """The day of the template's schedule that becomes today."""
    if stage == "finished":
        return max(_day(phase.start) for phase in rules.phases.values()) + timedelta(days=_DAYS_PUBLIC)
    phase = submission_phase(rules)
    start = _day(phase.start)
    end = _day(phase.end) if phase.end is not None else start + timedelta(days=_DAYS_PUBLIC)
    return start + (end - start) // 3


def _language_pair(rules: Rulebook) -> str:
    source, target = _language(rules, "de", "German"), _language(rules, "en", "English")
    return f'{PAIR} = {{ title = "German–English", source = "{source}", target = "{target}" }}'


def _language(rules: Rulebook, code: str, name: str) -> str:
    """A language as the rulebook writes them: by code or by name."""
    return code if all(len(pair.source) == 2 for pair in rules.language_pairs.values()) else name


def _left_out(rules: Rulebook) -> Iterator[str]:
    """What nobody here takes part in: other language pairs, and whatever serves only them."""
    kept = _kept_pairs(rules)
    yield from (f"language_pairs.{pair}" for pair in rules.language_pairs if pair not in kept)
    yield from (
        f"systems.{system.id}"
        for system in rules.systems.values()
        if system.language_pairs and PAIR not in system.language_pairs
    )
    if rules.published_scores:
        yield "published_scores"
    targets = {rules.language_pairs[pair].target or rules.language_pairs[pair].source for pair in kept - {PAIR}}
    targets.add(_language(rules, "en", "English"))
    yield from (
        f"evaluation.languages.{language}" for language in rules.evaluation.languages if language not in targets
    )
    yield from (
        f"evaluation.tracks.{track}.languages.{language}"
        for track, scoring in rules.evaluation.tracks.items()
        for language in scoring.languages
        if language not in targets
    )


def text_tracks(rules: Rulebook) -> Sequence[Track]:
    """Tracks in which the example texts can be translated."""
    return [track for track in rules.tracks.values() if track.kind in ("mt", "combination")]


def _kept_pairs(rules: Rulebook, tracks: Iterable[str] = ()) -> set[str]:
    """The pairs of some tracks, by default of all, when text is translated in that of the example texts alone."""
    chosen = [rules.tracks[track] for track in tracks] or list(rules.tracks.values())
    return {pair for track in chosen for pair in ((PAIR,) if track in text_tracks(rules) else track.all_pairs)}


def _for_the_pair(rules: Rulebook, content: Mapping[str, Any]) -> Iterator[str]:
    """What the rulebook offers for some language pairs only is offered for this one."""
    gone = set(_left_out(rules))
    for way, pairs in _lists_of_pairs(content, ()):
        *table, key = way
        if table == ["tracks", demonstration_track(rules).id] or ".".join(table) in gone:
            continue
        chapter, name = (*table, "", "")[:2]
        tracks = [name] if chapter == "tracks" else rules.test_sets[name].tracks if chapter == "test_sets" else ()
        kept = _kept_pairs(rules, tracks)
        left = [pair for pair in pairs if pair in kept]
        takes_part = chapter == "conditions" or (chapter == "test_sets" and not _is_of_another_language(rules, name))
        if key == "language_pairs" and PAIR in kept and (takes_part or not left):
            left = [PAIR, *(pair for pair in left if pair != PAIR)]
        if left != list(pairs):
            yield from ("", f"[{'.'.join(table)}]", f"{key} = {_list(left)}")


def _is_of_another_language(rules: Rulebook, name: str) -> bool:
    """Whether a test set is into other languages than the example texts, and another one of its role is into theirs.

    The pair does not belong to both: names of files need not tell test sets apart that share no pair.
    """
    target = _language(rules, "en", "English")

    def has_target(test_set: TestSetRules) -> bool:
        pairs = test_set.language_pairs or rules.language_pairs
        return any(rules.language_pairs[pair].target == target for pair in pairs)

    own = rules.test_sets[name]
    return not has_target(own) and any(
        other.role == own.role and has_target(other) for other in rules.test_sets.values()
    )


def _lists_of_pairs(table: Mapping[str, Any], way: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Sequence[str]]]:
    """Where in a rulebook language pairs are listed."""
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _lists_of_pairs(value, (*way, key))
        elif key in ("language_pairs", "unofficial_pairs"):
            yield (*way, key), value


def _list(words: Iterable[str]) -> str:
    return json.dumps(list(words))


def _official_metric(rules: Rulebook) -> Iterator[str]:
    """Where people decide, a metric does so here: nobody judges."""
    if rules.evaluation.official_metric is None:
        yield from ("", "[evaluation]", f'official_metric = "{rules.evaluation.metrics[0]}"')


def _ranking(track: Track, stage: Stage) -> Iterator[str]:
    """A small evaluation by people: to be tried in the open campaign, and judged in the finished one."""
    yield from ("", f"[human.{RANKING}]", 'title = "Ranking of translations"', 'protocol = "ranking"')
    yield from (f"tracks = {_list([track.id])}", f"language_pairs = {_list([PAIR])}")
    yield from (f"shown = {3 if stage == 'open' else 5}", "baselines = true")
    yield from ("judgments = 3", "repeats = 0.1", "common_pool = 0.2") if stage == "finished" else ("judgments = 2",)


def _report(rules: Rulebook) -> str:
    """Tables of several language pairs, with the pair in the place of those that are gone."""
    kept = _kept_pairs(rules)
    corpus, joined = [], []
    for table in rules.report.corpus:
        content = table.model_dump(mode="json", exclude_unset=True)
        if table.language_pairs:
            content["language_pairs"] = _with_the_pair(table.language_pairs, kept)
        corpus.append(content)
    for boards in rules.report.joined:
        places = {(_with_the_pair([each.language_pair], kept)[0], each.test_set): None for each in boards.boards}
        named = [{"language_pair": pair, "test_set": test_set} for pair, test_set in places]
        joined.append({"title": boards.title, "boards": named})
    changed = {name: tables for name, tables in (("corpus", corpus), ("joined", joined)) if tables}
    return tomlkit.dumps({"report": changed}) if changed else ""


def _with_the_pair(pairs: Sequence[str], kept: Collection[str]) -> list[str]:
    left = [pair for pair in pairs if pair in kept]
    return left if len(left) == len(pairs) else [PAIR, *(pair for pair in left if pair != PAIR)]


def _moved_phases(rules: Rulebook, days: int, stage: Stage) -> Iterator[str]:
    last = max(rules.phases.values(), key=lambda phase: _day(phase.start))
    for phase in rules.phases.values():
        yield from ("", f"[phases.{phase.id}]", f"start = {_moved(phase.start, days)}")
        end = phase.end
        if stage == "open" and "register" in phase.opens:
            end = submission_phase(rules).end  # so that registering can be tried, too
        if end is not None:
            yield f"end = {_moved(end, days)}"
        if phase is last and stage == "finished":
            public = dict.fromkeys((*phase.releases.get("public", ()), *_RELEASED))
            yield f"releases = {{ public = {_list(public)} }}"
    dated = rules.submission.fields.get("date")
    if dated is not None and dated.year is not None:
        moved = _day(submission_phase(rules).start) + timedelta(days=days)
        yield from ("", "[submission.fields.date]", f"year = {moved.year}")


def _moved(moment: date, days: int) -> str:
    moved = moment + timedelta(days=days)
    return f'"{moved.isoformat(timespec="minutes")}"' if isinstance(moved, datetime) else moved.isoformat()


def _day(moment: date) -> date:
    return moment.date() if isinstance(moment, datetime) else moment
