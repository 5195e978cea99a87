"""Runs to be scored in an installation of their own: `python -m tests.site.commands.scoring_world runs NUMBER|tell`."""

from __future__ import annotations

import hashlib
import json
import os
import sys

from bakeoff_site.commands.processes.startup import prepare


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "bakeoff_site.config.settings"
    prepare()
    from django.db import connection

    {"runs": lambda: add_runs(int(sys.argv[2])), "tell": tell}[sys.argv[1]]()
    connection.close()


def add_runs(count: int) -> None:
    """More runs, each with its job: the outputs of the example in turn. The first two are to be compared."""
    from django.db import transaction

    from bakeoff_site.accounts.models import User
    from bakeoff_site.campaigns.models import Campaign, Team
    from bakeoff_site.jobs.choices import JobKind
    from bakeoff_site.jobs.services import enqueue
    from bakeoff_site.submissions.models import Run
    from tests.site.scoring.world import OUTPUTS, RULES, put_news, put_run, small_campaign

    with transaction.atomic():
        campaign = Campaign.objects.first()
        if campaign is None:
            campaign = small_campaign(RULES.replace("samples = 50", "samples = 4000"))  # so that it takes a while
            put_news(campaign)
            Team.objects.create(campaign=campaign, name="Tests", code="TESTS")
            User.objects.create_user("owner@example.org", None, name="Owner")
        team, owner = campaign.teams.get(), User.objects.get()
        outputs = list(OUTPUTS.values())
        for number in range(first := Run.objects.count(), first + count):
            run = put_run(
                campaign,
                outputs[number % len(outputs)],
                by=owner,
                name=f"run {number}",
                team=team,
                system_type="primary" if number < 2 else "contrast",
            )
            enqueue(JobKind.SCORE_RUN, run.pk, campaign_id=campaign.pk)


def tell() -> None:
    """What is there: states of the jobs, a checksum of all scores of each run, and what was compared."""
    from django.db.models import Count

    from bakeoff_site.jobs.models import Job
    from bakeoff_site.scoring.models import BoardComparison, RunScore, ScoredText
    from bakeoff_site.submissions.models import Run

    scores: dict[str, list[object]] = {}
    for row in RunScore.objects.filter(current=True).select_related("run").order_by("run", "specification", "metric"):
        content = [row.metric, row.specification, row.signature, row.value, row.variation, row.groups]
        digest = hashlib.sha256(json.dumps(content).encode() + bytes(row.statistics)).hexdigest()
        scores.setdefault(row.run.name, []).append(digest)
    names = {run.pk: run.name for run in Run.objects.all()}
    told = {
        "jobs": dict(Job.objects.order_by().values_list("state").annotate(number=Count("pk"))),
        "files": {run.name: run.file_name for run in Run.objects.all()},
        "scores": scores,
        "texts": sorted(names[text.run_id] for text in ScoredText.objects.all()),
        "compared": {
            row.specification: [
                sorted(names[number] for number in row.runs),
                row.content["bleu"]["all"]["pairs"][0]["p"],
            ]
            for row in BoardComparison.objects.all()
        },
    }
    sys.stdout.write(json.dumps(told))


if __name__ == "__main__":
    main()
