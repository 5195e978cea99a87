"""The rules of a campaign as tables: schedule, tracks, conditions, submissions, evaluation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

from bakeoff.data.sentences import capitalized
from bakeoff.evaluation import metric_title
from bakeoff.reports.table import Column, Group, Listing, Reading, Table, Value, listing
from bakeoff.rulebook import Period, Rulebook, schedule
from bakeoff.rulebook.calendar import day_in_words, day_or_time
from bakeoff.rulebook.file_names.fields import example_values
from bakeoff.rulebook.file_names.patterns import parse_pattern
from bakeoff.rulebook.participation.steps import binding_steps
from bakeoff.rulebook.schema import Audience, Evaluation, Package, Scoring
from bakeoff.rulebook.schema.base import Named
from bakeoff.rulebook.schema.phases import OF_HUMAN_EVALUATIONS
from bakeoff.rulebook.titles import FORMAT_TITLES, ROLE_TITLES, TRACK_KIND_TITLES, input_title, title_of, titles_of


def rulebook_tables(rulebook: Rulebook) -> tuple[Table, ...]:
    """All rules in the order in which people ask for them."""
    made = [
        schedule_table(rulebook),
        tracks_table(rulebook),
        _language_pairs(rulebook),
        conditions_table(rulebook),
        _off_limits(rulebook),
        _test_sets(rulebook),
        _registration(rulebook),
        _packages(rulebook),
        _system_types(rulebook),
        _evaluation(rulebook),
        _human(rulebook),
        _systems(rulebook),
        _publication(rulebook),
    ]
    return tuple(table for table in made if table.rows or table.notes)


@dataclass(frozen=True, slots=True)
class ScheduleRow:
    """A phase of the schedule, with what it brings in words; nothing where it brings nothing."""

    period: Period
    one_may: str
    released: str
    groups: tuple[Group, ...]
    """What is released, by audience."""
    short: str
    """One clause of it, for charts."""


def schedule_rows(
    rulebook: Rulebook, *, extensions: Mapping[str, datetime] = MappingProxyType({})
) -> tuple[ScheduleRow, ...]:
    """The phases in the order in which they start. `extensions` are later ends that a team was granted, by phase."""
    rows = []
    for period in schedule(rulebook, extensions=extensions):
        groups = tuple(
            Group(_AUDIENCES[whom], tuple(_release_in_words(rulebook, text) for text in what))
            for whom, what in period.phase.releases.items()
        )
        released = "; ".join(f"{', '.join(group.texts)} to {group.heading}" for group in groups)
        one_may = ", ".join(_opening_in_words(rulebook, text) for text in period.phase.opens)
        rows.append(ScheduleRow(period, one_may, released, groups, _short(rulebook, period)))
    return tuple(rows)


_SHORT = 2
"""Things that a short clause names."""
_SAID_BY_THE_TITLE = ("register", "judge")
"""Activities that the title of a phase says already."""


def _short(rulebook: Rulebook, period: Period) -> str:
    """What people can do in a phase, or else what it releases: the kinds alone, and not more than two of them."""
    phase = period.phase
    activities = [text for text in phase.opens if text.partition(":")[0] not in _SAID_BY_THE_TITLE]
    if activities:
        return _few([_opening_in_words(rulebook, text) for text in activities])
    if phase.opens:
        return ""
    return _few(
        [_release_in_words(rulebook, text.partition(":")[0]) for what in phase.releases.values() for text in what]
    )


def _few(words: Iterable[str]) -> str:
    """The first ones, and how many more."""
    distinct = list(dict.fromkeys(words))
    more = len(distinct) - _SHORT
    return ", ".join(distinct[:_SHORT]) + (f" and {more} more" if more > 0 else "")


def schedule_table(rulebook: Rulebook) -> Table:
    """The phases in the order in which they start, in the campaign's time zone."""
    zone = rulebook.campaign.zone
    rows = [
        (
            row.period.phase.label,
            day_or_time(row.period.start, zone),
            day_or_time(row.period.end, zone, last=True),
            listing(_opening_in_words(rulebook, text) for text in row.period.phase.opens),
            Listing(row.released, (Group(f"to {each.heading}", each.texts) for each in row.groups))
            if row.released
            else None,
            row.period.phase.note or None,
        )
        for row in schedule_rows(rulebook)
    ]
    note = (
        f"All times are {rulebook.campaign.timezone_title}; the minute of a deadline is still in time. A day without a "
        "time starts at 00:00 and ends at 24:00."
    )
    return _table("Schedule", ["phase", "from", "until", "what you can do", "released", "note"], rows, notes=(note,))


_AUDIENCES: Mapping[Audience, str] = {
    "participants": "participants",
    "signers": "teams that signed the agreements",
    "submitters": "teams that submitted runs",
    "judges": "judges",
    "observers": "observers",
    "public": "everyone",
}


_ACTIVITIES = {
    "describe": "describe systems",
    "adjudicate": "propose corrections of references",
    "attend": "attend the workshop",
}


def _opening_in_words(rulebook: Rulebook, text: str) -> str:
    """What may be done in a phase."""
    activity, _, scope = text.partition(":")
    match activity:
        case "submit":
            return f"submit {rulebook.submission.packages[scope].label}"
        case "judge" if scope:
            return f"judge: {rulebook.human[scope].label}"
        case "score":
            return f"score runs on {_test_set_in_words(rulebook, scope)}"
    return _ACTIVITIES.get(activity, activity)


_RELEASED = {"participants": "list of teams"}
"""Where the rulebook's word would be misread."""


def _release_in_words(rulebook: Rulebook, text: str) -> str:
    """What a phase releases."""
    resource, _, whole = text.partition(":")
    if whole in rulebook.human and resource in OF_HUMAN_EVALUATIONS:
        return f"{resource.replace('-', ' ')} of {rulebook.human[whole].label}"
    scope, _, named = whole.partition("/")
    words = _RELEASED.get(resource, resource.replace("-", " ")) + (f" ({input_title(named)})" if named else "")
    return f"{words} of {_test_set_in_words(rulebook, scope)}" if scope else words


def _test_set_in_words(rulebook: Rulebook, scope: str) -> str:
    if scope in rulebook.test_sets:
        return rulebook.test_sets[scope].label
    return f"{scope} sets" if scope else "test sets"


def tracks_table(rulebook: Rulebook) -> Table:
    """The tracks: what is translated or recognised, and between which languages."""
    rows = [
        (
            track.label,
            rulebook.tasks[track.task].label if track.task else None,
            TRACK_KIND_TITLES[track.kind],
            "yes" if track.official else "no",
            _titles(track.language_pairs, rulebook.language_pairs),
            _titles(track.unofficial_pairs, rulebook.language_pairs),
            listing(map(input_title, track.inputs)),
            _titles(track.compulsory_sets, rulebook.test_sets),
        )
        for track in rulebook.tracks.values()
    ]
    headings = ["track", "task", "kind", "official", "language pairs", "unofficial pairs", "input", "compulsory sets"]
    return _table("Tracks", headings, rows)


def _language_pairs(rulebook: Rulebook) -> Table:
    rows = [(pair.label, pair.id, pair.source, pair.target) for pair in rulebook.language_pairs.values()]
    return _table("Language pairs", ["language pair", "in names", "source in files", "target in files"], rows)


def conditions_table(rulebook: Rulebook) -> Table:
    """What each condition permits: the matrix of resources."""
    conditions = list(rulebook.conditions.values())
    rows = [
        (resource.label, *("✓" if resource.id in condition.permits else "✗" for condition in conditions))
        for resource in rulebook.resources.values()
    ]
    notes = [
        f"{condition.label} is offered for {titles_of(condition.language_pairs, rulebook.language_pairs)}."
        for condition in conditions
        if condition.language_pairs
    ]
    return _table("Data conditions", ["resource", *(c.label for c in conditions)], rows, notes=tuple(notes))


def _off_limits(rulebook: Rulebook) -> Table:
    rows = [
        (
            limits.label,
            _titles(limits.language_pairs, rulebook.language_pairs) or _titles(limits.tracks, rulebook.tracks) or "all",
            listing(limits.epochs),
            f"from {day_in_words(limits.from_day)}" if limits.from_day else None,
            f"{len(limits.documents)} documents"
            if limits.documents
            else "in a file of the organisers"
            if limits.documents_file
            else limits.documents_at or None,
        )
        for limits in rulebook.off_limits.values()
    ]
    return _table("Off limits", ["what", "for", "texts of", "cut-off", "documents"], rows)


def _test_sets(rulebook: Rulebook) -> Table:
    rows = [
        (
            test_set.label,
            ROLE_TITLES[test_set.role],
            _titles(test_set.tracks, rulebook.tracks) or "all",
            test_set.references,
            _parts(test_set.subsets, test_set.subset_pairs),
            _parts(test_set.genres, test_set.genre_pairs),
            listing(test_set.groupings),
            test_set.size or None,
        )
        for test_set in rulebook.test_sets.values()
    ]
    headings = ["test set", "role", "tracks", "references", "subsets", "genres", "reported by", "size"]
    return _table("Test sets", headings, rows)


def _parts(parts: Iterable[str], pairs: Mapping[str, Sequence[str]]) -> Listing | None:
    """Subsets or genres, with the language pairs that have them where not all do."""
    return listing(f"{name} ({', '.join(pairs[name])})" if name in pairs else name for name in parts)


def _titles(ids: Iterable[str], table: Mapping[str, Named]) -> Listing | None:
    """Several titles; nothing where there are none."""
    return listing(title_of(each, table) for each in ids)


_TEAM_CODES = {"chosen": "Teams choose their team codes.", "assigned": "The organisers assign the team codes."}


def _registration(rulebook: Rulebook) -> Table:
    registration = rulebook.registration
    rows: list[tuple[Value, ...]] = [
        ("agreement", agreement.label, f"before {', '.join(agreement.before)}", agreement.text or None)
        for agreement in registration.agreements.values()
    ]
    rows += [
        ("consent", consent.label, f"then: {consent.duty}" if consent.duty else None, consent.text or None)
        for consent in registration.consents.values()
    ]
    rows += [
        ("question", question.label, listing(question.choices), None if question.required else "optional")
        for question in registration.questions.values()
    ]
    steps = f"Steps of every team: {', '.join(binding_steps(rulebook))}. {_TEAM_CODES[registration.team_code]}"
    return _table("Registration", ["kind", "what", "meaning", "note"], rows, notes=(steps,))


_AGAIN = {"replaces": "replaces the earlier one", "debugged": "counts as debugged", "refused": "not possible"}
_LATE = {"refused": "not accepted", "unofficial": "accepted, unofficial", "accepted": "accepted"}


def _packages(rulebook: Rulebook) -> Table:
    rows = []
    notes = []
    for package in rulebook.submission.packages.values():
        rows.append(
            (
                package.label,
                package.archive or "any name",
                listing(package.compression),
                "/".join(filter(None, (package.tree, package.file))),
                FORMAT_TITLES[package.format],
                _AGAIN[package.resubmission],
                _LATE[package.late],
            )
        )
        notes.append(f"{capitalized(package.label)}, for example: {_example(rulebook, package)}")
    headings = ["package", "archive", "packed as", "files", "format", "submitted again", "late"]
    return _table("Submissions", headings, rows, notes=tuple(notes))


def _example(rulebook: Rulebook, package: Package) -> str:
    values = example_values(rulebook, package)
    archive, tree, file = (
        parse_pattern(text).written(values) for text in (package.archive, package.tree, package.file)
    )
    inside = "/".join(filter(None, (tree, file)))
    return f"{archive} with {inside}" if archive else inside


def _system_types(rulebook: Rulebook) -> Table:
    rows = []
    for kind in rulebook.submission.system_types.values():
        bounds = {"exactly": kind.exactly, "at least": kind.at_least, "at most": kind.at_most}
        number = ", ".join(f"{word} {bound}" for word, bound in bounds.items() if bound) or "any number"
        rows.append((kind.label, number, listing(kind.written), "yes" if kind.official else "no"))
    note = "Numbers hold for a team's track, language pair and condition, over all versions of its packages."
    return _table("Systems of a team", ["type", "how many", "called", "official"], rows, notes=(note,) if rows else ())


def _evaluation(rulebook: Rulebook) -> Table:
    evaluation = rulebook.evaluation
    rows = [("all", *_scoring(evaluation, Scoring()))]
    for name, own in evaluation.tracks.items():
        label = rulebook.tracks[name].label
        rows.append((label, *_scoring(own, evaluation)))
        rows += [(f"{label}, into {into}", *_scoring(its, evaluation)) for into, its in own.languages.items()]
    rows += [(f"into {name}", *_scoring(own, evaluation)) for name, own in evaluation.languages.items()]
    headings = ["where", "official metric", "metrics", "specifications", "interval", "test"]
    return _table("Automatic evaluation", headings, rows)


def _scoring(own: Scoring, common: Scoring) -> tuple[Value, ...]:
    """Where one place differs from the general rule."""
    given = own.model_fields_set
    interval = own.interval or (None if own is common else common.interval)
    test = own.comparison or (None if own is common else common.comparison)
    said: Mapping[str, Value] = {
        "official_metric": metric_title(own.official_metric) if own.official_metric else "people decide",
        "metrics": listing(map(metric_title, own.all_metrics)),
        "specifications": listing(own.specifications),
        "interval": f"{interval.method}, {interval.samples:,} samples, {interval.confidence:.0%}" if interval else None,
        "comparison": f"{test.test}, {test.trials:,} trials, p < {test.level}" if test else None,
    }
    complete = isinstance(own, Evaluation)
    return tuple(value if complete or key in given else None for key, value in said.items())


_PROTOCOLS = {"direct": "direct assessment", "error_spans": "error spans (MQM)", "esa": "error spans and a score (ESA)"}
"""Protocols whose name alone does not say what judges do."""


def _human(rulebook: Rulebook) -> Table:
    rows = [
        (
            human.label,
            _PROTOCOLS.get(human.protocol, human.protocol.replace("_", " ")),
            _titles(human.tracks, rulebook.tracks) or _titles(human.language_pairs, rulebook.language_pairs) or "all",
            _titles(human.system_types, rulebook.submission.system_types),
            str(human.shown),
            human.judgments,
            f"{human.repeats:.0%}" if human.repeats else None,
            f"{human.common_pool:.0%}" if human.common_pool else None,
            human.judges,
            human.tournament.kind if human.tournament else None,
        )
        for human in rulebook.human.values()
    ]
    headings = ["evaluation", "protocol", "for", "systems", "shown", "judges an item", "repeated", "common pool"]
    return _table("Human evaluation", [*headings, "judges", "tournament"], rows)


def _systems(rulebook: Rulebook) -> Table:
    rows = [
        (system.label, system.kind, _titles(system.tracks, rulebook.tracks) or "all", system.description or None)
        for system in rulebook.systems.values()
    ]
    return _table("Systems that the organiser enters", ["system", "kind", "tracks", "description"], rows)


def _publication(rulebook: Rulebook) -> Table:
    report = rulebook.report
    notes = [
        *report.publication,
        report.publication_disclaimer.strip(),
        report.disclaimer.strip(),
        report.metrics_note.strip(),
        report.citation,
    ]
    return Table(columns=(), rows=(), title="Publication", notes=tuple(filter(None, notes)))


_WORDS = (
    *("what you can do", "released", "note", "kind", "official", "input", "for", "texts of", "cut-off", "documents"),
    *("role", "tracks", "subsets", "genres", "reported by", "meaning", "package", "format", "submitted again", "late"),
    *("type", "how many", "where", "interval", "test", "protocol", "systems", "shown", "judges", "tournament"),
    "description",
)
_NAMES = ("in names", "source in files", "target in files", "packed as", "files", "called", "specifications")
_READINGS: Mapping[str, Reading] = {**dict.fromkeys(_WORDS, "words"), **dict.fromkeys(_NAMES, "names")}
"""Columns that are not titles, by their headings."""


def _table(
    title: str, headings: Sequence[str], rows: Sequence[tuple[Value, ...]], notes: tuple[str, ...] = ()
) -> Table:
    """A table without the columns that say nothing in any row."""
    kept = [index for index in range(len(headings)) if any(row[index] is not None for row in rows)]
    return Table(
        columns=tuple(Column(headings[index], reading=_READINGS.get(headings[index], "plain")) for index in kept),
        rows=tuple(tuple(row[index] for index in kept) for row in rows),
        title=title,
        notes=notes,
    )
