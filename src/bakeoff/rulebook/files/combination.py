"""Rules of tracks that start from other tracks' runs, and that are ranked with them, which contradict each other."""

from __future__ import annotations

from collections.abc import Iterator

from bakeoff.rulebook.files.inconsistency import Inconsistency
from bakeoff.rulebook.release.grants import first_release
from bakeoff.rulebook.schema import Rulebook, Track
from bakeoff.rulebook.schema.metric_comparisons import MetricComparison
from bakeoff.rulebook.schema.tracks import Pack


def combination_mistakes(rulebook: Rulebook) -> Iterator[Inconsistency]:
    """All contradictions about packs of outputs, comparisons of metrics, and tracks that are ranked together."""
    for track in rulebook.tracks.values():
        if track.pack != Pack():
            yield from _pack_mistakes(rulebook, track)
        if track.comparison != MetricComparison() and track.kind != "metrics":
            remedy = f'Remove it, or write kind = "metrics" in [tracks.{track.id}].'
            yield Inconsistency(("tracks", track.id, "comparison"), f"kind {track.kind}", "a track of metrics", remedy)
        if track.ranked_with is not None:
            yield from _ranking_mistakes(rulebook, track, rulebook.tracks[track.ranked_with])


def _pack_mistakes(rulebook: Rulebook, track: Track) -> Iterator[Inconsistency]:
    path, pack = ("tracks", track.id, "pack"), track.pack
    if track.released_runs is None:
        expected, remedy = "a track whose runs it holds", f'Write released_runs = "…" in [tracks.{track.id}].'
        yield Inconsistency(path, "no released_runs", expected, remedy, rests_on=("tracks",))
        return
    released = rulebook.tracks[track.released_runs]
    for key in ("test_sets", "development"):
        for number, name in enumerate(getattr(pack, key)):
            tracks = rulebook.test_sets[name].tracks
            if tracks and released.id not in tracks:
                expected = f"test sets of the track {released.id}, whose runs it holds"
                yield Inconsistency((*path, key, number), name, expected, rests_on=("test_sets", name))
            elif first_release(rulebook, "anonymous-outputs", test_set=name, role="participant") is None:
                remedy = f"Write anonymous-outputs:{name} in the releases of one of [phases]."
                expected = "test sets whose outputs a phase releases to participants"
                yield Inconsistency((*path, key, number), name, expected, remedy, rests_on=("phases",))
    for number, pair in enumerate(pack.language_pairs):
        if pair not in released.all_pairs:
            expected = f"language pairs of the track {released.id}: {', '.join(released.all_pairs)}"
            yield Inconsistency((*path, "language_pairs", number), pair, expected, rests_on=("tracks", released.id))
    yield from _subset_mistakes(rulebook, track, released)


def _subset_mistakes(rulebook: Rulebook, track: Track, released: Track) -> Iterator[Inconsistency]:
    pack = track.pack
    cut = [
        test_set
        for test_set in rulebook.test_sets.values()
        if (not pack.test_sets or test_set.id in pack.test_sets)
        and test_set.id not in pack.development
        and test_set.role not in ("dev", "dry-run")
        and (not test_set.tracks or released.id in test_set.tracks)
    ]
    known = {name for test_set in cut for name in test_set.subsets}
    for number, name in enumerate(pack.subsets):
        if name not in known:
            expected = f"subsets of its test sets: {', '.join(sorted(known)) or 'none has any'}"
            yield Inconsistency(
                ("tracks", track.id, "pack", "subsets", number),
                name,
                expected,
                "Write it in `subsets` of the test set.",
                rests_on=("test_sets",),
            )


def _ranking_mistakes(rulebook: Rulebook, track: Track, other: Track) -> Iterator[Inconsistency]:
    path = ("tracks", track.id, "ranked_with")
    if other.id == track.id:
        yield Inconsistency(path, other.id, "another track")
        return
    if other.ranked_with is not None:
        yield Inconsistency(path, f"{other.id}, which is ranked with {other.ranked_with}", "a track with boards")
    if (track.kind == "asr") != (other.kind == "asr") or not (track.is_scored and other.is_scored):
        yield Inconsistency(path, f"{other.id}, of the kind {other.kind}", f"a track that is scored as {track.kind} is")
    for package in rulebook.submission.packages.values():
        tracks = package.tracks or tuple(rulebook.tracks)
        if {track.id, other.id} <= set(tracks):
            yield Inconsistency(
                ("submission", "packages", package.id, "tracks"),
                f"both {track.id} and {other.id}, which are ranked together",
                "packages of one of them, which tell the tracks of runs apart",
                "Write a package for each of the two tracks.",
            )
