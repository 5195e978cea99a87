"""A campaign in the manner of WMT for the measurement of the server: rules, texts, teams, packages."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING

from bakeoff.data import Document, ReferenceSet, Run, Segment, TestSet
from bakeoff.formats import write
from bakeoff.formats.text.text_file import TextFile
from bakeoff.submissions.archives.writer import write_archive
from bakeoff.submissions.contents import PackedFile

if TYPE_CHECKING:
    from bakeoff_site.accounts.models import User
    from bakeoff_site.campaigns.models import Campaign, Team

SLUG, PAIR, TEST_SET = "bench", "en-de", "general"
METRICS = ("bleu@sacrebleu", "nist@mteval", "chrf", "ter@sacrebleu", "wer", "per")
_GENRES = ("news", "social", "speech", "literary")
_DOCUMENT = 20
"""Segments of a document."""
_VOCABULARY = 20_000
_ENGLISH = tuple("the of and to in a is that for it as was with be by on not he his but at are this".split())  # noqa: SIM905
_GERMAN = tuple("der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als".split())  # noqa: SIM905
_DAY = timedelta(days=1)


def rules() -> str:
    """The shipped rulebook with six metrics, on a day on which runs are taken and all results are public.

    All but the references: a rulebook that releases them while runs are submitted is refused.
    """
    today = datetime.now(UTC).date()
    phases = {
        "registration": (today - 30 * _DAY, today - 3 * _DAY),
        "training-data": (today - 30 * _DAY, None),
        "evaluation": (today - 2 * _DAY, today + 2 * _DAY),
        "descriptions": (today - 2 * _DAY, today + 9 * _DAY),
        "preliminary": (today - _DAY, None),
        "human-evaluation": (today - _DAY, today + 9 * _DAY),
        "conference": (today - _DAY, None),
    }
    lines = ['extends = "wmt"', "[campaign]", f'id = "{SLUG}"', 'title = "Measured campaign"']
    lines += ["[tracks.general]", "compulsory_sets = []"]
    for phase, (start, end) in phases.items():
        lines += [f"[phases.{phase}]", f"start = {start}", *([f"end = {end}"] if end else [])]
    shown = ("source", "outputs", "scores", "system-names", "participants", "human-scores", "judgments", "descriptions")
    lines.append(f"releases = {{ public = [{_quoted(shown)}] }}")
    lines += ["[evaluation]", f'official_metric = "{METRICS[0]}"', f"metrics = [{_quoted(METRICS)}]", "outside = []"]
    return "\n".join(lines) + "\n"


def _quoted(texts: Sequence[str]) -> str:
    return ", ".join(f'"{text}"' for text in texts)


class Language:
    """Words as often as those of a language come: a few common ones most of the time."""

    def __init__(self, rng: random.Random, common: Sequence[str]) -> None:
        self._rng = rng
        shapes = random.Random(3)
        rare = ("".join(shapes.choices("enisratdhulcgmobwfkzpv", k=shapes.randint(4, 11))) for _ in range(_VOCABULARY))
        self._words = [*common, *rare]
        self._weights = list(accumulate(1 / (rank + 1) for rank in range(len(self._words))))

    def words(self, count: int) -> list[str]:
        return self._rng.choices(self._words, cum_weights=self._weights, k=count)


@dataclass(frozen=True)
class Texts:
    """The source and the reference of a test set."""

    source: TestSet
    reference: ReferenceSet

    def output(self, number: int) -> Run:
        """What one of many systems says: the reference with faults, the higher its number the more of them."""
        rng = random.Random(1000 + number)
        language = Language(rng, _GERMAN)
        rate = 0.1 + 0.005 * (number % 60)

        def said(text: str) -> str:
            words = text.split()
            wrong = iter(language.words(len(words)))
            kept = [next(wrong) if rng.random() < rate else word for word in words if rng.random() > rate / 4]
            if len(kept) > 6 and rng.random() < rate:
                cut = rng.randrange(2, len(kept) - 2)
                kept = kept[cut:] + kept[:cut]
            return " ".join(kept or words)

        documents = tuple(
            Document(each.id, tuple(Segment(s.id, said(s.text)) for s in each.segments), each.attributes)
            for each in self.reference.documents
        )
        return Run(documents=documents, system=f"site{number}", target_language="de", test_set=self.source.test_set)


def make_texts(test_set: str, segments: int) -> Texts:
    rng = random.Random(7)

    def documents(language: Language) -> tuple[Document, ...]:
        return tuple(
            Document(
                f"document-{first // _DOCUMENT}",
                tuple(
                    Segment(str(number + 1), " ".join(language.words(rng.randint(8, 40))).capitalize() + " .")
                    for number in range(min(_DOCUMENT, segments - first))
                ),
                {"genre": _GENRES[first // _DOCUMENT % len(_GENRES)], "origlang": "en"},
            )
            for first in range(0, segments, _DOCUMENT)
        )

    return Texts(
        TestSet(documents=documents(Language(rng, _ENGLISH)), test_set=test_set, source_language="en"),
        ReferenceSet(documents=documents(Language(rng, _GERMAN)), test_set=test_set, target_language="de", name="A"),
    )


@dataclass(frozen=True)
class Entrant:
    """A team, its package, and the token by which it hands it in."""

    team: Team
    user: User
    token: str
    package: Path


def begin(texts: Texts, folder: Path) -> Campaign:
    """The campaign with the data of its test set."""
    from bakeoff_site.accounts.models import User
    from bakeoff_site.campaigns.services.campaigns import create_campaign
    from bakeoff_site.datasets.choices import DataKind
    from bakeoff_site.datasets.services import add_data_file

    organiser = User.objects.create_user("organiser@example.org", None, name="Organiser", is_superuser=True)
    campaign = create_campaign(rules(), creator=organiser, confirm_past=True)
    campaign.listed = True  # a server that starts makes the pages of such campaigns beforehand
    campaign.save()
    for kind, sets in {DataKind.SOURCE: (texts.source,), DataKind.REFERENCE: (texts.source, texts.reference)}.items():
        path = folder / f"{kind}.xml"
        write(TextFile(sets, "wmt-xml"), path)
        add_data_file(
            campaign,
            kind=kind,
            name=path.name,
            chunks=[path.read_bytes()],
            test_set=TEST_SET,
            language_pair=PAIR,
            by=organiser,
        )
    return campaign


def enter(campaign: Campaign, texts: Texts, number: int, condition: str, folder: Path) -> Entrant:
    """A registered team with a package of its primary run under a condition."""
    from django.utils import timezone

    from bakeoff_site.accounts.models import User
    from bakeoff_site.accounts.services.tokens import make_token
    from bakeoff_site.campaigns.models import Team, TeamMember

    site, now = f"site{number}", timezone.now()
    user = User.objects.create_user(f"{site}@example.org", None, name=f"Person {number}", email_verified_at=now)
    team = Team.objects.create(campaign=campaign, name=f"University {number}", code=site, registered_at=now)
    TeamMember.objects.create(campaign=campaign, team=team, user=user, is_contact=True)
    token = make_token(user, name="bench", scopes=["read", "submit"], lifetime=_DAY).text
    path = folder / f"{site}.{TEST_SET}.{PAIR}.primary.{condition}.xml"
    write(TextFile((texts.source, texts.output(number)), "wmt-xml"), path)
    package = folder / f"{site}.zip"
    write_archive([PackedFile(path.name, path, path.stat().st_size)], package, "zip")
    return Entrant(team, user, token, package)
