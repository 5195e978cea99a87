"""The operations of the API as methods."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import Any
from urllib.parse import quote

from bakeoff.client.adjudication import Adjudicating
from bakeoff.client.administration import Organising
from bakeoff.client.calls import WAIT_SECONDS, at
from bakeoff.client.constituents import Constituents
from bakeoff.client.crowds import Crowds
from bakeoff.client.human_boards import HumanBoards
from bakeoff.client.imports import Imports
from bakeoff.client.judges import Judges
from bakeoff.client.judging import Judging
from bakeoff.client.metrics_tasks import MetricsTasks
from bakeoff.client.offline_files import OfflineFiles
from bakeoff.client.published_results import PublishedResults
from bakeoff.client.records import (
    Account,
    Agreement,
    Campaign,
    CampaignRole,
    CampaignRow,
    DataFile,
    Description,
    Draft,
    Job,
    Offers,
    Registration,
    Run,
    Schedule,
    Submission,
    SubmissionRow,
    SystemDescription,
    SystemHistory,
    Team,
    TeamRow,
    Trial,
    Upload,
    read_as,
)
from bakeoff.client.results import Results
from bakeoff.client.rulebook_content import rulebook_of
from bakeoff.client.tournaments import Tournaments
from bakeoff.client.uploads import CHUNK, Progress, send_in_pieces
from bakeoff.errors import BakeoffError
from bakeoff.rulebook import Rulebook


class Client(
    Adjudicating,
    Constituents,
    Crowds,
    HumanBoards,
    Imports,
    Judges,
    Judging,
    MetricsTasks,
    OfflineFiles,
    Organising,
    PublishedResults,
    Results,
    Tournaments,
):
    """A campaign server as the owner of the token sees it; without a token, as the public sees it.

    Whatever the server refuses is a `ServerError` that says why; a server that does not answer is an
    `UnreachableError`. `timeout` is how many seconds a single answer may take, `attempts` how often a request is
    tried, `pause` waits in between, and `transport` is how requests travel, by default directly.
    """

    # Campaigns

    def me(self) -> Account:
        return self._get(Account, "/me")

    def campaigns(self, *, archived: bool = False) -> Iterator[CampaignRow]:
        """The open campaigns, or the archived ones."""
        return self._each(CampaignRow, "/campaigns", {"archived": archived} if archived else None)

    def campaign(self, slug: str) -> Campaign:
        return self._get(Campaign, at(slug))

    def schedule(self, slug: str) -> Schedule:
        return self._get(Schedule, at(slug, "schedule"))

    def rulebook(self, slug: str) -> Rulebook:
        return rulebook_of(self._connection.ask("GET", at(slug, "rulebook")), self.base_url)

    def create_campaign(self, rulebook: str, *, start: date | None = None, confirm_past: bool = False) -> Campaign:
        """A campaign from the text of its rulebook; for administrators.

        With `start` all dates move by the same number of weeks. A schedule in the past must be meant: `confirm_past`.
        """
        said = {"rulebook": rulebook, "start": start and start.isoformat(), "confirm_past": confirm_past}
        return self._post(Campaign, "/campaigns", said)

    def create_campaign_from_model(
        self,
        base: str,
        *,
        id: str,
        title: str,
        start: date,
        confirm_past: bool = False,
        choices: Mapping[str, Any] | None = None,
    ) -> Campaign:
        """The same in the manner of a rulebook that comes with Bakeoff, without its organiser, website and contact.

        `choices` say what differs from it, as the API describes them: `language_pairs`, `test_sets`, `metrics` …
        """
        said = {"id": id, "title": title, "start": start.isoformat(), "confirm_past": confirm_past, **(choices or {})}
        return self._post(Campaign, f"/rulebooks/{quote(base, safe='')}/campaigns", said)

    def duplicate_campaign(
        self,
        slug: str,
        *,
        id: str,
        title: str,
        start: date,
        confirm_past: bool = False,
        copy_people: bool = False,
        copy_files: bool = False,
        choices: Mapping[str, Any] | None = None,
    ) -> Campaign:
        """A campaign with the rules of another one and new dates; for its organisers."""
        said = {"id": id, "title": title, "start": start.isoformat(), "confirm_past": confirm_past, **(choices or {})}
        return self._post(
            Campaign, at(slug, "duplicates"), {**said, "copy_people": copy_people, "copy_files": copy_files}
        )

    # Teams

    def role_in(self, slug: str) -> CampaignRole:
        return self._get(CampaignRole, at(slug, "me"))

    def teams(self, slug: str) -> Iterator[TeamRow]:
        """All teams; for organisers."""
        return self._each(TeamRow, at(slug, "teams"))

    def team(self, slug: str, team_id: int) -> Team:
        return self._get(Team, at(slug, "teams", team_id))

    def register(self, slug: str, registration: Registration) -> Team:
        return self._post(Team, at(slug, "teams"), asdict(registration))

    def change_registration(self, slug: str, team_id: int, registration: Registration) -> Team:
        """Says everything again; consents that are not named are taken back."""
        path = at(slug, "teams", team_id, "registration")
        return read_as(Team, self._connection.ask("PUT", path, json=asdict(registration)))

    def set_attendee(self, slug: str, team_id: int, attendee: str) -> Team:
        """Who attends the workshop for a team; empty where nobody does."""
        path = at(slug, "teams", team_id, "attendee")
        return read_as(Team, self._connection.ask("PUT", path, json={"attendee": attendee}))

    def set_consent(self, slug: str, team_id: int, consent: str, *, given: bool) -> Team:
        path = at(slug, "teams", team_id, "consents", consent)
        return read_as(Team, self._connection.ask("PUT", path, json={"given": given}))

    def sign(self, slug: str, team_id: int, agreement: str) -> Agreement:
        path = at(slug, "teams", team_id, "agreements", agreement)
        return read_as(Agreement, self._connection.ask("POST", path, again=True))

    def assign_team_code(self, slug: str, team_id: int, code: str) -> Team:
        """For organisers."""
        path = at(slug, "teams", team_id, "code")
        return read_as(Team, self._connection.ask("PUT", path, json={"code": code}))

    # Data

    def data_files(self, slug: str) -> Iterator[DataFile]:
        return self._each(DataFile, at(slug, "data"))

    def add_data_file(
        self,
        slug: str,
        path: str | Path,
        *,
        kind: str,
        test_set: str = "",
        language_pair: str = "",
        input: str = "",
        number: int = 1,
        label: str = "",
        note: str = "",
    ) -> DataFile:
        """Adds a file, or replaces the one in its place; for organisers.

        `input` says of a source what systems start from, such as `n-best`, and `label` which recogniser it comes from.
        """
        query = {
            "kind": kind,
            "name": Path(path).name,
            "test_set": test_set,
            "language_pair": language_pair,
            "input": input,
            "number": number,
            "label": label,
            "note": note,
        }
        return read_as(DataFile, self._connection.send(at(slug, "data"), Path(path), query=query))

    def download(self, slug: str, file: DataFile, target: str | Path) -> Path:
        """Fetches a file into a folder or under a name; it appears once it is complete and its checksum is right."""
        if not file.may_fetch:
            raise BakeoffError(
                f"You could not fetch the {file.kind} when files were listed: {file.why_not}. List again."
            )
        path = Path(target) / file.name if Path(target).is_dir() else Path(target)
        coming = path.with_name(f"{path.name}.coming")
        digest = hashlib.sha256()
        with self._connection.stream(at(slug, "data", file.id, "content")) as pieces, coming.open("wb") as out:
            for piece in pieces:
                digest.update(piece)
                out.write(piece)
        if digest.hexdigest() != file.sha256:
            coming.unlink()
            raise BakeoffError(f"{file.name} is incomplete: its checksum is not {file.sha256}. Fetch it again.")
        return coming.replace(path)

    # Submissions

    def offers(self, slug: str, team_id: int) -> Offers:
        """What a team can submit now, and what its next package will replace."""
        return self._get(Offers, at(slug, "teams", team_id, "offers"))

    def submit(
        self,
        slug: str,
        team_id: int,
        path: str | Path,
        *,
        package: str = "",
        input: str = "",
        released_runs: Sequence[str] = (),
        progress: Progress | None = None,
        chunk: int = CHUNK,
    ) -> Submission:
        """Submits a package, in pieces that survive lost connections; the receipt, before the verdict.

        `input` and `released_runs` say what the systems started from, in tracks that have several inputs.
        """
        size = Path(path).stat().st_size
        if not size:
            raise BakeoffError(f"{path} is empty (0 bytes): nothing was sent.")
        announced: dict[str, object] = {"name": Path(path).name, "size": size, "package": package}
        if input or released_runs:  # which earlier servers do not know
            announced |= {"input": input, "released_runs": list(released_runs)}
        address = at(slug, "teams", team_id, "uploads")
        # Announced twice, the upload that receives nothing is given up.
        upload = read_as(Upload, self._connection.ask("POST", address, json=announced, again=True))
        return send_in_pieces(self._connection, address, upload, Path(path), chunk=chunk, progress=progress)

    def submissions(self, slug: str, team_id: int | None = None) -> Iterator[SubmissionRow]:
        """The submissions of a team; without a team, all of them, for organisers."""
        return self._each(
            SubmissionRow,
            at(slug, "submissions") if team_id is None else at(slug, "teams", team_id, "submissions"),
        )

    def submission(self, slug: str, number: int) -> Submission:
        return self._get(Submission, at(slug, "submissions", number))

    def wait_for_verdict(self, slug: str, number: int, *, seconds: float = 600.0) -> Submission:
        """A submission once it is checked, or as it is when the seconds have passed."""
        path = at(slug, "submissions", number)
        return self._wait(Submission, path, seconds, lambda submission: submission.state != "received")

    def withdraw(self, slug: str, number: int, *, reason: str) -> Submission:
        return self._post(Submission, at(slug, "submissions", number, "withdraw"), {"reason": reason})

    # Drafts

    def check(
        self, slug: str, team_id: int, path: str | Path, *, package: str = "", input: str = "", seconds: float = 60.0
    ) -> Draft:
        """Has a file checked by the server without submitting it; as it is when the seconds have passed."""
        query = {"name": Path(path).name, "package": package, "input": input}
        draft = read_as(Draft, self._connection.send(at(slug, "teams", team_id, "drafts"), Path(path), query=query))
        return self.wait_for_check(slug, team_id, draft.id, seconds=seconds)

    def wait_for_check(self, slug: str, team_id: int, draft_id: int, *, seconds: float = 60.0) -> Draft:
        """A draft once it is checked; as it is when the seconds have passed."""
        path = at(slug, "teams", team_id, "drafts", draft_id)
        return self._wait(Draft, path, seconds, lambda draft: draft.is_checked)

    def drafts(self, slug: str, team_id: int) -> Iterator[Draft]:
        return self._each(Draft, at(slug, "teams", team_id, "drafts"))

    def fix_draft(self, slug: str, team_id: int, draft_id: int, fixes: Sequence[str] = ()) -> Draft:
        """Has changes made in a copy, by their keys; all that the server offers where none is named."""
        return self._post(Draft, at(slug, "teams", team_id, "drafts", draft_id, "fix"), {"fixes": list(fixes)})

    def undo_fix(self, slug: str, team_id: int, draft_id: int, fix: str) -> Draft:
        return self._post(Draft, at(slug, "teams", team_id, "drafts", draft_id, "undo"), {"fix": fix})

    def submit_draft(self, slug: str, team_id: int, draft_id: int, *, revision: int, late: bool = False) -> Submission:
        """Submits a draft as you saw it; `late` where you know that it is."""
        said = {"revision": revision, "late": late}
        return self._post(Submission, at(slug, "teams", team_id, "drafts", draft_id, "submit"), said)

    def remove_draft(self, slug: str, team_id: int, draft_id: int) -> None:
        self._connection.ask("DELETE", at(slug, "teams", team_id, "drafts", draft_id))

    def systems(self, slug: str, team_id: int) -> Iterator[SystemHistory]:
        """The systems of a team over the versions that it submitted."""
        return self._each(SystemHistory, at(slug, "teams", team_id, "systems"))

    def fetch_package(self, slug: str, number: int, target: str | Path) -> Path:
        """A package as it was submitted."""
        with self._connection.stream(at(slug, "submissions", number, "package")) as pieces:
            Path(target).write_bytes(b"".join(pieces))
        return Path(target)

    def enter_run(
        self,
        slug: str,
        path: str | Path,
        *,
        system: str,
        track: str,
        language_pair: str,
        test_set: str,
        condition: str = "",
        input: str = "",
    ) -> Run:
        """Enters the run of a system of the rulebook, such as a baseline; for organisers."""
        query = {
            "system": system,
            "track": track,
            "language_pair": language_pair,
            "condition": condition,
            "test_set": test_set,
            "input": input,
            "name": Path(path).name,
        }
        return read_as(Run, self._connection.send(at(slug, "runs"), Path(path), query=query))

    def description(
        self, slug: str, team_id: int, *, track: str = "", condition: str = "", system: str = ""
    ) -> Description:
        """The last description of a team's systems; of one of them, where each has its own."""
        query = {"track": track, "condition": condition, "system": system}
        return self._get(Description, at(slug, "teams", team_id, "description"), query if system else None)

    def described_systems(self, slug: str, team_id: int) -> Iterator[SystemDescription]:
        """The systems that a team describes one by one."""
        return self._each(SystemDescription, at(slug, "teams", team_id, "descriptions"))

    def submit_description(self, slug: str, team_id: int, text: str) -> Description:
        path = at(slug, "teams", team_id, "description")
        return read_as(Description, self._connection.ask("PUT", path, json={"text": text}, again=False))

    # Evaluation server

    def try_out(
        self,
        slug: str,
        path: str | Path,
        *,
        track: str,
        language_pair: str,
        test_set: str,
        team_id: int | None = None,
        seconds: float = 60.0,
    ) -> Trial:
        """Scores a text under official conditions without submitting it; as it is when the seconds have passed.

        Who is in several teams says for which of them.
        """
        query = {
            **({"team": team_id} if team_id is not None else {}),
            "track": track,
            "language_pair": language_pair,
            "test_set": test_set,
            "name": Path(path).name,
            "wait": min(int(seconds), WAIT_SECONDS),
        }
        trial = read_as(Trial, self._connection.send(at(slug, "trials"), Path(path), query=query))
        if trial.is_over:
            return trial
        return self._wait(Trial, at(slug, "trials", trial.id), seconds, lambda trial: trial.is_over)

    def trials(self, slug: str) -> Iterator[Trial]:
        return self._each(Trial, at(slug, "trials"))

    # Jobs

    def jobs(self, slug: str) -> Iterator[Job]:
        """The work of the server; for organisers."""
        return self._each(Job, at(slug, "jobs"))

    def retry(self, slug: str, job_id: int) -> Job:
        """Has a job that failed tried again; for organisers."""
        return self._post(Job, at(slug, "jobs", job_id, "retry"), {})

    def rescore(self, slug: str, *, board: int | None = None) -> int:
        """Scores the runs of a board, or all, again though rules and references stayed; how many. For organisers."""
        answer = self._connection.ask("POST", at(slug, "jobs", "rescore"), json={"board": board}, again=True)
        return int(answer["runs"])
