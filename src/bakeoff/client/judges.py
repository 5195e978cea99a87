"""Who judges and what they owe: shares of teams, reminders, links and invitations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bakeoff.client.calls import Asking, at
from bakeoff.client.records import InvitedJudges, JudgeLink, JudgingTask, Reminded, Share, read_as


class Judges(Asking):
    """The operations about judges of a task."""

    def own_shares(self, slug: str, team_id: int) -> tuple[Share, ...]:
        """What a team owes of judging tasks."""
        rows = self._connection.ask("GET", at(slug, "teams", team_id, "shares"))
        return tuple(read_as(Share, row) for row in rows)

    def shares(self, slug: str, task: str) -> Iterator[Share]:
        """The shares of all teams in a task, those furthest behind first; for organisers."""
        return self._each(Share, at(slug, "judging-tasks", task, "shares"))

    def set_owed(self, slug: str, task: str, owed: str) -> tuple[Share, ...]:
        """Sets what each team owes, such as `300 screens`; empty: what the rulebook says. For organisers."""
        rows = self._connection.ask("PUT", at(slug, "judging-tasks", task, "owed"), json={"owed": owed})
        return tuple(read_as(Share, row) for row in rows)

    def waive_share(self, slug: str, task: str, team_id: int, *, reason: str) -> None:
        """Lets a team off its share; for organisers."""
        path = at(slug, "judging-tasks", task, "shares", team_id, "waiver")
        self._connection.ask("PUT", path, json={"reason": reason})

    def unwaive_share(self, slug: str, task: str, team_id: int) -> None:
        """Asks a team for its share again; for organisers."""
        self._connection.ask("DELETE", at(slug, "judging-tasks", task, "shares", team_id, "waiver"))

    def remind_judges(self, slug: str, task: str) -> Reminded:
        """Reminds everyone who is behind, each once a day; for organisers."""
        return self._post(Reminded, at(slug, "judging-tasks", task, "reminders"), {})

    def judge_links(self, slug: str, task: str) -> Iterator[JudgeLink]:
        """Links and invitations that still let people judge a task; for organisers."""
        return self._each(JudgeLink, at(slug, "judging-tasks", task, "links"))

    def make_judge_link(
        self, slug: str, task: str, *, most_uses: int, days: int, chosen: Sequence[str] = ()
    ) -> JudgeLink:
        """A link that lets everyone who has it judge a task; for organisers."""
        said = {"most_uses": most_uses, "days": days, "chosen": list(chosen)}
        return self._post(JudgeLink, at(slug, "judging-tasks", task, "links"), said)

    def revoke_judge_link(self, slug: str, task: str, link_id: int) -> None:
        """Makes a link void; who joined by it stays a judge. For organisers."""
        self._connection.ask("DELETE", at(slug, "judging-tasks", task, "links", link_id))

    def invite_judges(
        self, slug: str, task: str, emails: Sequence[str], *, chosen: Sequence[str] = ()
    ) -> InvitedJudges:
        """Invites people by mail; `chosen` are language pairs and test sets that they start with. For organisers."""
        said = {"judges": [{"email": email, "chosen": list(chosen)} for email in emails]}
        return self._post(InvitedJudges, at(slug, "judging-tasks", task, "invitations"), said)

    def join_judging(self, token: str) -> JudgingTask:
        """Becomes a judge of a task by the token of a link."""
        return self._post(JudgingTask, "/judging/join", {"token": token})
