"""Who may open and do what and when: rows for every address of the site and every operation of its API.

A test holds them against the lists of both: a new page or operation needs a row, in the file of its app. The campaign
is not listed, so that a page which forgets to ask shows it. What there is to open is in `tests/site/world.py`; every
row is held against every role at every moment. What pages and answers tell is held in `tests/site/secrets_kept.py`.
"""

from tests.site.permissions import (
    accounts,
    adjudication,
    campaigns,
    combination,
    core,
    crowds,
    datasets,
    documentation,
    judging,
    metrics_task,
    pages,
    publication,
    results,
    scoring,
    submissions,
    team_messages,
)
from tests.site.permissions.rows import Operation, Page

PAGES: tuple[Page, ...] = (
    *core.PAGES,
    *documentation.PAGES,
    *accounts.PAGES,
    *campaigns.PAGES,
    *datasets.PAGES,
    *pages.PAGES,
    *combination.PAGES,
    *submissions.PAGES,
    *team_messages.PAGES,
    *scoring.PAGES,
    *adjudication.PAGES,
    *judging.PAGES,
    *crowds.PAGES,
    *metrics_task.PAGES,
    *publication.PAGES,
    *results.PAGES,
)
OPERATIONS: tuple[Operation, ...] = (
    *accounts.OPERATIONS,
    *campaigns.OPERATIONS,
    *datasets.OPERATIONS,
    *pages.OPERATIONS,
    *combination.OPERATIONS,
    *submissions.OPERATIONS,
    *team_messages.OPERATIONS,
    *scoring.OPERATIONS,
    *adjudication.OPERATIONS,
    *judging.OPERATIONS,
    *crowds.OPERATIONS,
    *metrics_task.OPERATIONS,
    *publication.OPERATIONS,
    *results.OPERATIONS,
)

__all__ = ["OPERATIONS", "PAGES"]
