"""A small campaign whose runs can be scored: the example texts of the project, and transcripts."""

from __future__ import annotations

from pathlib import Path

from django.utils import timezone

from bakeoff.rulebook import Rulebook, parse_rulebook
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.conversions import storable
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.core.storage.files import keep
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.submissions.choices import SubmissionState
from bakeoff_site.submissions.models import Board, Run, Submission
from tests.conftest import ROOT

EXAMPLES = ROOT / "examples"
OUTPUTS = {path.stem: path for path in sorted((EXAMPLES / "runs").iterdir())}
RULES = """
[campaign]
id = "small"
title = "Small"
[language_pairs]
de-en = { source = "German", target = "English" }
fr-en = { source = "French", target = "English" }
en = { source = "English" }
[tracks.mt]
kind = "mt"
language_pairs = ["de-en", "fr-en"]
[tracks.asr]
kind = "asr"
language_pairs = ["en"]
[test_sets.news]
role = "current"
tracks = ["mt"]
report_by = ["genre"]
[test_sets.tune]
role = "dev"
tracks = ["mt"]
[test_sets.talks]
role = "current"
tracks = ["asr"]
report_by = ["speaker"]
[registration]
by_language_pair = true
[phases.registration]
start = 2026-01-01
end = 2026-01-31
opens = ["register"]
[phases.evaluation]
start = 2026-02-01
end = 2026-02-10
opens = ["submit:main"]
[phases.results]
start = 2026-03-01
releases = { participants = ["own-scores"] }
[submission]
format = "nist-xml"
[submission.packages.main]
tracks = ["mt"]
[submission.system_types.primary]
exactly = 1
compared = true
[submission.system_types.contrast]
at_most = 2
[systems.baseline]
kind = "baseline"
[evaluation]
official_metric = "bleu"
metrics = ["ter"]
specifications = ["case+punc", "no_case+no_punc"]
interval = { samples = 50 }
comparison = { trials = 200 }
[evaluation.tracks.asr]
official_metric = "wer@sclite"
metrics = ["wer@sclite"]
case = false
"""


def small_rules(text: str = RULES) -> Rulebook:
    written = parse_rulebook(text)
    assert not written.findings, [str(finding) for finding in written.findings]
    return written.rulebook


def small_campaign(text: str = RULES) -> Campaign:
    written = parse_rulebook(text)
    assert not written.findings, [str(finding) for finding in written.findings]
    return Campaign.objects.create(
        slug="small", title="Small", rulebook_text=text, rulebook_content=storable(written.content)
    )


def put_data(
    campaign: Campaign, kind: str, content: bytes | Path, *, name: str = "", test_set: str = "news", pair: str = "de-en"
) -> DataFile:
    """A file in force; the one before is replaced."""
    data = content.read_bytes() if isinstance(content, Path) else content
    kept = keep([data])
    earlier = DataFile.objects.filter(campaign=campaign, kind=kind, test_set=test_set, language_pair=pair)
    version = earlier.count() + 1
    earlier.filter(replaced_at=None).update(replaced_at=timezone.now())
    return DataFile.objects.create(
        campaign=campaign,
        kind=kind,
        test_set=test_set,
        language_pair=pair,
        name=name or (content.name if isinstance(content, Path) else f"{kind}.txt"),
        sha256=kept.sha256,
        size=kept.size,
        version=version,
    )


def put_news(campaign: Campaign) -> None:
    """The example's source and references."""
    put_data(campaign, "source", EXAMPLES / "source.xml")
    put_data(campaign, "reference", EXAMPLES / "references.xml")


def put_run(
    campaign: Campaign,
    content: bytes | Path,
    *,
    by: User,
    name: str,
    team: Team | None = None,
    system_type: str = "primary",
    official: bool = True,
    track: str = "mt",
    pair: str = "de-en",
    test_set: str = "news",
    file_name: str = "",
) -> Run:
    """A run of a team, or a baseline where there is none."""
    kept = keep([content.read_bytes() if isinstance(content, Path) else content])
    board, _ = Board.objects.get_or_create(
        campaign=campaign, track=track, language_pair=pair, condition="", test_set=test_set
    )
    file_name = file_name or (content.name if isinstance(content, Path) else f"{name}.txt")
    submission = Submission.objects.create(
        campaign=campaign,
        team=team,
        number=campaign.submissions.count() + 1,
        name=file_name,
        sha256=kept.sha256,
        size=kept.size,
        submitted_by=by,
        received_at=timezone.now(),
        state=SubmissionState.VALID,
        package="main",
        version=1,
    )
    return Run.objects.create(
        submission=submission,
        board=board,
        team=team,
        entered="" if team else "baseline",
        system_type=system_type if team else "",
        system=system_type,
        name=name,
        file_name=file_name,
        sha256=kept.sha256,
        size=kept.size,
        official=official,
    )
