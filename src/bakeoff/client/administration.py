"""Running a campaign: its rulebook, teams and their people, roles, data, packs, the log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from bakeoff.client.calls import Asking, at
from bakeoff.client.records import (
    Act,
    Audience,
    Campaign,
    CampaignRole,
    ChangedRulebook,
    Dashboard,
    DataFile,
    DataVersion,
    DeletedCampaign,
    Download,
    EarlierRulebook,
    Invitation,
    Job,
    Member,
    MissingData,
    OwnPage,
    Pack,
    Person,
    PlannedChange,
    ReleasableRun,
    RulebookText,
    Sharing,
    Team,
    TeamMessage,
    read_as,
)


class Organising(Asking):
    """Calls for organisers. Those marked as open to contact persons work for the contact persons of the team."""

    def dashboard(self, slug: str) -> Dashboard:
        """Registrations, steps that are missing, submissions, jobs, what is due next."""
        return self._get(Dashboard, at(slug, "dashboard"))

    def rulebook_text(self, slug: str) -> RulebookText:
        return self._get(RulebookText, at(slug, "rulebook", "text"))

    def earlier_rulebooks(self, slug: str) -> Iterator[EarlierRulebook]:
        """Rulebooks that were replaced, the latest first."""
        return self._each(EarlierRulebook, at(slug, "rulebook", "versions"))

    def earlier_rulebook(self, slug: str, number: int) -> RulebookText:
        return self._get(RulebookText, at(slug, "rulebook", "versions", number))

    def check_rulebook(self, slug: str, rulebook: str) -> PlannedChange:
        """What another rulebook would change; one with mistakes is an `InvalidError` with all of them."""
        return self._post(PlannedChange, at(slug, "rulebook", "check"), {"rulebook": rulebook})

    def change_rulebook(self, slug: str, rulebook: str, *, version: str, ends_phases: bool = False) -> ChangedRulebook:
        """Replaces the rulebook; `version` is that of the one which the text was made from."""
        said = {"rulebook": rulebook, "version": version, "ends_phases": ends_phases}
        # Sent twice, the second would come from an older version.
        return read_as(ChangedRulebook, self._connection.ask("PUT", at(slug, "rulebook"), json=said, again=False))

    def set_listed(self, slug: str, *, listed: bool) -> Campaign:
        """Whether everyone finds the campaign in the list."""
        return read_as(Campaign, self._connection.ask("PUT", at(slug, "listing"), json={"listed": listed}))

    def set_archived(self, slug: str, *, archived: bool) -> Campaign:
        """Closes the campaign for every change, or opens it again."""
        return read_as(Campaign, self._connection.ask("PUT", at(slug, "archive"), json={"archived": archived}))

    def delete_campaign(self, slug: str, *, title: str) -> DeletedCampaign:
        """Deletes a campaign in which nobody has submitted; `title` confirms it. For administrators."""
        return self._post(DeletedCampaign, at(slug, "delete"), {"title": title})

    def deleted_campaigns(self) -> Iterator[DeletedCampaign]:
        """Newest first; for administrators."""
        return self._each(DeletedCampaign, "/deleted-campaigns")

    def log_of_deleted(self, deleted_id: int, *, act: str = "", text: str = "") -> Iterator[Act]:
        """Who did what in a campaign that is gone, newest first; for administrators."""
        return self._each(Act, f"/deleted-campaigns/{deleted_id}/log", {"act": act, "text": text})

    # Pages of the organisers' own

    def pages(self, slug: str) -> Iterator[OwnPage]:
        """Pages that organisers wrote, in their order; everyone sees the published ones."""
        return self._each(OwnPage, at(slug, "pages"))

    def page(self, slug: str, page: str) -> OwnPage:
        """A page with its text; everyone sees a published one."""
        return self._get(OwnPage, at(slug, "pages", page))

    def write_page(
        self, slug: str, page: str, *, title: str, text: str, published: bool | None = None, version: str | None = None
    ) -> OwnPage:
        """Adds a page or changes it; with `version`, only if nobody has changed it since."""
        said = {"title": title, "text": text, "published": published, "version": version}
        return read_as(OwnPage, self._connection.ask("PUT", at(slug, "pages", page), json=said, again=version is None))

    def delete_page(self, slug: str, page: str) -> None:
        self._connection.ask("DELETE", at(slug, "pages", page))

    # Teams and their people

    def grant_extension(self, slug: str, team_id: int, phase: str, *, until: datetime, reason: str) -> Team:
        """More time for a team; `until` is the first moment that is too late, with its time zone."""
        said = {"until": until.isoformat(), "reason": reason}
        path = at(slug, "teams", team_id, "extensions", phase)
        return read_as(Team, self._connection.ask("PUT", path, json=said))

    def revoke_extension(self, slug: str, team_id: int, phase: str, *, reason: str) -> Team:
        """The phase ends for the team as for everyone."""
        return self._post(Team, at(slug, "teams", team_id, "extensions", phase, "revoke"), {"reason": reason})

    def note_judged(self, slug: str, team_id: int, *, judged: bool = True) -> Team:
        """That a team has done its share of the judgments, or has not after all."""
        path = at(slug, "teams", team_id, "judged")
        return read_as(Team, self._connection.ask("PUT", path, json={"judged": judged}))

    def withdraw_team(self, slug: str, team_id: int, *, reason: str) -> Team:
        return self._post(Team, at(slug, "teams", team_id, "withdraw"), {"reason": reason})

    def reinstate_team(self, slug: str, team_id: int, *, reason: str) -> Team:
        return self._post(Team, at(slug, "teams", team_id, "reinstate"), {"reason": reason})

    def members(self, slug: str, team_id: int) -> Iterator[Member]:
        """For the team too."""
        return self._each(Member, at(slug, "teams", team_id, "members"))

    def set_contact(self, slug: str, team_id: int, member_id: int, *, is_contact: bool) -> Member:
        """For contact persons too."""
        path = at(slug, "teams", team_id, "members", member_id)
        return read_as(Member, self._connection.ask("PUT", path, json={"is_contact": is_contact}))

    def remove_member(self, slug: str, team_id: int, member_id: int) -> None:
        """For contact persons too, and for everyone who leaves."""
        self._connection.ask("DELETE", at(slug, "teams", team_id, "members", member_id))

    def team_invitations(self, slug: str, team_id: int) -> Iterator[Invitation]:
        """For the team too."""
        return self._each(Invitation, at(slug, "teams", team_id, "invitations"))

    def invite_into_team(self, slug: str, team_id: int, email: str) -> Invitation:
        """For contact persons too."""
        return self._post(Invitation, at(slug, "teams", team_id, "invitations"), {"email": email})

    def withdraw_team_invitation(self, slug: str, team_id: int, invitation_id: int) -> None:
        """For contact persons too."""
        self._connection.ask("DELETE", at(slug, "teams", team_id, "invitations", invitation_id))

    # Roles

    def people(self, slug: str) -> Iterator[Person]:
        """Organisers, judges and observers."""
        return self._each(Person, at(slug, "people"))

    def end_role(self, slug: str, person_id: int) -> None:
        self._connection.ask("DELETE", at(slug, "people", person_id))

    def invitations(self, slug: str) -> Iterator[Invitation]:
        """Into roles, not accepted yet."""
        return self._each(Invitation, at(slug, "invitations"))

    def invite(self, slug: str, email: str, *, role: str) -> Invitation:
        """An `organiser`, `judge` or `observer`."""
        return self._post(Invitation, at(slug, "invitations"), {"email": email, "role": role})

    def withdraw_invitation(self, slug: str, invitation_id: int) -> None:
        self._connection.ask("DELETE", at(slug, "invitations", invitation_id))

    def accept_invitation(self, token: str) -> CampaignRole:
        """For the person who was invited; the token is the last part of the link in the mail."""
        return self._post(CampaignRole, "/invitations/accept", {"token": token})

    # Messages to teams

    def messages(self, slug: str) -> Iterator[TeamMessage]:
        """Newest first."""
        return self._each(TeamMessage, at(slug, "messages"))

    def write_message(
        self,
        slug: str,
        *,
        subject: str,
        text: str,
        audience: Audience = "all",
        step: str = "",
        teams: Sequence[int] = (),
    ) -> TeamMessage:
        """Writes to all teams, to those that have not done a step, or to some; {team} and others are filled in."""
        said = {"subject": subject, "text": text, "audience": audience, "step": step, "teams": list(teams)}
        return self._post(TeamMessage, at(slug, "messages"), said)

    def take_back_message(self, slug: str, message_id: int) -> TeamMessage:
        """Nobody gets a message that has not left yet."""
        return self._post(TeamMessage, at(slug, "messages", message_id, "take-back"), {})

    # Data

    def data_versions(self, slug: str, file_id: int) -> Iterator[DataVersion]:
        """Newest first."""
        return self._each(DataVersion, at(slug, "data", file_id, "versions"))

    def remove_data_file(self, slug: str, file_id: int, *, reason: str) -> DataVersion:
        """Takes a file away; it stays as an earlier version."""
        return self._post(DataVersion, at(slug, "data", file_id, "remove"), {"reason": reason})

    def releasable_runs(self, slug: str) -> Iterator[ReleasableRun]:
        """Runs that can be released as input of another track, and what they are released as."""
        return self._each(ReleasableRun, at(slug, "released-runs"))

    def release_run(self, slug: str, run: int, *, label: str) -> tuple[DataFile, ...]:
        """Releases a run as input under a name that teams get to see: its files, one for each test set and pair."""
        files = self._connection.ask("POST", at(slug, "released-runs"), json={"run": run, "label": label})
        return tuple(read_as(DataFile, file) for file in files)

    def missing_data(self, slug: str) -> Iterator[MissingData]:
        return self._each(MissingData, at(slug, "missing-data"))

    def downloads(self, slug: str, *, text: str = "") -> Iterator[Download]:
        """Who fetched which file, newest first."""
        return self._each(Download, at(slug, "downloads"), {"text": text})

    # Outputs that are shared

    def sharing(self, slug: str) -> Iterator[Sharing]:
        return self._each(Sharing, at(slug, "sharing"))

    def packs(self, slug: str) -> Iterator[Pack]:
        return self._each(Pack, at(slug, "packs"))

    def make_packs(self, slug: str, *, track: str = "", test_set: str = "", language_pair: str = "") -> tuple[Job, ...]:
        """Has a pack made again, or, without any of the three, all of them."""
        said = {"track": track, "test_set": test_set, "language_pair": language_pair}
        jobs = self._connection.ask("POST", at(slug, "packs"), json=said)
        return tuple(read_as(Job, job) for job in jobs)

    def clear_system(self, slug: str, system_id: int) -> None:
        """Lets a system be handed out although its texts name its team."""
        self._connection.ask("POST", at(slug, "packs", "systems", system_id, "clear"), json={})

    def log(self, slug: str, *, act: str = "", text: str = "") -> Iterator[Act]:
        """Who did what, newest first."""
        return self._each(Act, at(slug, "log"), {"act": act, "text": text})
