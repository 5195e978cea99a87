"""A worker whose first attempt at a run hangs: `python -m tests.site.commands.hanging_worker FILE`.

`FILE` tells the worker that is started again that there was an attempt.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from bakeoff_site.commands.processes import workers
from bakeoff_site.commands.processes.startup import prepare


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "bakeoff_site.config.settings"
    prepare()
    from django.conf import settings

    from bakeoff_site.jobs import execution
    from bakeoff_site.jobs.choices import JobKind

    score = execution.task_of(JobKind.SCORE_RUN)
    begun = Path(sys.argv[1])

    def hang_once(subject: int, report: execution.Report) -> None:
        if not begun.exists():
            begun.write_text(str(os.getpid()))
            time.sleep(600)
        score(subject, report)

    execution._TASKS[JobKind.SCORE_RUN] = hang_once
    settings.STALL_SECONDS = 2
    workers._STOP_SECONDS = 1
    workers.work(threads=1, quick=False, once=False, lease_seconds=2, lifeline=None)


if __name__ == "__main__":
    main()
