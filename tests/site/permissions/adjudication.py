"""Adjudication: no phase opens it to participants; organisers may correct until the scores are public."""

from __future__ import annotations

from tests.site.permissions.arguments import in_campaign, with_correction, with_file, with_no_file
from tests.site.permissions.asking import SCORES_ANSWERED, by_token, everybody, fetched_by, shown_to
from tests.site.permissions.rows import Operation, Page, Seen, since
from tests.site.permissions.seeing import METHODS, SCORES_RELEASED, acts, everyone, handed_to, of, unless_known
from tests.site.world import ORGANISERS, TAKING_PART, World


def with_verdict(world: World) -> dict[str, object]:
    return {f"decision-{world.correction.pk}": "refused", f"reason-{world.correction.pk}": "it is right as it is"}


_ON_FILES: tuple[tuple[str, Seen], ...] = (
    ("propose", "shown"),
    ("upload", "shown"),
    ("suggestions", "not found"),  # they are made for transcripts
)

PAGES: tuple[Page, ...] = (
    Page(name="adjudication:list", arguments=in_campaign, outcomes=everyone("shown")),
    Page(name="adjudication:proposals", about="not there", arguments=with_no_file, outcomes=everyone("not found")),
    Page(
        name="adjudication:proposals",
        arguments=with_file("reference"),
        outcomes=handed_to(),
        in_phase=since("preliminary", handed_to(*TAKING_PART)),
    ),
    *(
        Page(
            name=f"adjudication:{name}",
            arguments=with_file("reference"),
            method=method,
            outcomes=of(ORGANISERS, outcome),
            in_phase={"public": of((), "shown")},
        )
        for name, outcome in _ON_FILES
        for method in METHODS
    ),
    Page(
        name="adjudication:decide",
        about="not there",
        arguments=with_no_file,
        outcomes=of(ORGANISERS, "not found"),
    ),
    Page(name="adjudication:decide", arguments=with_file("reference"), outcomes=of(ORGANISERS, "shown")),
    # Refused on the page itself once the scores are public
    Page(
        name="adjudication:decide",
        arguments=with_file("reference"),
        method="post",
        data=with_verdict,
        outcomes=of(ORGANISERS, "redirected"),
        in_phase={"public": of(ORGANISERS, "shown")},
    ),
    Page(name="adjudication:withdraw", arguments=with_correction, outcomes=everyone("refused")),
    # Of the rivals', who may do so once they may read the references
    Page(
        name="adjudication:withdraw",
        arguments=with_correction,
        method="post",
        outcomes=of((), "shown"),
        in_phase=since("preliminary", of(("rival",), "redirected")),
    ),
    *acts("adjudication:apply", of(ORGANISERS, "redirected"), with_file("reference")),
    Page(
        name="adjudication:scores",
        arguments=with_file("reference"),
        outcomes=unless_known(),
        in_phase=SCORES_RELEASED,
    ),
)
OPERATIONS: tuple[Operation, ...] = (
    Operation(name="list_references", outcomes=everybody("done")),
    Operation(
        name="list_corrections",
        arguments=with_file("reference"),
        outcomes=fetched_by(),
        in_phase=since("preliminary", fetched_by(*TAKING_PART)),
    ),
    Operation(
        name="list_corrections",
        about="not there",
        arguments=with_no_file,
        outcomes=everybody("not found"),
    ),
    Operation(
        name="add_correction",
        arguments=with_file("reference"),
        body={"segment": "none", "found": "a", "proposed": "b", "reason": "c"},
        outcomes=by_token(ORGANISERS, "refused"),
        in_phase={"public": by_token((), "done")},
    ),
    Operation(
        name="add_corrections",
        arguments=with_file("reference"),
        body=b"x",
        outcomes=by_token(ORGANISERS, "refused"),
        in_phase={"public": by_token((), "done")},
    ),
    # Of the rivals', who may do so once they may read the references
    Operation(
        name="withdraw_proposal",
        arguments=with_correction,
        body={},
        outcomes=by_token((), "done"),
        in_phase=since("preliminary", by_token(("rival",), "done")),
    ),
    Operation(
        name="decide",
        arguments=with_file("reference"),
        body=lambda world: {
            "verdicts": [{"correction": world.correction.pk, "decision": "refused", "reason": "it is right as it is"}]
        },
        outcomes=by_token(ORGANISERS, "done"),
        in_phase={"public": by_token(ORGANISERS, "refused")},
    ),
    # Nothing is accepted yet
    Operation(name="apply_corrections", arguments=with_file("reference"), outcomes=by_token(ORGANISERS, "refused")),
    Operation(
        name="list_score_changes", arguments=with_file("reference"), outcomes=shown_to(), in_phase=SCORES_ANSWERED
    ),
)
