"""Submissions: whatever comes is taken; the check says what was too late or too early."""

from __future__ import annotations

from tests.site.permissions.arguments import (
    in_campaign,
    in_team,
    in_withdrawn_team,
    with_draft,
    with_draft_file,
    with_draft_file_of_rivals,
    with_draft_of_rivals,
    with_no_published_scores,
    with_package,
    with_receipt,
    with_receipt_of_rivals,
    with_upload,
    with_upload_of_rivals,
)
from tests.site.permissions.asking import TEAM_AND_ORGANISERS, by_token
from tests.site.permissions.rows import Answered, Arguments, Operation, Page, during, since
from tests.site.permissions.seeing import acts, handed_to, of
from tests.site.world import ORGANISERS, PAIR, TEAM

DESCRIBED = "Site: TESTS\nSystem: primary\nTrack: single\nCondition: constrained\n"
"""Of which system a description is."""

PAGES: tuple[Page, ...] = (
    Page(name="submissions:released-runs", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    Page(name="submissions:released-runs", arguments=in_campaign, method="post", outcomes=of(ORGANISERS, "shown")),
    Page(name="submissions:list", arguments=in_team, outcomes=of((*TEAM, *ORGANISERS), "shown")),
    Page(
        name="submissions:list",
        about="withdrawn",
        arguments=in_withdrawn_team,
        outcomes=of(("withdrawn", *ORGANISERS), "shown"),
    ),
    Page(name="submissions:submit", arguments=in_team, outcomes=of((*TEAM, *ORGANISERS), "shown")),
    Page(name="submissions:submit", arguments=in_team, method="post", outcomes=of(TEAM, "shown")),
    Page(
        name="submissions:submit",
        about="withdrawn",
        arguments=in_withdrawn_team,
        method="post",
        outcomes=of((), "shown"),
    ),
    # Drafts are for the team alone: organisers see what was submitted
    Page(name="submissions:drafts", arguments=in_team, outcomes=of((*TEAM, *ORGANISERS), "redirected")),
    Page(name="submissions:confirm", arguments=in_team, outcomes=of(TEAM, "shown")),
    # Nothing is chosen: the page says so
    Page(name="submissions:confirm", arguments=in_team, method="post", outcomes=of(TEAM, "shown")),
    Page(
        name="submissions:confirm",
        about="withdrawn",
        arguments=in_withdrawn_team,
        method="post",
        outcomes=of((), "shown"),
    ),
    *acts("submissions:fix-all", of(TEAM, "redirected"), in_team),
    *acts("submissions:check", of(TEAM, "redirected"), in_team),
    *(
        each
        for name in ("fix", "undo", "remove")
        for each in (
            *acts(f"submissions:{name}", of(TEAM, "redirected"), with_draft),
            *acts(f"submissions:{name}", of(TEAM, "not found"), with_draft_of_rivals, about="of rivals"),
        )
    ),
    Page(name="submissions:draft-file", arguments=with_draft_file, outcomes=of(TEAM, "shown")),
    Page(
        name="submissions:draft-file",
        about="of rivals",
        arguments=with_draft_file_of_rivals,
        outcomes=of(TEAM, "not found"),
    ),
    *acts("submissions:start", of(TEAM, "shown"), in_team, data=lambda world: {"name": "a.tgz", "size": 1}),
    *acts("submissions:start", of((), "shown"), in_withdrawn_team, about="withdrawn"),
    Page(name="submissions:piece", arguments=with_upload, outcomes=of(TEAM, "shown")),
    # Without saying where the piece begins
    Page(name="submissions:piece", arguments=with_upload, method="post", outcomes=of(TEAM, "refused")),
    Page(
        name="submissions:piece",
        about="of rivals",
        arguments=with_upload_of_rivals,
        outcomes=of(TEAM, "not found"),
    ),
    Page(
        name="submissions:piece",
        about="of rivals",
        arguments=with_upload_of_rivals,
        method="post",
        outcomes=of(TEAM, "not found"),
    ),
    # Nothing of it has come yet
    *acts("submissions:finish", of(TEAM, "refused"), with_upload),
    *acts("submissions:finish", of(TEAM, "refused"), with_upload_of_rivals, about="of rivals"),
    *(
        Page(name=name, arguments=with_receipt, outcomes=of((*TEAM, *ORGANISERS), "shown"))
        for name in ("results:receipt", "submissions:findings")
    ),
    Page(name="results:systems", arguments=in_team, outcomes=of((*TEAM, *ORGANISERS), "shown")),
    # It is valid: there is nothing to fix, and the page says so
    *acts("submissions:draft", of(TEAM, "redirected"), with_receipt),
    *acts(
        "submissions:draft",
        {**of(TEAM, "not found"), **dict.fromkeys(ORGANISERS, "not found")},
        with_receipt_of_rivals,
        about="of rivals",
    ),
    Page(
        name="submissions:withdraw",
        arguments=with_receipt,
        outcomes=of((*TEAM, *ORGANISERS), "shown"),
        # What is ranked in public is taken back by organisers alone
        in_phase=during(of(ORGANISERS, "shown"), "public"),
    ),
    *(
        Page(
            name=name,
            about="of rivals",
            arguments=with_receipt_of_rivals,
            outcomes=of((*TEAM, *ORGANISERS), "not found"),
        )
        for name in ("results:receipt", "submissions:findings", "submissions:withdraw")
    ),
    Page(
        name="submissions:withdraw",
        arguments=with_receipt,
        method="post",
        data=lambda world: {"reason": "wrong file"},
        outcomes=of((*TEAM, *ORGANISERS), "redirected"),
        in_phase=during(of(ORGANISERS, "redirected"), "public"),
    ),
    Page(
        name="submissions:withdraw",
        about="of rivals",
        arguments=with_receipt_of_rivals,
        method="post",
        data=lambda world: {"reason": "wrong file"},
        outcomes=of((*TEAM, *ORGANISERS), "not found"),
    ),
    Page(
        name="submissions:describe",
        arguments=in_team,
        data=lambda world: {"system": "single/constrained/primary"},
        outcomes=of((*TEAM, *ORGANISERS), "shown"),
    ),
    # Refused on the page itself as long as descriptions are not taken; late ones are
    Page(
        name="submissions:describe",
        arguments=in_team,
        method="post",
        data=lambda world: {"text": DESCRIBED},
        outcomes=of(TEAM, "shown"),
        in_phase=since("evaluation", of(TEAM, "redirected")),
    ),
    Page(
        name="submissions:describe",
        about="withdrawn",
        arguments=in_withdrawn_team,
        method="post",
        data=lambda world: {"text": "Site: GONE"},
        outcomes=of((), "shown"),
    ),
    # Which receipts there are is nobody's business
    Page(name="submissions:package", about="not there", arguments=with_package("none"), outcomes=of((), "shown")),
    Page(name="submissions:package", arguments=with_package("TESTS"), outcomes=handed_to(*TEAM)),
    Page(name="submissions:package", about="of rivals", arguments=with_package("RIVAL"), outcomes=handed_to("rival")),
    Page(name="submissions:package", about="entered", arguments=with_package("BASE"), outcomes=handed_to()),
    Page(
        name="submissions:package", about="withdrawn", arguments=with_package("GONE"), outcomes=handed_to("withdrawn")
    ),
    Page(name="submissions:all", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    Page(name="submissions:run-archive", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    Page(
        name="submissions:submission-table",
        arguments=lambda world: {**in_campaign(world), "ending": "xlsx"},
        outcomes=of(ORGANISERS, "shown"),
    ),
    Page(name="submissions:enter", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    Page(name="submissions:enter", arguments=in_campaign, method="post", outcomes=of(ORGANISERS, "shown")),
    Page(name="submissions:enter-scores", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    Page(name="submissions:enter-scores", arguments=in_campaign, method="post", outcomes=of(ORGANISERS, "shown")),
    *acts("submissions:remove-scores", of(ORGANISERS, "redirected"), with_no_published_scores),
    Page(name="results:entered", arguments=with_package("BASE"), outcomes=of(ORGANISERS, "shown")),
    Page(
        name="results:entered",
        about="of a team",
        arguments=with_package("TESTS"),
        outcomes=of(ORGANISERS, "not found"),
    ),
    Page(name="submissions:withdraw-entered", arguments=with_package("BASE"), outcomes=of(ORGANISERS, "shown")),
    Page(
        name="submissions:withdraw-entered",
        arguments=with_package("BASE"),
        method="post",
        data=lambda world: {"reason": "wrong file"},
        outcomes=of(ORGANISERS, "redirected"),
    ),
    Page(
        name="submissions:withdraw-entered",
        about="of a team",
        arguments=with_package("TESTS"),
        method="post",
        data=lambda world: {"reason": "wrong file"},
        outcomes=of(ORGANISERS, "not found"),
    ),
)
_DRAFTS: tuple[tuple[str, Arguments, tuple[Answered, ...]], ...] = (
    ("", with_draft, ("done", "done", "refused", "refused", "done")),
    ("of rivals", with_draft_of_rivals, ("not found",) * 5),
)
OPERATIONS: tuple[Operation, ...] = (
    Operation(name="list_releasable_runs", outcomes=by_token(ORGANISERS, "done")),
    Operation(
        name="add_released_run",
        about="not there",
        body={"run": 0, "label": "NICT"},
        outcomes=by_token(ORGANISERS, "not found"),
    ),
    Operation(name="start_upload", body={"name": "a.tgz", "size": 1}, outcomes=by_token(TEAM, "done")),
    Operation(
        name="start_upload",
        about="withdrawn",
        arguments=in_withdrawn_team,
        body={"name": "a.tgz", "size": 1},
        outcomes=by_token((), "done"),
    ),
    Operation(name="show_upload", arguments=with_upload, outcomes=by_token(TEAM, "done")),
    Operation(
        name="show_upload", about="of rivals", arguments=with_upload_of_rivals, outcomes=by_token(TEAM, "not found")
    ),
    Operation(
        name="continue_upload",
        arguments=with_upload,
        query={"offset": 0},
        body=b"x",
        outcomes=by_token(TEAM, "done"),
    ),
    Operation(
        name="continue_upload",
        about="of rivals",
        arguments=with_upload_of_rivals,
        query={"offset": 0},
        body=b"x",
        outcomes=by_token(TEAM, "not found"),
    ),
    # Nothing of it has come yet
    Operation(name="end_upload", arguments=with_upload, outcomes=by_token(TEAM, "refused")),
    Operation(
        name="end_upload", about="of rivals", arguments=with_upload_of_rivals, outcomes=by_token(TEAM, "not found")
    ),
    Operation(name="add_submission", query={"name": "a.tgz"}, body=b"x", outcomes=by_token(TEAM, "done")),
    Operation(
        name="add_submission",
        about="withdrawn",
        arguments=in_withdrawn_team,
        query={"name": "a.tgz"},
        body=b"x",
        outcomes=by_token((), "done"),
    ),
    Operation(name="add_draft", query={"name": "a.tgz"}, body=b"x", outcomes=by_token(TEAM, "done")),
    Operation(
        name="add_draft",
        about="withdrawn",
        arguments=in_withdrawn_team,
        query={"name": "a.tgz"},
        body=b"x",
        outcomes=by_token((), "done"),
    ),
    Operation(name="list_drafts", outcomes=by_token(TEAM, "done")),
    *(
        Operation(name=name, about=about, arguments=arguments, body=body, outcomes=by_token(TEAM, outcome))
        for about, arguments, outcomes in _DRAFTS
        for (name, body), outcome in zip(
            {
                "show_draft": None,
                "fix_draft": {},
                # Nothing was fixed, and something is wrong with it
                "undo_draft_fix": {"fix": "name:a"},
                "submit_draft": {"revision": 1},
                "remove_draft": None,
            }.items(),
            outcomes,
            strict=True,
        )
    ),
    Operation(name="list_systems", outcomes=by_token(TEAM_AND_ORGANISERS, "done")),
    Operation(name="list_offers", outcomes=by_token(TEAM_AND_ORGANISERS, "done")),
    Operation(name="list_team_submissions", outcomes=by_token(TEAM_AND_ORGANISERS, "done")),
    Operation(name="list_submissions", outcomes=by_token(ORGANISERS, "done")),
    *(
        Operation(
            name=name,
            about=about,
            arguments=with_package(site),
            outcomes=by_token((*whose, *ORGANISERS), "done", others="not found"),
            # What is ranked in public is taken back by organisers alone; the withdrawn team has nothing there
            in_phase={
                "public": {
                    **by_token(ORGANISERS, "done", others="not found"),
                    **dict.fromkeys(whose, "forbidden" if name == "withdraw" and site != "GONE" else "done"),
                }
            },
        )
        for name in ("show_submission", "fetch_package")
        for site, about, whose in (
            ("TESTS", "", TEAM),
            ("RIVAL", "of rivals", ("rival",)),
            ("GONE", "withdrawn", ("withdrawn",)),
            ("BASE", "entered", ()),
        )
    ),
    # What is ranked in public is taken back by organisers alone
    *(
        Operation(
            name="withdraw",
            about=about,
            arguments=with_package(site),
            body={"reason": "wrong file"},
            outcomes=by_token((*whose, *ORGANISERS), "done", others="not found"),
            in_phase=during(
                {**by_token(ORGANISERS, "done", others="not found"), **dict.fromkeys(whose, "forbidden")}, "public"
            ),
        )
        for site, about, whose in (("TESTS", "", TEAM), ("RIVAL", "of rivals", ("rival",)), ("BASE", "entered", ()))
    ),
    Operation(
        name="withdraw",
        about="withdrawn",
        arguments=with_package("GONE"),
        body={"reason": "wrong file"},
        outcomes=by_token(("withdrawn", *ORGANISERS), "done", others="not found"),
    ),
    Operation(
        name="add_run",
        query={"system": "none", "track": "single", "language_pair": PAIR, "test_set": "current", "name": "a.xml"},
        body=b"x",
        outcomes=by_token(ORGANISERS, "refused"),
    ),
    Operation(
        name="show_description",
        query={"track": "single", "condition": "constrained", "system": "primary"},
        outcomes=by_token(TEAM_AND_ORGANISERS, "done"),
    ),
    Operation(name="list_described_systems", outcomes=by_token(TEAM_AND_ORGANISERS, "done")),
    Operation(
        name="set_description",
        body={"text": DESCRIBED},
        outcomes=by_token(TEAM, "refused"),
        in_phase=since("evaluation", by_token(TEAM, "done")),
    ),
)
