"""Teams that may submit, in an installation of their own: `python -m … make NUMBER FOLDER|tell`."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from datetime import timedelta
from pathlib import Path

from bakeoff_site.commands.processes.startup import prepare

OPEN = ("start = 2026-02-01\nend = 2026-02-10", "start = 2001-02-01\nend = 2999-02-10")
REPLACES = ('format = "nist-xml"', 'format = "nist-xml"\nresubmission = "replaces"')
ON_NEWS = ("[submission.packages.main]", '[submission.packages.main]\ntest_sets = ["news"]')


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "bakeoff_site.config.settings"
    prepare()
    from django.db import connection

    {"make": lambda: make(int(sys.argv[2]), Path(sys.argv[3])), "tell": tell}[sys.argv[1]]()
    connection.close()


def make(count: int, folder: Path) -> None:
    """Teams with a token and a package each, which are printed; outputs are those of the example in turn."""
    from django.utils import timezone

    from bakeoff.formats import read_source
    from bakeoff.submissions.packages.builder import Output, PackageNames, build_package
    from bakeoff_site.accounts.choices import SCOPES
    from bakeoff_site.accounts.models import User
    from bakeoff_site.accounts.services.tokens import make_token
    from bakeoff_site.campaigns.models import Team, TeamMember
    from tests.site.scoring.world import EXAMPLES, OUTPUTS, RULES, put_news, small_campaign

    rules = RULES.replace(*OPEN).replace(*REPLACES).replace(*ON_NEWS)
    campaign = small_campaign(rules.replace("samples = 50", "samples = 4000"))  # so that it takes a while
    put_news(campaign)
    source = read_source(EXAMPLES / "source.xml")
    entrants = []
    for number in range(count):
        code = f"TEAM{number}"
        team = Team.objects.create(campaign=campaign, name=code, code=code, language_pairs=["de-en"])
        user = User.objects.create_user(
            f"{code.lower()}@example.org", None, name=code, email_verified_at=timezone.now()
        )
        TeamMember.objects.create(campaign=campaign, team=team, user=user, is_contact=True)
        names = PackageNames(
            rulebook=campaign.rules,
            package=campaign.rules.submission.packages["main"],
            team=code,
            language_pair="de-en",
            day=timezone.now().date(),
            further={},
        )
        system, path = list(OUTPUTS.items())[number % len(OUTPUTS)]
        package = build_package(
            names, [Output(path=path, system="primary", test_set="news")], source=source, folder=folder, overwrite=True
        )
        token = make_token(user, name="submits", scopes=SCOPES, lifetime=timedelta(days=1)).text
        entrants.append({"team": team.pk, "code": code, "token": token, "package": str(package), "output": system})
    sys.stdout.write(json.dumps(entrants))


def tell() -> None:
    """What is there: jobs by their state, submissions with their bytes, runs with a checksum of their scores."""
    from django.db.models import Count

    from bakeoff_site.core.storage.files import path_of
    from bakeoff_site.jobs.models import Job
    from bakeoff_site.mail.models import Mail
    from bakeoff_site.scoring.models import RunScore
    from bakeoff_site.submissions.models import Run, Submission

    scores: dict[int, list[str]] = {}
    for row in RunScore.objects.filter(current=True).order_by("run", "specification", "metric"):
        content = [row.metric, row.specification, row.signature, row.value, row.variation, row.groups]
        digest = hashlib.sha256(json.dumps(content, sort_keys=True).encode() + bytes(row.statistics)).hexdigest()
        scores.setdefault(row.run_id, []).append(digest)
    told = {
        "jobs": dict(Job.objects.order_by().values_list("state").annotate(number=Count("pk"))),
        "submissions": {
            submission.number: {
                "team": submission.team_id,
                "state": submission.state,
                "sha256": submission.sha256,
                "kept": hashlib.sha256(path_of(submission.sha256).read_bytes()).hexdigest(),
                "runs": submission.runs.count(),
                "mails": Mail.objects.filter(subject__contains=f"Receipt {submission.number}: ").count(),
                "findings": [finding["code"] for finding in submission.findings],
            }
            for submission in Submission.objects.all()
        },
        "scores": {run.team_id: scores.get(run.pk, []) for run in Run.objects.filter(replaced_by=None)},
    }
    sys.stdout.write(json.dumps(told))


if __name__ == "__main__":
    main()
