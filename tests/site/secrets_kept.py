"""Texts that not everybody may see, and who sees each of them when.

Every page and every answer of the API that the tables of permissions speak of is searched for all of them: a text must
stand on none that someone gets who may not see it. On the pages that a secret names, it must stand for those it is
released to.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bakeoff_site.judging.selectors.rankings import ranking_of
from tests.site.permissions.rows import during, since
from tests.site.world import MOMENTS, ORGANISERS, RECEIPTS, ROLES, SYSTEMS, TAKING_PART, TEAM, Moment, Role, World

Released = Mapping[Moment, Sequence[Role]]


@dataclass(frozen=True, kw_only=True)
class Secret:
    """A text, or several that tell the same."""

    name: str
    texts: Callable[[World], Sequence[str]]
    released: Released
    """Who sees it at each moment."""
    own: Sequence[Role] = ()
    """Those whose it is, to whom it may be shown at any time."""
    on: Sequence[str] = ()
    """Pages, as rows are called, and operations, on which all see it whom it is released to."""


def to_organisers(later: Mapping[Moment, Sequence[Role]] | None = None) -> Released:
    """Organisers see everything; some others later."""
    return {moment: (*ORGANISERS, *(later or {}).get(moment, ())) for moment in MOMENTS}


OTHERS: tuple[Role, ...] = tuple(role for role in ROLES if role not in ORGANISERS)
SCORES = to_organisers({**since("preliminary", TAKING_PART), "public": OTHERS})
NAMES = to_organisers({"public": OTHERS})
FILES: Mapping[str, Released] = {
    "training": to_organisers(since("dry-run", TAKING_PART)),
    "source": to_organisers(since("evaluation", TAKING_PART)),
    "outputs": to_organisers(since("combination", TAKING_PART)),
    "reference": to_organisers(since("preliminary", TAKING_PART)),
}
"""Kinds of files; strangers, judges and observers are never handed any."""


def score_of(site: str) -> Callable[[World], Sequence[str]]:
    """By the official metric, as pages print it and as programs get it."""

    def texts(world: World) -> Sequence[str]:
        score = world.runs[site].scores.get(metric="bleu@mteval")
        return (f"{score.value:.{score.digits}f}", repr(score.value)[:10])

    return texts


def about_file(kind: str) -> Callable[[World], Sequence[str]]:
    return lambda world: (world.files[kind].name, world.files[kind].note, world.files[kind].sha256)


def just(*texts: str) -> Callable[[World], Sequence[str]]:
    return lambda world: texts


def human_score(world: World) -> Sequence[str]:
    """What people gave the rivals' system, as programs get it."""
    result = ranking_of(world.judged).result
    assert result is not None
    score = next(each.score for each in result.rankings[0].systems if each.system == SYSTEMS["RIVAL"])
    assert not score.is_integer()  # which would be on many pages
    return (repr(score)[:10],)


SECRETS = (
    Secret(
        name="a score by people",
        texts=human_score,
        released=NAMES,
        on=("get results:human-download", "show_human_board"),
    ),
    Secret(
        name="the codes and the worker of a study",
        texts=lambda world: (*world.worker.study.codes.values(), world.worker.worker_id),
        released=to_organisers(),
        on=("get crowds:study", "show_study"),
    ),
    # Texts of the test set
    Secret(
        name="the references",
        texts=just("lit the lanterns"),
        released=FILES["reference"],
        on=(
            "get datasets:download reference",
            "get results:run entered",
            "get results:compare",
            "list_segments",
            "list_differences",
        ),
    ),
    Secret(
        name="the source",
        texts=just("ashala almasabih"),
        released=FILES["source"],
        on=("get datasets:download source", "get results:run entered", "get results:compare", "fetch_data"),
    ),
    *(
        Secret(
            name=f"name, note and checksum of the file: {kind}",
            texts=about_file(kind),
            released=released,
            on=("get datasets:list", "list_data"),
        )
        for kind, released in FILES.items()
    ),
    Secret(
        name="a correction of the references",
        texts=just("they burned with open flames"),
        released=FILES["reference"],
        own=("rival",),
        on=("get adjudication:proposals", "list_corrections"),
    ),
    # Outputs, which the campaign releases under numbers and in packs alone
    Secret(
        name="the rivals' output",
        texts=just("put on the lamps"),
        released=to_organisers(),
        own=("rival",),
        on=("get submissions:package of rivals", "get results:run of rivals", "get results:compare"),
    ),
    Secret(
        name="the team's output",
        texts=just("chief kindled lights"),
        released=to_organisers(),
        own=TEAM,
        on=("get submissions:package", "get results:run", "get results:compare", "fetch_package"),
    ),
    # Scores and names
    Secret(
        name="the rivals' score",
        texts=score_of("RIVAL"),
        released=SCORES,
        on=(
            "get results:overview",
            "get results:board",
            "get results:download",
            "list_boards",
            "show_board",
            "fetch_table",
        ),
    ),
    Secret(
        name="the team's score",
        texts=score_of("TESTS"),
        released=SCORES,
        on=(
            "get results:board",
            "get results:download",
            "get results:receipt",
            "get results:systems",
            "show_board",
            "show_submission",
            "fetch_table",
        ),
    ),
    Secret(
        name="the baseline's score",
        texts=score_of("BASE"),
        released=SCORES,
        on=(
            "get results:progress",
            "get results:progress-download",
            "show_progress",
            "fetch_progress",
            "get results:board",
            "get results:entered",
            "get results:run entered",
            "show_board",
            "show_submission entered",
        ),
    ),
    Secret(
        name="the name of the rivals' system",
        texts=just(SYSTEMS["RIVAL"]),
        released=NAMES,
        own=("rival",),
        on=(
            "get results:board",
            "get results:download",
            "get results:compare",
            "get adjudication:scores",
            "list_score_changes",
            "show_board",
        ),
    ),
    Secret(
        name="the name of the team's system",
        texts=just(SYSTEMS["TESTS"]),
        released=NAMES,
        own=TEAM,
        on=("get results:board", "get results:run", "show_board"),
    ),
    Secret(
        name="that the rivals take part",
        texts=just("Rivals", "RIVAL"),
        released=SCORES,
        own=("rival",),
        on=("get campaigns:campaign", "get results:overview", "show_campaign"),
    ),
    Secret(
        name="that a team has withdrawn",
        texts=just("Former Partners"),
        released=to_organisers(),
        own=("withdrawn",),
        on=("get campaigns:teams", "list_teams"),
    ),
    # What teams submit
    *(
        Secret(
            name=f"the receipt of {site}",
            texts=just(str(RECEIPTS[site])),
            released=to_organisers(),
            own=own,
            on=("get submissions:all", "list_submissions"),
        )
        for site, own in (("TESTS", TEAM), ("RIVAL", ("rival",)), ("GONE", ("withdrawn",)), ("BASE", ()))
    ),
    *(
        Secret(
            name=f"a draft of {site}",
            texts=just(f"draft-of-{site}.txt", f"a draft of {site}"),
            released=during((), *MOMENTS),
            own=own,
        )
        for site, own in (("TESTS", TEAM), ("RIVAL", ("rival",)))
    ),
    Secret(
        name="the team's description",
        texts=just("the secret recipe of TESTS"),
        released=to_organisers({"public": TAKING_PART}),
        own=TEAM,
        on=("get submissions:describe", "get results:overview", "show_description", "list_descriptions"),
    ),
    Secret(
        name="the rivals' description",
        texts=just("the secret recipe of RIVAL"),
        released=to_organisers({"public": TAKING_PART}),
        own=("rival",),
        on=("get results:overview", "list_descriptions"),
    ),
    Secret(
        name="a trial",
        texts=just("an-attempt-of-the-owner"),
        released=during(("owner",), *MOMENTS),
        on=("get scoring:trials", "get scoring:trial", "list_trials", "show_trial"),
    ),
    # People, and what goes on behind the scenes
    Secret(
        name="addresses of the team",
        texts=just("owen.owner@example.org", "tara.team-mate@example.org"),
        released=to_organisers(),
        own=TEAM,
        on=("get campaigns:team", "list_members"),
    ),
    Secret(
        name="address of the judge",
        texts=just("juan.judge@example.org"),
        released=to_organisers(),
        own=("judge",),
        on=("get campaigns:people", "list_people"),
    ),
    Secret(
        name="from where somebody tried to sign in as the owner",
        texts=just("203.0.113.77"),
        released=during(("owner",), *MOMENTS),
        own=("administrator",),
        on=("get accounts:history",),
    ),
    Secret(
        name="from where somebody tried accounts that do not exist",
        texts=just("203.0.113.88"),
        released=during(("administrator",), *MOMENTS),
        on=("get accounts:failures",),
    ),
    Secret(
        name="a page that organisers have not published",
        texts=just("golden anchor"),
        released=to_organisers(),
        on=("get pages:page hidden", "get pages:write", "show_page hidden"),
    ),
    Secret(
        name="why a job failed",
        texts=just("ran out of ink"),
        released=to_organisers(),
        on=("get scoring:jobs", "list_jobs"),
    ),
    Secret(
        name="scores that were uploaded",
        texts=just("0.987654"),
        released=to_organisers(),
        on=("get scoring:score-file", "fetch_score_file"),
    ),
)
WATCHED = frozenset(page for secret in SECRETS for page in secret.on)
"""Rows of the tables that must show some secret."""
_TAGS = re.compile(r"<[^>]*>")


@dataclass(frozen=True)
class Watched:
    """A secret at a moment: its texts, whom it is released to, whose it is, and where it must stand."""

    name: str
    texts: Sequence[str]
    released: Collection[str]
    own: Collection[str] = ()
    on: Collection[str] = ()


@dataclass(frozen=True)
class Watch:
    """Looks for secrets on pages that people get at a moment."""

    secrets: Sequence[Watched]

    @classmethod
    def over(cls, world: World, moment: Moment) -> Watch:
        return cls(
            [
                Watched(secret.name, tuple(secret.texts(world)), secret.released[moment], secret.own, secret.on)
                for secret in SECRETS
            ]
        )

    def faults(self, page: str, role: str, body: str) -> Iterator[str]:
        """What stands on a page and must not, and what does not and must."""
        shown = body + _TAGS.sub("", body)  # marks part the words of a text
        for secret in self.secrets:
            is_there = any(text in shown for text in secret.texts)
            released = role in secret.released
            if is_there and not released and role not in secret.own:
                yield f"{page} shows {role}: {secret.name}"
            if released and page in secret.on and not is_there:
                yield f"{page} does not show {role}: {secret.name}"
