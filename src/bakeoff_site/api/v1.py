"""Version 1 of the API: all operations."""

from __future__ import annotations

from bakeoff_site.api.bodies import FILE_BODY
from bakeoff_site.api.document import DocumentedApi
from bakeoff_site.api.errors import handle_errors
from bakeoff_site.api.views import accounts
from bakeoff_site.api.views.evaluation import (
    adjudication,
    asr_output,
    comparisons,
    constituents,
    crowds,
    data_statistics,
    human_boards,
    human_scores,
    imports,
    jobs,
    judges,
    judging,
    judging_plans,
    metrics_tasks,
    offline_files,
    participation,
    published_results,
    results,
    score_files,
    tournaments,
)
from bakeoff_site.api.views.organisation import (
    archive,
    campaigns,
    data,
    log,
    messages,
    pages,
    people,
    released_runs,
    rulebooks,
)
from bakeoff_site.api.views.participation import (
    combination,
    descriptions,
    drafts,
    submissions,
    team_acts,
    teams,
    trials,
    uploads,
)

DESCRIPTION = """\
Everything that a campaign is done with, for programs. The rules, times and visibility are those of the pages.

Send a token of your account: `Authorization: Bearer bakeoff_…`. Lists come in pages (`limit`, `offset`, `next`). Every
error is `application/problem+json` (RFC 9457) with `title`, `status`, `detail`, `code` and `findings`; findings are
as `bakeoff check --format json` writes them.
"""

api = DocumentedApi(
    title="Bakeoff", version="1", description=DESCRIPTION, urls_namespace="api", docs_url=None, openapi_url=None
)
handle_errors(api)
SUBJECTS = (
    accounts,
    campaigns,
    archive,
    rulebooks,
    pages,
    teams,
    team_acts,
    people,
    messages,
    data,
    released_runs,
    uploads,
    drafts,
    submissions,
    descriptions,
    trials,
    results,
    human_boards,
    human_scores,
    metrics_tasks,
    published_results,
    asr_output,
    participation,
    data_statistics,
    comparisons,
    score_files,
    adjudication,
    judging,
    judges,
    judging_plans,
    constituents,
    imports,
    tournaments,
    offline_files,
    crowds,
    combination,
    jobs,
    log,
)
for subject in SUBJECTS:
    api.add_router("", subject.router)


def methods_with_file() -> dict[str, tuple[str, ...]]:
    """Operations whose body is a file, by name, with their methods."""
    return {
        operation.view_func.__name__: tuple(operation.methods)
        for subject in SUBJECTS
        for view in subject.router.path_operations.values()
        for operation in view.operations
        if operation.openapi_extra == FILE_BODY
    }
