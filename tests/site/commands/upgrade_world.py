"""A small server of this version, for upgrade tests of later ones: `python -m … make FOLDER|tell`.

Run once for each release, on a data folder of its own, followed by `bakeoff backup`. The copy is kept as
`upgrades/VERSION.tar.gz`, and what `tell` says as `upgrades/VERSION.json`.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from bakeoff_site.commands.processes.startup import prepare
from tests.site.commands import submission_world

TEAMS = 3


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "bakeoff_site.config.settings"
    prepare()
    from django.db import connection

    {"make": lambda: make(Path(sys.argv[2])), "tell": submission_world.tell}[sys.argv[1]]()
    connection.close()


def make(folder: Path) -> None:
    """Two submissions are checked, scored and compared; the last one waits for its check."""
    from bakeoff_site.campaigns.models import Team
    from bakeoff_site.jobs.execution import work_off
    from bakeoff_site.submissions.services import receive_submission

    submission_world.make(TEAMS, folder)
    teams = list(Team.objects.order_by("pk"))
    packages = sorted(folder.glob("*.tgz"))
    for team, package in zip(teams, packages, strict=True):
        if team == teams[-1]:
            work_off("upgrade")
        receive_submission(
            team,
            name=package.name,
            chunks=[package.read_bytes()],
            package="main",
            by=team.members.get(is_contact=True).user,
        )


if __name__ == "__main__":
    main()
