"""What teams already use of a rulebook, and could not do without."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence

from bakeoff.rulebook import Rulebook
from bakeoff_site.campaigns.models import Campaign, ConsentGiven, Extension, Signature


def lost_uses(campaign: Campaign, rules: Rulebook) -> tuple[str, ...]:
    """Why a campaign cannot change to other rules: what they no longer have and teams already use."""
    return tuple(_lost(campaign, rules))


def _lost(campaign: Campaign, rules: Rulebook) -> Iterator[str]:
    if rules.campaign.id != campaign.rules.campaign.id:
        yield f"the id {campaign.rules.campaign.id} cannot be changed: addresses and links hold it"
    pairs = [pair for team in campaign.teams.all() for pair in team.language_pairs]
    yield from _sentences("the language pair", pairs, rules.language_pairs, "chosen by")
    tracks = [track for team in campaign.teams.all() for track in team.tracks]
    yield from _sentences("the track", tracks, rules.tracks, "chosen by")
    signed = Signature.objects.filter(team__campaign=campaign).values_list("agreement", flat=True)
    yield from _sentences("the agreement", signed, rules.registration.agreements, "signed by")
    given = ConsentGiven.objects.filter(team__campaign=campaign).values_list("consent", flat=True)
    yield from _sentences("the consent", given, rules.registration.consents, "given by")
    granted = Extension.objects.filter(team__campaign=campaign).values_list("phase", flat=True)
    yield from _sentences("the phase", granted, rules.phases, "extended for")
    files = campaign.data_files.values_list("test_set", "language_pair")
    sets = [test_set for test_set, _ in files if test_set]
    yield from _sentences("the test set", sets, rules.test_sets, "given", unit="file")
    filed = [pair for _, pair in files if pair]
    yield from _sentences("the language pair", filed, rules.language_pairs, "given", unit="file")
    yield from _lost_by_runs(campaign, rules)
    packages = campaign.submissions.exclude(package="").values_list("package", flat=True)
    yield from _sentences("the package", packages, rules.submission.packages, "submitted", unit="time")


def _lost_by_runs(campaign: Campaign, rules: Rulebook) -> Iterator[str]:
    """Of withdrawn and replaced runs too: their pages and receipts stay."""
    runs = campaign.boards.filter(runs__isnull=False).values_list(
        "track", "language_pair", "condition", "test_set", "runs__system_type", "runs__entered"
    )
    tracks, pairs, conditions, test_sets, types, entered = zip(*runs, strict=True) if runs else ((),) * 6
    places = [
        f"{pair} of the track {track}" for track, pair in zip(tracks, pairs, strict=True) if track in rules.tracks
    ]
    offered = {f"{pair} of the track {track.id}" for track in rules.tracks.values() for pair in track.all_pairs}
    families: Sequence[tuple[str, Iterable[str], Container[str]]] = (
        ("the track", tracks, rules.tracks),
        ("the language pair", places, offered),
        ("the condition", conditions, rules.conditions),
        ("the test set", test_sets, rules.test_sets),
        ("the type of system", types, rules.submission.system_types),
        ("the system", entered, rules.systems),
    )
    for what, used, known in families:
        yield from _sentences(what, filter(None, used), known, "used by", unit="run")


def _sentences(what: str, used: Iterable[str], known: Container[str], how: str, *, unit: str = "team") -> Iterator[str]:
    for name, number in sorted(Counter(used).items()):
        if name not in known:
            yield f"{what} {name} cannot be removed: it was {how} {number} {unit if number == 1 else f'{unit}s'}"
