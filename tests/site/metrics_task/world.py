"""A small campaign with a metrics task: four systems, people's scores, and teams with metrics."""

from __future__ import annotations

import tarfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from bakeoff.rulebook import parse_rulebook
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.choices import MembershipRole
from bakeoff_site.campaigns.conversions import storable
from bakeoff_site.campaigns.models import Campaign, Membership, Team, TeamMember
from bakeoff_site.campaigns.services.outputs import ask_for_pack
from bakeoff_site.core.storage.files import path_of
from bakeoff_site.jobs.execution import work_off
from bakeoff_site.judging.choices import Opening
from bakeoff_site.judging.models import Screen, Task
from bakeoff_site.judging.selectors.contents import shown_screen
from bakeoff_site.judging.services.dealing import next_screen
from bakeoff_site.metrics_task.services import refresh_results
from tests.site.conftest import Clock
from tests.site.judging.world import RULES as JUDGED
from tests.site.judging.world import SOURCE, answer, judged_campaign, make_judge, planned_task
from tests.site.people import person

PAIR, SET, TRACK, EVALUATION = "en-zh", "news", "metrics", "scores"
RULES = (
    JUDGED.replace(
        "[test_sets.news]",
        """\
[tracks.metrics]
title = "Metrics"
kind = "metrics"
language_pairs = ["en-zh"]
inputs = ["released-runs"]
released_runs = "mt"
needs_registration = true
[test_sets.news]""",
    )
    .replace(
        "[phases.judging]",
        """\
[phases.registration]
start = 2026-01-01
end = 2026-03-30
opens = ["register"]
[phases.metrics]
title = "Metrics task"
start = 2026-02-15
end = 2026-03-30
tracks = ["metrics"]
opens = ["submit:scores"]
releases = { participants = ["outputs:news", "references:news"] }
[phases.judging]""",
    )
    .replace('public = ["scores", "system-names"]', 'public = ["scores", "system-names", "human-scores"]')
    .replace('metrics = ["ter"]', 'metrics = ["ter", "chrf"]')
    .replace("[registration]\n", '[registration]\nphase = "registration"\n')
    .replace(
        "[submission.packages.main]",
        """\
[submission.packages.main]
tracks = ["mt"]
[submission.packages.scores]
title = "scores of metrics"
tracks = ["metrics"]
test_sets = ["news"]
format = "scores"
file = "{run}_{system_type}_{test_set}_{language_pair}.tsv"
[submission.system_types.contrastive]
names = ["contrastive"]""",
    )
)
QUALITY = {"ALPHA": 92, "BRAVO": 71, "CLARA": 48, "DELTA": 20}
"""What judges give, less a little for later segments."""


def open_metrics_task() -> Campaign:
    """The campaign with its outputs scored; nothing is packed or judged."""
    return judged_campaign(RULES)


def open_task_with_genres() -> Campaign:
    """The same with segments of two genres, which tables report."""
    lines = [f'<seg id="{number}">{text}</seg>' for number, text in enumerate(SOURCE, 1)]
    documents = "".join(
        f'<doc docid="{genre}" genre="{genre}">{"".join(own)}</doc>'
        for genre, own in (("talk", lines[:3]), ("news", lines[3:]))
    )
    source = f'<mteval><srcset setid="{SET}" srclang="English">{documents}</srcset></mteval>'
    return judged_campaign(RULES.replace('title = "News"', 'title = "News"\nreport_by = ["genre"]'), source=source)


def set_comparison(campaign: Campaign, text: str) -> None:
    """Rules by which metrics are compared with people from now on."""
    _write(campaign, RULES.replace("[test_sets.news]", f"[tracks.metrics.comparison]\n{text}\n[test_sets.news]"))


def release_texts(campaign: Campaign, *resources: str) -> None:
    """Everybody may read these texts of the test set, and no others."""
    results = 'public = ["scores", "system-names", "human-scores"'
    assert results in RULES
    _write(campaign, RULES.replace(results, results + "".join(f', "{each}:{SET}"' for each in resources)))


def _write(campaign: Campaign, rules: str) -> None:
    written = parse_rulebook(rules)
    assert not written.findings, [str(finding) for finding in written.findings]
    campaign.rulebook_text, campaign.rulebook_content = rules, storable(written.content)
    campaign.save()


def organiser_of(campaign: Campaign) -> User:
    user = person("Olga Organiser")
    Membership.objects.get_or_create(campaign=campaign, user=user, role=MembershipRole.ORGANISER)
    return user


def metric_team(campaign: Campaign, name: str, *, tracks: tuple[str, ...] = (TRACK,)) -> tuple[Team, User]:
    """A team that registered for the track, and its contact."""
    code = name.split(maxsplit=1)[0].upper()
    team = Team.objects.create(campaign=campaign, name=name, code=code, language_pairs=[PAIR], tracks=list(tracks))
    user = person(f"Ann {code.title()}")
    TeamMember.objects.create(campaign=campaign, team=team, user=user, is_contact=True)
    return team, user


def pack(campaign: Campaign) -> None:
    assert ask_for_pack(campaign, track="mt", test_set=SET, language_pair=PAIR)
    work_off("test")


def judge_systems(campaign: Campaign, *, now: datetime, by: User) -> Task:
    """One judge scores every output by the quality of its system."""
    task = planned_task(campaign, EVALUATION, by=by)
    judge = make_judge(task, "Jo Judge", now=now)
    while isinstance(screen := next_screen(judge, now=now), Screen):
        grades = [QUALITY[output.system] - 3 * int(screen.segment) for output in shown_screen(screen).outputs]
        answer(screen, grades, now=now)
    return task


def release(campaign: Campaign, clock: Clock) -> None:
    """Judging ends, and the phase starts that releases results."""
    Task.objects.filter(campaign=campaign).update(opening=Opening.CLOSED)
    clock.move_into(campaign, "results")


def compare(now: datetime) -> int:
    """What the periodic task and a worker do; how many comparisons were asked for."""
    asked = refresh_results(now)
    work_off("test")
    return asked


@dataclass(frozen=True)
class Package:
    """An unpacked package of outputs."""

    files: Mapping[str, str] = field(default_factory=dict)

    @property
    def outputs(self) -> dict[str, list[str]]:
        start = f"{SET}/system-outputs/{PAIR}/"
        return {
            name.removeprefix(start).removesuffix(".txt"): text.splitlines()
            for name, text in self.files.items()
            if name.startswith(start)
        }

    def scores(self, metric: str, *, better: str = "higher", scale: float = 1.0, mean: bool = True) -> str:
        """The scores of a simulated metric: how much of an output's last word is written, which tells systems apart."""
        lines = [f"# metric: {metric}", f"# better: {better}", "# references: no", "# system scores: mean"]
        lines.append("system\tsegment\tscore")
        for system, segments in self.outputs.items():
            values = [scale * (10 - len(text.split()[-1])) + number / 10 for number, text in enumerate(segments)]
            lines += [f"{system}\t{number}\t{value:.4f}" for number, value in enumerate(values, start=1)]
            if mean:
                lines.append(f"{system}\t\t{sum(values) / len(values):.4f}")
        return "\n".join(lines) + "\n"


def unpacked(path: Path) -> Package:
    with tarfile.open(path) as archive:
        streams = {member.name: archive.extractfile(member) for member in archive}
        return Package({name: stream.read().decode() for name, stream in streams.items() if stream is not None})


def unpacked_pack(campaign: Campaign) -> Package:
    """What the server packed."""
    return unpacked(path_of(campaign.data_files.get(kind="outputs", replaced_at=None).sha256))
