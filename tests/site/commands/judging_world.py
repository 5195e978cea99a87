"""Judges of a task, in an installation of their own: `python -m … make JUDGES COPIES|tell`."""

from __future__ import annotations

import json
import os
import sys
from datetime import timedelta

from bakeoff_site.commands.processes.startup import prepare


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "bakeoff_site.config.settings"
    prepare()
    from django.db import connection

    {"make": lambda: make(int(sys.argv[2]), int(sys.argv[3])), "tell": tell}[sys.argv[1]]()
    connection.close()


def make(judges: int, copies: int) -> None:
    """An open task, and the tokens of judges who have started it, which are printed."""
    from django.utils import timezone

    from bakeoff_site.accounts.services.tokens import make_token
    from tests.site.judging.world import RULES, judged_campaign, make_judge, planned_task
    from tests.site.people import person

    rules = RULES.replace("judgments = 2", "judgments = 2\nrepeats = 0.1")
    campaign = judged_campaign(rules, copies=copies)
    task = planned_task(campaign, "ranking", by=person("Olga Organiser"))
    users = [make_judge(task, f"Judge {number}", now=timezone.now()).user for number in range(judges)]
    tokens = [make_token(user, name="judges", scopes=["judge"], lifetime=timedelta(days=1)).text for user in users]
    sys.stdout.write(json.dumps({"task": task.slug, "tokens": tokens}))


def tell() -> None:
    """What is stored: keys of actions, judgments by key, and how often each item was judged."""
    from bakeoff_site.judging.choices import ScreenState
    from bakeoff_site.judging.models import Action, Evaluation, Judgment, Screen

    answered = Screen.objects.filter(state=ScreenState.ANSWERED, control="")
    told = {
        "actions": [str(key) for key in Action.objects.values_list("key", flat=True)],
        "judgments": [
            {"key": str(row.key), "screen": str(row.screen.key), "counts": not row.surplus}
            for row in Judgment.objects.select_related("screen")
        ],
        "items": [f"{pool}:{segment}" for pool, segment in answered.values_list("pool", "segment")],
        "units": Evaluation.objects.get().units,
        "held": Screen.objects.filter(state=ScreenState.HELD).count(),
    }
    sys.stdout.write(json.dumps(told))


if __name__ == "__main__":
    main()
