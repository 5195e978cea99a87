"""A campaign in which everything is there: people of every role, data, submissions, scores, jobs.

Texts of it that somebody must not see are told apart by their words; `tests/site/secrets_kept.py` says who sees which.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Literal

from django.utils import timezone

from bakeoff.data import ReferenceSet, TestSet
from bakeoff.data import Run as Text
from bakeoff.evaluation import Evaluation, score_runs
from bakeoff.rulebook import schedule
from bakeoff_site.accounts.choices import Step
from bakeoff_site.accounts.models import FailedSignIns, User
from bakeoff_site.accounts.services.tokens import make_token
from bakeoff_site.adjudication.models import Correction
from bakeoff_site.campaigns.choices import MembershipRole
from bakeoff_site.campaigns.models import (
    Campaign,
    ConsentGiven,
    DeletedCampaign,
    Extension,
    Invitation,
    Signature,
    Team,
)
from bakeoff_site.campaigns.selectors.invitations import token_hash
from bakeoff_site.combination.models import AnonymousSystem
from bakeoff_site.core.storage.files import keep
from bakeoff_site.crowds.models import Worker
from bakeoff_site.datasets.choices import DataKind
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.jobs.choices import JobKind, JobState
from bakeoff_site.jobs.models import Job
from bakeoff_site.judging.models import Evaluation as JudgedEvaluation
from bakeoff_site.judging.models import Screen
from bakeoff_site.mail.models import Mail
from bakeoff_site.mail.services.outbox import put
from bakeoff_site.pages.models import CampaignPage, Logo
from bakeoff_site.scoring.models import ScoreUpload, Trial
from bakeoff_site.scoring.services.scores import store_scores
from bakeoff_site.submissions.choices import SubmissionState
from bakeoff_site.submissions.models import Board, Description, Draft, Run, Submission, Upload
from bakeoff_site.team_messages.choices import Audience
from bakeoff_site.team_messages.selectors import Selection
from bakeoff_site.team_messages.services import send_message
from tests.site.comparisons import compare_board_once
from tests.site.judged_world import crowd_worker, held_screen, judged_evaluation
from tests.site.published_world import published_results
from tests.site.texts import numbered_document, reference_xml, run_xml, source_xml

Role = Literal[
    "visitor",
    "stranger",
    "withdrawn",
    "rival",
    "team_mate",
    "owner",
    "judge",
    "observer",
    "organiser",
    "administrator",
]
"""`visitor` has not signed in; the others are the people of `conftest.py`."""
ROLES: tuple[Role, ...] = Role.__args__  # type: ignore[attr-defined]
TEAM: tuple[Role, ...] = ("team_mate", "owner")
TAKING_PART: tuple[Role, ...] = ("rival", *TEAM)
"""Of teams that have signed everything, registered for Arabic and not withdrawn."""
ORGANISERS: tuple[Role, ...] = ("organiser", "administrator")
SIGNED_IN: tuple[Role, ...] = tuple(role for role in ROLES if role != "visitor")

Moment = Literal[
    "before", "registration", "dry-run", "evaluation", "combination", "preliminary", "human-assessment", "public"
]
"""Before everything; and an hour after a phase of the rulebook begins."""
MOMENTS: tuple[Moment, ...] = Moment.__args__  # type: ignore[attr-defined]


def time_of(moment: Moment, campaign: Campaign) -> datetime:
    periods = schedule(campaign.rules)
    if moment == "before":
        return min(period.start for period in periods) - timedelta(days=1)
    return next(period.start for period in periods if period.phase.id == moment) + timedelta(hours=1)


TEXTS = {
    "reference": "on friday evening the harbour master lit the lanterns before the storm came near",
    "TESTS": "on friday evening the harbour chief kindled lights before the storm came near",
    "RIVAL": "on friday evening the harbour master put on the lamps before the storm came near",
    "BASE": "on evening of friday harbour boss make light before the storm came",
    "source": "masaa aljumua ashala almasabih qabla alasifa",
}
PAIR = "ara2eng"


@dataclass(frozen=True, kw_only=True)
class Where:
    """What of a campaign there is something of: a board, and files of its test set or of another."""

    track: str
    pair: str
    condition: str
    test_set: str
    references: tuple[str, str, bytes]
    """Test set and language pair of a file of references, and what is in it."""


HERE = Where(
    track="single",
    pair=PAIR,
    condition="constrained",
    test_set="current",
    references=("current", PAIR, reference_xml([TEXTS["reference"]] * 3)),
)
SYSTEMS = {"TESTS": "TESTS_ara2eng_primary_cn", "RIVAL": "RIVAL_ara2eng_primary_cn", "BASE": "Plain Baseline"}
RECEIPTS = {"TESTS": 41_000_417, "RIVAL": 52_000_529, "BASE": 63_000_631, "GONE": 74_000_743}
LINK = "a-link-that-lives"


@dataclass(frozen=True)
class World:
    """What rows take arguments from."""

    campaign: Campaign
    people: Mapping[Role, User]
    team: Team
    rivals: Team
    gone: Team
    runs: Mapping[str, Run] = field(default_factory=dict)
    files: Mapping[str, DataFile] = field(default_factory=dict)
    uploads: Mapping[str, Upload] = field(default_factory=dict)
    drafts: Mapping[str, Draft] = field(default_factory=dict)
    correction: Correction = field(default_factory=Correction)
    trial: Trial = field(default_factory=Trial)
    job: Job = field(default_factory=Job)
    score_upload: ScoreUpload = field(default_factory=ScoreUpload)
    screen: Screen = field(default_factory=Screen)
    worker: Worker = field(default_factory=Worker)
    """Of a study of the same task, who has started."""
    judged: JudgedEvaluation = field(default_factory=JudgedEvaluation)
    """Of a task that is over."""
    token_id: int = 0
    mail_about_account: int = 0
    message: int = 0
    deleted_id: int = 0
    hidden_page: int = 0

    @property
    def board(self) -> Board:
        return self.runs["RIVAL"].board


def build_world(campaign: Campaign, people: Mapping[Role, User], team: Team, where: Where = HERE) -> World:
    """Rows as services leave them behind, made directly: at some moments no service would make them."""
    campaign.rulebook_content["systems"] = {"BASE": {"title": "Plain Baseline", "kind": "baseline"}}
    campaign.save()
    campaign.__dict__.pop("rules", None)
    rivals, gone = (Team.objects.get(members__user=people[role]) for role in ("rival", "withdrawn"))
    entrants = {
        "TESTS": (team, people["owner"]),
        "RIVAL": (rivals, people["rival"]),
        "GONE": (gone, people["withdrawn"]),
    }
    for site, (entrant, person) in entrants.items():
        _take_part(entrant, person)
        _submit(campaign, site, entrant, person)
    _submit(campaign, "BASE", None, people["organiser"])
    # Of a phase whose times the tables do not look at
    Extension.objects.create(
        team=team,
        phase="descriptions",
        until=max(period.start for period in schedule(campaign.rules)) + timedelta(hours=1),
        reason="they were ill",
        granted_by=people["organiser"],
    )
    board = Board.objects.create(
        campaign=campaign,
        track=where.track,
        language_pair=where.pair,
        condition=where.condition,
        test_set=where.test_set,
    )
    runs = {site: _run(board, site) for site in SYSTEMS}
    for site, run in runs.items():
        store_scores(
            run, {"case+punc": _evaluation()}, system=SYSTEMS[site], inputs_digest="b" * 64, rules_digest="r" * 64
        )
    compare_board_once(board)
    for sent_to, into in (
        ("into.the.team@example.org", {"team": team}),
        ("into.a.role@example.org", {"role": MembershipRole.JUDGE}),
    ):
        _invite(campaign, sent_to, people["organiser"], **into)
    AnonymousSystem.objects.create(
        campaign=campaign,
        track=where.track,
        language_pair=where.pair,
        team=rivals,
        condition=where.condition,
        number=1,
    )
    files = _files(campaign, where)
    for user, address in ((people["owner"], "203.0.113.77"), (None, "203.0.113.88")):
        now = time_of("before", campaign)
        FailedSignIns.objects.create(user=user, step=Step.PASSWORD, address=address, count=3, first_at=now, last_at=now)
    published_results(runs["RIVAL"], people["organiser"])
    screen = held_screen(runs, people["organiser"], people["judge"])
    return World(
        campaign=campaign,
        people=people,
        team=team,
        rivals=rivals,
        gone=gone,
        runs=runs,
        files=files,
        correction=_correction(files["reference"], rivals, people["rival"]),
        uploads={site: _upload(entrants[site][0], entrants[site][1]) for site in ("TESTS", "RIVAL")},
        drafts={site: _draft(site, entrants[site][0], entrants[site][1]) for site in ("TESTS", "RIVAL")},
        trial=_trial(campaign, team, people["owner"], where),
        job=_failed_job(runs["RIVAL"]),
        score_upload=_score_upload(runs["RIVAL"].board, people["organiser"]),
        screen=screen,
        worker=crowd_worker(screen.evaluation.task, people["organiser"]),
        judged=judged_evaluation(runs, people["organiser"], people["judge"]),
        mail_about_account=_failed_mails(campaign, people["owner"]),
        message=_message(campaign, people["organiser"]),
        deleted_id=_deleted_campaign(people["administrator"]),
        hidden_page=_pages(campaign, people["organiser"]),
        token_id=make_token(people["owner"], name="mine", scopes=["read"], lifetime=timedelta(days=1)).row.pk,
    )


def _message(campaign: Campaign, by: User) -> int:
    """A message to all teams that has not left yet."""
    all_teams = Selection(audience=Audience.ALL)
    sent = send_message(campaign, subject="News", text="Dear {name}", selection=all_teams, by=by, now=timezone.now())
    return sent.pk


def _pages(campaign: Campaign, by: User) -> int:
    """Pages of the organisers: one that everyone sees, one that only they see, and a logo."""
    public = {"title": "FAQ", "slug": "faq", "text": "Answers for everyone", "position": 1, "published": True}
    secret = {"title": "Plans", "slug": "plans", "text": "the prize is a golden anchor", "position": 2}
    CampaignPage.objects.create(campaign=campaign, changed_by=by, **public)
    kept = keep([b"a picture"])
    Logo.objects.create(campaign=campaign, sha256=kept.sha256, size=9, width=1, height=1, uploaded_by=by)
    return CampaignPage.objects.create(campaign=campaign, changed_by=by, **secret).pk


def _deleted_campaign(by: User) -> int:
    gone = {"slug": "gone", "title": "A campaign that is gone", "created_at": timezone.now()}
    return DeletedCampaign.objects.create(**gone, deleted_by=by).pk


def _take_part(team: Team, by: User) -> None:
    for agreement in team.campaign.rules.registration.agreements:
        Signature.objects.create(team=team, agreement=agreement, signed_by=by)
    for consent in team.campaign.rules.registration.consents.values():
        if consent.concerns == "outputs":
            ConsentGiven.objects.create(team=team, consent=consent.id, given_by=by)
    rules = team.campaign.rules
    first = {"track": next(iter(rules.tracks)), "condition": next(iter(rules.conditions), ""), "system": "primary"}
    Description.objects.create(
        team=team,
        text=f"Site: {team.code}\n{rules.description.techniques}: the secret recipe of {team.code}\n",
        valid=True,
        submitted_by=by,
        submitted_at=timezone.now(),
        **(first if rules.description.each == "system" else {}),
    )


def _submit(campaign: Campaign, site: str, team: Team | None, by: User) -> None:
    kept = keep([run_xml([TEXTS.get(site, "of a team that is gone")] * 3, system=SYSTEMS.get(site, site))])
    Submission.objects.create(
        campaign=campaign,
        team=team,
        number=RECEIPTS[site],
        name=f"package-of-{site}.xml",
        sha256=kept.sha256,
        size=kept.size,
        submitted_by=by,
        received_at=timezone.now(),
        checked_at=timezone.now(),
        state=SubmissionState.VALID,
        package="eval",
        version=1,
    )


def _run(board: Board, site: str) -> Run:
    submission = board.campaign.submissions.get(number=RECEIPTS[site])
    return Run.objects.create(
        submission=submission,
        board=board,
        team=submission.team,
        entered="" if submission.team else site,
        system_type="primary" if submission.team else "",
        system="primary",
        name=SYSTEMS[site],
        file_name=f"{SYSTEMS[site]}.xml",
        sha256=submission.sha256,
        size=submission.size,
    )


@lru_cache
def _evaluation() -> Evaluation:
    """The three systems, scored in earnest."""
    return score_runs(
        [Text(system=SYSTEMS[site], documents=numbered_document(TEXTS[site])) for site in SYSTEMS],
        [ReferenceSet(name="reference", documents=numbered_document(TEXTS["reference"]), target_language="English")],
        source=TestSet(documents=numbered_document(TEXTS["source"])),
        metrics=("bleu@mteval", "ter@tercom"),
        specification="case+punc",
        by=("genre",),
        threads=1,
    )


def _invite(campaign: Campaign, email: str, by: User, **into: object) -> Invitation:
    return Invitation.objects.create(
        campaign=campaign,
        email=email,
        token_hash=token_hash(LINK if "team" in into else "another"),
        invited_by=by,
        expires_at=timezone.now() + timedelta(days=14),
        **into,
    )


def _files(campaign: Campaign, where: Where) -> dict[str, DataFile]:
    set_of_references, pair_of_references, references = where.references
    contents = {
        DataKind.TRAINING: ("", where.pair, b"a corpus of ships"),
        DataKind.SOURCE: (where.test_set, where.pair, source_xml([TEXTS["source"]] * 3)),
        DataKind.REFERENCE: (set_of_references, pair_of_references, references),
        DataKind.OUTPUTS: (where.test_set, where.pair, b"outputs under numbers"),
    }
    return {str(kind): _file(campaign, kind, *about) for kind, about in contents.items()}


def _file(campaign: Campaign, kind: DataKind, test_set: str, pair: str, content: bytes) -> DataFile:
    kept = keep([content])
    return DataFile.objects.create(
        campaign=campaign,
        kind=kind,
        test_set=test_set,
        language_pair=pair,
        name=f"{kind}-of-the-test.xml",
        note=f"what to know of the {kind}",
        sha256=kept.sha256,
        size=kept.size,
    )


def _draft(site: str, team: Team, by: User) -> Draft:
    """A file that is checked and waits to be confirmed, with something that the server can fix."""
    kept = keep([f"a draft of {site}\n".encode()])
    name = f"draft-of-{site}.txt"
    finding = {
        "code": "file-name",
        "severity": "error",
        "file": name,
        "line": 1,
        "document": None,
        "segment": None,
        "found": name,
        "expected": "another name",
        "remedy": "",
        "excerpt": [[1, f"a draft of {site}"]],
    }
    change = {"kind": "name", "file": name, "what": "name", "before": name, "after": f"right-{name}"}
    report = {"findings": [finding], "possible": [change], "sent_names": {name: name}}
    draft = Draft.objects.create(
        campaign=team.campaign,
        team=team,
        checked_revision=1,
        report=report,
        checked_at=timezone.now(),
        expires_at=timezone.now() + timedelta(days=400),
    )
    draft.files.create(name=name, sha256=kept.sha256, size=kept.size, added_by=by)
    return draft


def _correction(reference: DataFile, team: Team, by: User) -> Correction:
    return Correction.objects.create(
        campaign=reference.campaign,
        reference=reference,
        segment="1",
        found="lanterns",
        proposed="torches",
        reason="they burned with open flames",
        team=team,
        proposed_by=by,
    )


def _upload(team: Team, by: User) -> Upload:
    return Upload.objects.create(
        campaign=team.campaign,
        team=team,
        user=by,
        name=f"coming-from-{team.code}.tgz",
        size=2,
        expires_at=timezone.now() + timedelta(days=1),
    )


def _trial(campaign: Campaign, team: Team, by: User, where: Where) -> Trial:
    return Trial.objects.create(
        campaign=campaign,
        user=by,
        team=team,
        track=where.track,
        language_pair=where.pair,
        test_set=next(each.id for each in campaign.rules.test_sets.values() if each.role == "dev"),
        name="an-attempt-of-the-owner.xml",
        sha256="a" * 64,
        size=1,
        scores={
            "case+punc": {
                "bleu@mteval": {"value": 0.5, "signature": "", "direction": "higher", "digits": 4, "variation": None}
            }
        },
        answered_at=timezone.now(),
    )


def _score_upload(board: Board, by: User) -> ScoreUpload:
    kept = keep([b"system\tscore\nRIVAL\t0.987654\n"])
    return ScoreUpload.objects.create(
        board=board,
        metric="comet",
        version=1,
        direction="higher",
        unit="system",
        systems=1,
        name="outside-scores.tsv",
        sha256=kept.sha256,
        size=kept.size,
        uploaded_by=by,
        uploaded_at=timezone.now(),
    )


def _failed_mails(campaign: Campaign, to: User) -> int:
    """One of the campaign, and one about an account, whose number it gives."""
    mails = put(Mail(campaign=about, to=to.email, subject="About you", text="…") for about in (campaign, None))
    Mail.objects.update(attempts=3, error="the postman is ill", not_before=timezone.now() + timedelta(hours=1))
    return mails[1].pk


def _failed_job(run: Run) -> Job:
    return Job.objects.create(
        kind=JobKind.SCORE_RUN,
        subject_id=run.pk,
        campaign=run.board.campaign,
        state=JobState.FAILED,
        not_before=timezone.now(),
        finished_at=timezone.now(),
        error="the scorer ran out of ink",
    )
