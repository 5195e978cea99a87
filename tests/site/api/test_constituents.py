"""Programs say which parts of sentences can be judged, by the rules of the page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bakeoff.client import Client, ConflictError, ForbiddenError, InvalidError, MissingError
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.choices import MembershipRole
from bakeoff_site.campaigns.models import Campaign, Membership
from bakeoff_site.jobs.execution import work_off
from bakeoff_site.judging.models import ConstituentSource
from bakeoff_site.judging.services import imports
from tests.site.api.conftest import speaking
from tests.site.judging.constituents_world import PARTS, add_system, constituent_campaign
from tests.site.people import person

LIST = "segment\tphrase\n" + "".join(
    f"{number}\t{part[0]}\n" for number, parts in enumerate(PARTS, start=1) for part in parts
)
ARABIC: Any = {"language_pair": "en-ar", "test_set": "news"}


@pytest.fixture
def campaign(db: None, organiser: User) -> Campaign:
    campaign = constituent_campaign()
    Membership.objects.get_or_create(campaign=campaign, user=organiser, role=MembershipRole.ORGANISER)
    return campaign


@pytest.fixture
def client(campaign: Campaign, organiser: User) -> Client:
    return speaking(organiser)


def written(folder: Path, content: str | bytes, name: str = "parts.tsv") -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def test_a_program_adds_parts_follows_their_alignment_and_has_words_aligned_again(
    campaign: Campaign, client: Client, organiser: User, tmp_path: Path
) -> None:
    added = client.add_constituents("small", written(tmp_path, LIST), **ARABIC, parts_from="list")
    assert (added.file_name, added.candidates, added.systems, added.aligned_at) == ("parts.tsv", 8, (), None)
    assert (added.is_waiting, added.added_by) == (True, str(organiser))
    assert work_off("worker") == 1
    [arabic, chinese] = client.constituents("small")
    assert (arabic.id, arabic.is_waiting, arabic.reason) == (added.id, False, "")
    assert (arabic.systems, arabic.missing) == (("ALPHA", "BRAVO", "CLARA", "DELTA"), ())
    assert (chinese.language_pair, chinese.parts_from) == ("en-zh", "list")
    assert arabic.aligned_at is not None
    add_system(campaign, "ECHO")
    assert next(client.constituents("small")).missing == ("ECHO",)
    again = client.align_constituents_again("small", arabic.id)
    assert (again.is_waiting, again.aligned_at) == (True, None)
    assert work_off("worker") == 1
    assert next(client.constituents("small")).systems == ("ALPHA", "BRAVO", "CLARA", "DELTA", "ECHO")
    [evaluation] = client.try_judging_plan(
        "small", ["yes-no"], changes={"yes-no": {"language_pairs": ["en-ar"]}}
    ).evaluations
    assert [part.candidates for part in evaluation.parts] == [8]


@pytest.mark.parametrize(
    ("content", "parts_from", "line", "found"),
    [
        ("segment\tphrase\n1\tthe old sailor from Malta\n2\tthe young sailor\n", "list", 3, "the young sailor"),
        (b"segment\tphrase\n1\t\xff\xfe\n", "list", 2, None),
        (b"\x00\x01\x02", "list", 1, None),
        ("", "list", 1, None),
        ("(S (X Yesterday)\n", "parses", 1, None),
        ("(" * 100_000 + "\n", "parses", 1, None),
        ("", "parses", None, None),
    ],
)
def test_mistakes_are_findings_with_their_lines_and_nothing_changes(
    client: Client, tmp_path: Path, content: str | bytes, parts_from: Any, line: int | None, found: str | None
) -> None:
    before = list(client.constituents("small"))
    with pytest.raises(InvalidError) as refused:
        client.add_constituents("small", written(tmp_path, content), **ARABIC, parts_from=parts_from)
    first = refused.value.findings[0]
    assert (first.place.file, first.place.line) == ("parts.tsv", line)
    assert found is None or found in first.found
    assert first.expected
    assert list(client.constituents("small")) == before


def test_what_does_not_fit_is_refused_with_a_sentence(
    campaign: Campaign, client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, LIST)
    for pair, test_set in (("en-xx", "news"), ("en-ar", "olds")):
        with pytest.raises(ConflictError, match="No system has a run on this test set"):
            client.add_constituents("small", path, language_pair=pair, test_set=test_set, parts_from="list")
    with pytest.raises(ConflictError, match="A tagger needs no file"):
        client.add_constituents("small", path, **ARABIC, parts_from="tags")
    with pytest.raises(InvalidError):
        client.add_constituents("small", path, **ARABIC, parts_from="guesses")  # type: ignore[arg-type]
    with pytest.raises(MissingError):
        client.align_constituents_again("small", 0)
    monkeypatch.setattr(imports, "MOST_IMPORTED", 100)
    with pytest.raises(ConflictError, match="more than 100 bytes"):
        client.add_constituents("small", path, **ARABIC, parts_from="list")
    stranger = speaking(person("Sam Stranger"))
    for act in (
        lambda: list(stranger.constituents("small")),
        lambda: stranger.add_constituents("small", path, **ARABIC, parts_from="list"),
    ):
        with pytest.raises((ForbiddenError, MissingError)):
            act()
    assert ConstituentSource.objects.get(language_pair="en-ar").aligned_at is not None


def test_a_tagger_needs_no_file(client: Client) -> None:
    added = client.add_constituents("small", **ARABIC, parts_from="tags")
    assert (added.parts_from, added.file_name, added.candidates, added.is_waiting) == ("tags", "", None, True)
