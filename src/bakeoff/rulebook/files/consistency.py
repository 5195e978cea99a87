"""Rules that contradict each other although each is well written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from bakeoff.rulebook.calendar import FOREVER, clock_time, schedule
from bakeoff.rulebook.file_names.fields import common_fields
from bakeoff.rulebook.file_names.patterns import parse_pattern
from bakeoff.rulebook.files.columns import unknown_columns
from bakeoff.rulebook.files.combination import combination_mistakes
from bakeoff.rulebook.files.groups import unknown_groups
from bakeoff.rulebook.files.inconsistency import Inconsistency
from bakeoff.rulebook.files.published_scores import unfit_scores
from bakeoff.rulebook.files.toml_lines import Path
from bakeoff.rulebook.release.disclosure import references_out
from bakeoff.rulebook.release.inputs import inputs_of
from bakeoff.rulebook.schema import Package, Rulebook, Scoring


def inconsistencies(rulebook: Rulebook) -> Iterator[Inconsistency]:
    """All contradictions of a rulebook whose tables are right one by one."""
    yield from _order(rulebook)
    yield from _pattern_fields(rulebook)
    yield from _openings(rulebook)
    yield from _requirements(rulebook)
    yield from _open_references(rulebook)
    yield from _audiences(rulebook)
    yield from combination_mistakes(rulebook)
    yield from _language_pairs(rulebook)
    yield from _inputs(rulebook)
    yield from _languages(rulebook)
    yield from _parts_of_pairs(rulebook)
    yield from _codes(rulebook)
    yield from _system_types(rulebook)
    yield from _document_types(rulebook)
    yield from _local_times(rulebook)
    yield from _years(rulebook)
    yield from _described_systems(rulebook)
    yield from unknown_columns(rulebook)
    yield from unfit_scores(rulebook)
    yield from unknown_groups(rulebook)


def _order(rulebook: Rulebook) -> Iterator[Inconsistency]:
    for period in schedule(rulebook):
        if period.end <= period.start:
            phase = period.phase
            yield Inconsistency(("phases", phase.id, "end"), str(phase.end), f"a time after its start, {phase.start}")


def _pattern_fields(rulebook: Rulebook) -> Iterator[Inconsistency]:
    known = {*common_fields(), *rulebook.submission.fields}
    for package in rulebook.submission.packages.values():
        for key in ("archive", "tree", "file", "system"):
            for field in parse_pattern(getattr(package, key)).fields:
                if field not in known:
                    yield Inconsistency(
                        ("submission", "packages", package.id, key),
                        f"{{{field}}}",
                        f"fields out of {', '.join(sorted(known))}",
                        f"Say in [submission.fields.{field}] what it may be.",
                        rests_on=("submission", "fields"),
                    )


def _openings(rulebook: Rulebook) -> Iterator[Inconsistency]:
    opened = {opening for phase in rulebook.phases.values() for opening in phase.opens}
    for package in rulebook.submission.packages:
        if f"submit:{package}" not in opened:
            yield Inconsistency(
                ("submission", "packages", package),
                "none",
                f"a phase in which {package} may be submitted",
                f'Write opens = ["submit:{package}"] in one of [phases].',
                rests_on=("phases",),
            )


def _requirements(rulebook: Rulebook) -> Iterator[Inconsistency]:
    """A phase that must be done before another has to start before that one ends."""
    times = {period.phase.id: period for period in schedule(rulebook)}
    for phase in rulebook.phases.values():
        for number, earlier in enumerate(phase.requires):
            path = ("phases", phase.id, "requires", number)
            if earlier in times and times[earlier].start >= times[phase.id].start:
                expected = f"a phase that starts before {phase.id} does"
                yield Inconsistency(path, f"{earlier}, which starts {times[earlier].start:%Y-%m-%d %H:%M}", expected)
            elif earlier in times and not any(opening.startswith("submit:") for opening in times[earlier].phase.opens):
                yield Inconsistency(
                    path, f"{earlier}, which opens no submission", "a phase in which packages are submitted"
                )


def _audiences(rulebook: Rulebook) -> Iterator[Inconsistency]:
    """What goes to teams that signed or submitted something needs something to sign or to submit."""
    for phase in rulebook.phases.values():
        path = ("phases", phase.id, "releases")
        if "signers" in phase.releases and not rulebook.registration.agreements:
            yield Inconsistency(
                (*path, "signers"),
                "no agreement to sign",
                "an agreement in [registration.agreements]",
                "Write the agreement, or release it to participants.",
                rests_on=("registration", "agreements"),
            )
        if "submitters" in phase.releases and not rulebook.submission.packages:
            yield Inconsistency(
                (*path, "submitters"),
                "no package to submit",
                "a package in [submission.packages]",
                "Write the package, or release it to participants.",
                rests_on=("submission", "packages"),
            )


def _open_references(rulebook: Rulebook) -> Iterator[Inconsistency]:
    """Runs are submitted before the references of their test set come out."""
    for period in schedule(rulebook):
        for opening in period.phase.opens:
            activity, _, package = opening.partition(":")
            known = references_out(rulebook, package) if activity == "submit" else None
            if known is not None and known.when < period.end:
                last = "" if period.end == FOREVER else f" until {clock_time(period.end, rulebook.campaign, last=True)}"
                yield Inconsistency(
                    ("phases", known.phase, "releases"),
                    f"references of {known.test_set} from {clock_time(known.when, rulebook.campaign)}",
                    f"a release after {period.phase.id}, in which runs on it are submitted{last or ' without an end'}",
                    "Start the phase later, or release the references in a later one.",
                )


def _language_pairs(rulebook: Rulebook) -> Iterator[Inconsistency]:
    for test_set in rulebook.test_sets.values():
        tracks = test_set.tracks or tuple(rulebook.tracks)
        offered = {pair for track in tracks if track in rulebook.tracks for pair in rulebook.tracks[track].all_pairs}
        for number, pair in enumerate(test_set.language_pairs):
            if pair not in offered:
                path = ("test_sets", test_set.id, "language_pairs", number)
                expected = f"language pairs of its tracks: {', '.join(sorted(offered))}"
                yield Inconsistency(path, pair, expected, rests_on=("tracks",))
    for track in rulebook.tracks.values():
        for key in ("language_pairs", "unofficial_pairs"):
            for number, pair in enumerate(getattr(track, key)):
                if (rulebook.language_pairs[pair].target is not None) == (track.kind == "asr"):
                    expected = "a language without a target" if track.kind == "asr" else "a pair with a target"
                    path = ("tracks", track.id, key, number)
                    yield Inconsistency(path, pair, f"{expected} in a track of the kind {track.kind}")


def _inputs(rulebook: Rulebook) -> Iterator[Inconsistency]:
    """Inputs that test sets and releases name must be those of a track."""
    for test_set in rulebook.test_sets.values():
        tracks = [track for track in rulebook.tracks.values() if not test_set.tracks or track.id in test_set.tracks]
        taken = dict.fromkeys(each for track in tracks for each in track.inputs)
        for number, named in enumerate(test_set.inputs):
            if named not in taken:
                path = ("test_sets", test_set.id, "inputs", number)
                yield Inconsistency(path, named, f"inputs of its tracks: {', '.join(taken)}", rests_on=("tracks",))
    for phase in rulebook.phases.values():
        for audience, released in phase.releases.items():
            for number, text in enumerate(released):
                scope, _, wanted = text.partition(":")[2].partition("/")
                sets = [each.id for each in rulebook.test_sets.values() if scope in (each.id, each.role)]
                offered = dict.fromkeys(each for one in sets for each in inputs_of(rulebook, one))
                if wanted and wanted not in offered:
                    expected = f"inputs of {scope}: {', '.join(offered) or 'none'}"
                    where = ("phases", phase.id, "releases", audience, number)
                    yield Inconsistency(where, wanted, expected, rests_on=("tracks",))


def _languages(rulebook: Rulebook) -> Iterator[Inconsistency]:
    """Scoring that differs by language must name languages that there are."""
    known = {pair.target or pair.source for pair in rulebook.language_pairs.values()}
    evaluation = rulebook.evaluation
    named: list[tuple[Path, Mapping[str, Scoring]]] = [(("evaluation", "languages"), evaluation.languages)]
    named += [(("evaluation", "tracks", name, "languages"), own.languages) for name, own in evaluation.tracks.items()]
    for place, languages in named:
        for language in languages:
            if language not in known:
                expected = f"a language that is translated into or transcribed: {', '.join(sorted(known))}"
                yield Inconsistency((*place, language), repr(language), expected, rests_on=("language_pairs",))


def _parts_of_pairs(rulebook: Rulebook) -> Iterator[Inconsistency]:
    """Only subsets and genres that a test set has belong to some of its language pairs."""
    for test_set in rulebook.test_sets.values():
        for key, parts, pairs in (
            ("subset_pairs", test_set.subsets, test_set.subset_pairs),
            ("genre_pairs", test_set.genres, test_set.genre_pairs),
        ):
            for name in pairs:
                if name not in parts:
                    kind = key.partition("_")[0]
                    yield Inconsistency(
                        ("test_sets", test_set.id, key, name),
                        repr(name),
                        f"a {kind} of the test set: {', '.join(parts) or 'it has none'}",
                        f"List it in {kind}s of [test_sets.{test_set.id}].",
                        rests_on=("test_sets", test_set.id, f"{kind}s"),
                    )


def _codes(rulebook: Rulebook) -> Iterator[Inconsistency]:
    """Values that identify something in names must differ."""
    families = {
        ("conditions",): [(condition.id, condition.written) for condition in rulebook.conditions.values()],
        ("submission", "packages"): [(p.id, p.written + p.archive) for p in rulebook.submission.packages.values()],
        ("submission", "system_types"): [
            (kind.id, name) for kind in rulebook.submission.system_types.values() for name in kind.written
        ],
    }
    for path, written in families.items():
        duplicates = {code for code, count in Counter(code for _, code in written).items() if count > 1}
        seen = set()
        for name, code in written:
            if code in duplicates and code in seen:
                yield Inconsistency((*path, name), f"{code} twice", "names in files that no other has")
            seen.add(code)


def _system_types(rulebook: Rulebook) -> Iterator[Inconsistency]:
    for kind in rulebook.submission.system_types.values():
        if kind.most is not None and len(kind.written) < kind.most:
            expected = f"a name for each of the {kind.most} that there may be"
            yield Inconsistency(("submission", "system_types", kind.id, "names"), str(len(kind.written)), expected)
    for package in rulebook.submission.packages.values():
        yield from _package_types(package)


def _package_types(package: Package) -> Iterator[Inconsistency]:
    for number, kind in enumerate(package.requires):
        if package.system_types and kind not in package.system_types:
            path = ("submission", "packages", package.id, "requires", number)
            yield Inconsistency(path, kind, f"types that it may hold: {', '.join(package.system_types)}")


def _document_types(rulebook: Rulebook) -> Iterator[Inconsistency]:
    for package in rulebook.submission.packages.values():
        if package.validity == "dtd" and package.format != "nist-xml":
            yield Inconsistency(
                ("submission", "packages", package.id, "validity"),
                f"dtd for files in the format {package.format}",
                "validity by the document type only where files are nist-xml",
                f'Write validity = "format" in [submission.packages.{package.id}].',
            )


def _local_times(rulebook: Rulebook) -> Iterator[Inconsistency]:
    for period in schedule(rulebook):
        for key in period.doubtful:
            value = getattr(period.phase, key)
            yield Inconsistency(
                ("phases", period.phase.id, key),
                str(value),
                f"a time that clocks in {rulebook.campaign.timezone} show once",
                "Clocks are set back or forward at that time; choose another hour.",
            )


def _years(rulebook: Rulebook) -> Iterator[Inconsistency]:
    """Dates in names must have a year in which packages are submitted."""
    opened = [period for period in schedule(rulebook) if any(text.startswith("submit:") for text in period.phase.opens)]
    years = sorted({moment.year for period in opened for moment in (period.start, period.end) if moment < FOREVER})
    for field in rulebook.submission.fields.values():
        if field.year and years and not years[0] <= field.year <= years[-1]:
            said = str(years[0]) if len(years) == 1 else f"{years[0]} to {years[-1]}"
            yield Inconsistency(
                ("submission", "fields", field.id, "year"),
                str(field.year),
                f"a year in which packages are submitted: {said}",
            )


def _described_systems(rulebook: Rulebook) -> Iterator[Inconsistency]:
    """Descriptions of single systems have to say which system they are of."""
    rules = rulebook.description
    if rules.each == "team":
        return
    asked = ["System"]
    asked += ["Condition"] if len(rulebook.conditions) > 1 else []
    asked += ["Track"] if len(rulebook.tracks) > 1 else []
    if missing := [field for field in asked if field not in rules.fields]:
        yield Inconsistency(
            ("description", "each"),
            f"system, and fields without {', '.join(missing)}",
            f"the fields {', '.join(asked)}, by which a description says what system it is of",
            f"Add {', '.join(missing)} to fields of [description].",
        )
