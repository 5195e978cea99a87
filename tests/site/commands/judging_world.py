"""Judges of a ranking, of error spans and of parts of sentences, and translators, in an installation of their own.

`python -m … make JUDGES COPIES|tell`.
"""

from __future__ import annotations

import json
import os
import sys
from datetime import timedelta

from bakeoff_site.commands.processes.startup import prepare

_PARTS = "".join(
    f"""
[human.{code}]
protocol = "{protocol}"
phase = "judging"
language_pairs = ["en-ar"]
constituents = [1, 15]
"""
    for code, protocol in (("parts", "constituent_ranking"), ("yes-no", "constituent_acceptability"))
)
"""The rules of both protocols."""


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "bakeoff_site.config.settings"
    prepare()
    from django.db import connection

    {"make": lambda: make(int(sys.argv[2]), int(sys.argv[3])), "tell": tell}[sys.argv[1]]()
    connection.close()


def make(judges: int, copies: int) -> None:
    """Open tasks, and the tokens of judges who have started each, which are printed."""
    from django.utils import timezone

    from bakeoff_site.accounts.services.tokens import make_token
    from tests.site.judging.constituents_world import link_last_words
    from tests.site.judging.editing_world import EDITING
    from tests.site.judging.spans_world import RULES
    from tests.site.judging.world import SYSTEMS, account_of, judged_campaign, make_judge, planned_task
    from tests.site.people import person

    rules = RULES.replace("judgments = 2", "judgments = 2\nrepeats = 0.1")
    rules = rules.replace('title = "Error spans"', 'title = "Error spans"\nrepeats = 0.1')
    rules = rules.replace('"judge:esa"', '"judge:esa", "judge:editing"') + EDITING + _PARTS
    campaign = judged_campaign(rules, copies=copies)
    link_last_words(campaign)
    organiser, made = person("Olga Organiser"), {}
    numbers = {("ranking",): judges, ("esa", "mqm"): judges, ("parts", "yes-no"): judges, ("editing",): len(SYSTEMS)}
    for codes, number_of_judges in numbers.items():
        task = planned_task(campaign, *codes, by=organiser)
        names = [f"Judge {number} of {codes[0]}" for number in range(number_of_judges)]
        started = [make_judge(task, name, now=timezone.now()) for name in names]
        made[task.slug] = [
            make_token(account_of(judge), name="judges", scopes=["judge"], lifetime=timedelta(days=1)).text
            for judge in started
        ]
    sys.stdout.write(json.dumps(made))


def tell() -> None:
    """What is stored: actions and judgments by key, and of each evaluation how often each item was judged."""
    from bakeoff_site.judging.choices import ScreenState
    from bakeoff_site.judging.models import Action, Evaluation, Judgment, Screen

    def item(screen: Screen) -> str:
        """A segment, or an output of it where outputs are judged one by one."""
        output = f":{screen.systems}" if len(screen.systems) == 1 else ""
        return f"{screen.pool}:{screen.segment}{output}"

    answered = Screen.objects.filter(state=ScreenState.ANSWERED, control="")
    told = {
        "actions": [{"key": str(row.key), "payload": row.payload} for row in Action.objects.all()],
        "judgments": [
            {"key": str(row.key), "screen": str(row.screen.key), "counts": not row.surplus, "answer": row.answer}
            for row in Judgment.objects.select_related("screen")
        ],
        "evaluations": {
            each.code: {"items": list(map(item, answered.filter(evaluation=each))), "units": each.units}
            for each in Evaluation.objects.all()
        },
        "held": Screen.objects.filter(state=ScreenState.HELD).count(),
    }
    sys.stdout.write(json.dumps(told))


if __name__ == "__main__":
    main()
