"""Which tests run on PostgreSQL too: what touches locks, constraints, SQL or transactions.

All others run on SQLite alone, unless a thorough run asks for everything on both (`make test-all`). Paths are relative
to this folder; a folder stands for all tests in it.
"""

from __future__ import annotations

from pathlib import Path

BECAUSE: dict[str, tuple[str, ...]] = {
    "locks and races": (
        "accounts/test_failed_sign_ins.py",
        "accounts/test_shares.py",
        "accounts/test_throttling.py",
        "campaigns/test_due_mail.py",
        "crowds/test_entrance.py",
        "crowds/test_reviews.py",
        "jobs",
        "judging/offline/test_answers.py",
        "judging/offline/test_files.py",
        "judging/offline/test_random_uploads.py",
        "judging/test_answers.py",
        "judging/test_at_once.py",
        "judging/test_qualification.py",
        "judging/test_random_arrivals.py",
        "judging/test_dealer_states.py",
        "judging/test_dealing.py",
        "judging/test_links.py",
        "judging/test_reminders.py",
        "judging/test_shares.py",
        "judging/tournaments/test_decisions.py",
        "mail",
        "publication/test_versions.py",
        "scoring/test_outrun.py",
        "submissions/test_archive_races.py",
        "submissions/test_confirmations.py",
        "submissions/test_drafts.py",
        "submissions/test_packages.py",
        "submissions/test_quotas.py",
        "submissions/test_uploads.py",
    ),
    "constraints, and values that one database takes and the other refuses": (
        "api/test_hostile.py",
        "campaigns/test_invitations.py",
        "commands/processes/test_empty_database.py",
        "core/test_fields.py",
        "core/test_names.py",
        "core/test_prepared_queries.py",
        "judging/test_bad_input.py",
        "submissions/test_team_codes.py",
    ),
    "transactions, outages and processes that are killed": (
        "commands/test_backup.py",
        "commands/test_database_away.py",
        "commands/test_killed.py",
        "commands/test_killed_judging.py",
        "commands/test_killed_server.py",
        "commands/test_killed_worker.py",
        "commands/test_upgrades.py",
        "core/http/test_database_outages.py",
        "core/storage/test_file_cleanup.py",
        "core/test_caches.py",
        "core/test_health.py",
    ),
    "every statement once: complete campaigns, and pages with and without rows": (
        "adjudication/test_decisions.py",
        "api/test_journey.py",
        "api/test_log.py",
        "api/test_running_a_campaign.py",
        "campaigns/test_archive.py",
        "campaigns/test_many_teams.py",
        # Campaigns of one kind each; a thorough run adds the others
        "five_campaigns/test_every_moment.py",
        "five_campaigns/test_iwslt2016.py",
        "five_campaigns/test_openmt2012.py",
        "five_campaigns/test_wmt2008.py",
        "combination/test_packing.py",
        "judging/test_query_counts.py",
        "results/test_board.py",
        "results/test_boards.py",
        "scoring/test_score_files.py",
        "scoring/test_scoring_anew.py",
        "scoring/test_scoring_runs.py",
        "submissions/test_list_pages.py",
        "test_empty_lists.py",
        "test_permissions.py",
    ),
}
_FOLDER = Path(__file__).parent
PATHS = {_FOLDER / path for paths in BECAUSE.values() for path in paths}


def runs_on_postgresql(path: Path) -> bool:
    """Whether the tests of a file run on PostgreSQL beside those on SQLite."""
    return path in PATHS or not PATHS.isdisjoint(path.parents)
