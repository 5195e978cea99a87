"""What everybody sees of a campaign, on pages and by programs, held against the rules at any moment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from itertools import groupby

from django.test import Client as Browser
from django.urls import reverse

from bakeoff.client import Board, BoardRow, Client, DataFile, MissingError, System
from bakeoff.rulebook import Rulebook, schedule
from bakeoff.rulebook.release.grants import Resource
from bakeoff.rulebook.release.visibility import may_see
from bakeoff.rulebook.state import STRANGER, TeamState, Viewer
from bakeoff_site.submissions.models import Run
from tests.site.five_campaigns.texts import Texts
from tests.site.secrets_kept import Watch, Watched

RESOURCES: dict[str, Resource] = {
    "training": "training-data",
    "source": "source",
    "regions": "source",
    "reference": "references",
    "mappings": "references",
    "outputs": "anonymous-outputs",
}
"""What rules call a kind of file."""


@dataclass
class Onlooker:
    """Someone who looks on. What they are is said here, and not asked of the server."""

    name: str
    client: Client
    browser: Browser = field(default_factory=Browser)
    viewers: tuple[Viewer, ...] = ()

    @property
    def team(self) -> TeamState | None:
        return next((viewer.team for viewer in self.viewers if viewer.team is not None), None)

    @property
    def is_organiser(self) -> bool:
        return any(viewer.role == "organiser" for viewer in self.viewers)

    def may(
        self,
        rules: Rulebook,
        when: datetime,
        resource: Resource,
        *,
        test_set: str = "",
        pair: str = "",
        source: str = "",
    ) -> bool:
        """By anything that they are; of what is one's own, of their own team."""
        return any(
            may_see(
                rules,
                when,
                viewer,
                resource,
                test_set=test_set or None,
                language_pair=pair or None,
                source=source,
                owner=self.team if resource.startswith("own-") else None,
            ).allowed
            for viewer in (*self.viewers, STRANGER)
        )


@dataclass
class Look:
    """A look of everybody at a campaign at a time."""

    slug: str
    rules: Rulebook
    now: datetime
    everybody: Sequence[Onlooker]
    faults: list[str] = field(default_factory=list)

    def expect(self, *, seen: object, right: object, about: str) -> None:
        if seen != right:
            self.faults.append(f"{self.now:%Y-%m-%d %H:%M:%S}: {about}: {seen}, expected {right}")

    # What costs little, and is looked at at every moment

    def at_lists(self, looking: Sequence[Onlooker]) -> None:
        """The schedule, files, boards and teams."""
        open_now = {period.phase.id for period in schedule(self.rules) if period.holds(self.now)}
        seen = {phase.id for phase in self.everybody[0].client.schedule(self.slug).phases if phase.is_open}
        self.expect(seen=seen, right=open_now, about="phases that are open")
        for who in looking:
            self._files(who)
            self._boards(who)
            self._teams(who)

    def _files(self, who: Onlooker) -> None:
        for file in who.client.data_files(self.slug):
            right = self._may_fetch(who, file)
            what = f"{who.name} may fetch {file.kind} of {file.test_set} {file.language_pair}"
            self.expect(seen=file.may_fetch, right=right, about=what)
            self.expect(seen=bool(file.name or file.sha256), right=right, about=f"{what}: name and checksum")

    def _may_fetch(self, who: Onlooker, file: DataFile) -> bool:
        """Regions to score are released with the recordings."""
        source = "audio" if file.kind == "regions" else file.input
        place = {"test_set": file.test_set, "pair": file.language_pair, "source": source}
        return who.may(self.rules, self.now, RESOURCES[file.kind], **place)

    def _boards(self, who: Onlooker) -> None:
        right = {(row.board) for row in self.every_board if self._sees_scores(who, row)}
        seen = {row.board for row in who.client.boards(self.slug)}
        self.expect(seen=seen, right=right, about=f"boards that {who.name} sees")

    def _teams(self, who: Onlooker) -> None:
        told = who.client.campaign(self.slug).participants is not None
        self.expect(
            seen=told, right=who.may(self.rules, self.now, "participants"), about=f"{who.name} is told who takes part"
        )

    @cached_property
    def every_board(self) -> list[BoardRow]:
        organiser = next(who for who in self.everybody if who.is_organiser)
        return list(organiser.client.boards(self.slug))

    def _sees_scores(self, who: Onlooker, row: BoardRow) -> bool:
        where = {"test_set": row.test_set, "pair": row.language_pair}
        own = who.team is not None and (row.board, who.team.code) in self._teams_on_boards
        return who.may(self.rules, self.now, "scores", **where) or (
            own and who.may(self.rules, self.now, "own-scores", **where)
        )

    @cached_property
    def _teams_on_boards(self) -> set[tuple[int, str]]:
        runs = Run.objects.filter(withdrawn_at=None, replaced_by=None, team__isnull=False)
        return set(runs.values_list("board", "team__code"))

    # What costs more: a board of each track and kind of test set, its runs and texts

    def at_everything(self, looking: Sequence[Onlooker]) -> None:
        """Files are fetched; boards and runs opened, pages searched for what somebody must not see."""
        samples = self._samples()
        for who in looking:
            self._fetching(who)
            watch = Watch(list(self._secrets(samples)))
            for name, address in self._pages(samples):
                answer = who.browser.get(address)
                body = b"".join(answer).decode(errors="replace")
                self.faults += [f"{self.now}: {fault}" for fault in watch.faults(name, who.name, body)]
                if answer.status_code not in (200, 404):
                    self.faults.append(f"{self.now}: {who.name} gets {answer.status_code} at {address}")
            for row in samples:
                self._board(who, row)

    def _samples(self) -> list[BoardRow]:
        def key(row: BoardRow) -> tuple[str, str]:
            return row.track, self.rules.test_sets[row.test_set].role

        rows = sorted(self.every_board, key=key)
        return [next(rows) for _, rows in groupby(rows, key)]

    def _pages(self, samples: Sequence[BoardRow]) -> Iterator[tuple[str, str]]:
        here = {"slug": self.slug}
        for name in ("campaigns:campaign", "datasets:list", "results:overview", "adjudication:list"):
            yield name, reverse(name, kwargs=here)
        for row in samples:
            yield f"board {row.board}", reverse("results:board", kwargs={**here, "board_id": row.board})
            for run in Run.objects.filter(board=row.board, withdrawn_at=None, replaced_by=None):
                yield f"run {run.pk}", reverse("results:run", kwargs={**here, "key": str(run.pk)})

    def _secrets(self, samples: Sequence[BoardRow]) -> Iterator[Watched]:
        """Texts, scores and names, and who may see them now."""
        names = self._who("system-names")
        for team in ("ALPHA", "BETA"):
            yield Watched(f"name of the system of {team}", [f"{team}_primary", f"{team}_combo"], names, [team])
            # Who may know the system, knows the team.
            taking_part = {*self._who("participants"), *names}
            yield Watched(f"that {team} takes part", [f"Team {team}"], taking_part, [team])
        for row in samples:
            texts = Texts(self.rules, self.rules.test_sets[row.test_set], row.language_pair)
            where = {"test_set": row.test_set, "pair": row.language_pair}
            yield Watched(
                f"source of {row.test_set} {row.language_pair}", [texts.source_name], self._who("source", **where)
            )
            yield Watched(
                f"references of {row.test_set} {row.language_pair}",
                [texts.reference_name],
                self._who("references", **where),
            )
            for run in Run.objects.filter(board=row.board, team__isnull=False).select_related("team"):
                team = run.team.code if run.team else ""
                yield Watched(
                    f"output of {team} on {row.test_set} {row.language_pair}",
                    [texts.output_name(team, run.system)],
                    self._who("outputs", **where),
                    [team],
                )

    def _who(self, resource: Resource, *, test_set: str = "", pair: str = "") -> set[str]:
        return {
            who.name for who in self.everybody if who.may(self.rules, self.now, resource, test_set=test_set, pair=pair)
        }

    def _fetching(self, who: Onlooker) -> None:
        """One file of each kind that may be fetched, and one that may not."""
        every = self.everybody[-1].client.data_files(self.slug)
        tried: set[tuple[str, bool]] = set()
        for file in every:
            right = self._may_fetch(who, file)
            if (file.kind, right) in tried:
                continue
            tried.add((file.kind, right))
            address = reverse("datasets:download", kwargs={"slug": self.slug, "file_id": file.id})
            status = who.browser.get(address).status_code
            self.expect(seen=status == 200, right=right, about=f"{who.name} fetches {file.kind} of {file.test_set}")

    def _board(self, who: Onlooker, row: BoardRow) -> None:
        where = {"test_set": row.test_set, "pair": row.language_pair}
        try:
            board = who.client.board(self.slug, row.board)
        except MissingError:
            self.expect(seen=False, right=self._sees_scores(who, row), about=f"{who.name} sees the board {row.title}")
            return
        self.expect(seen=True, right=self._sees_scores(who, row), about=f"{who.name} sees the board {row.title}")
        knows = who.may(self.rules, self.now, "system-names", **where)
        for system in board.systems:
            hidden = not (knows or system.is_own or system.kind not in self._kinds)
            about = f"{who.name} knows {system.name} on {row.title}"
            self.expect(seen=system.name.startswith("system "), right=hidden, about=about)
        if board.systems and self.rules.tracks[row.track].is_scored:
            self._texts(who, board, board.systems[0])
            own = [system for system in board.systems if system.is_own]
            if own:
                self._texts(who, board, own[0])

    @property
    def _kinds(self) -> set[str]:
        """Of systems of teams."""
        return {"primary", "contrastive", "combination"}

    def _texts(self, who: Onlooker, board: Board, system: System) -> None:
        where = {"test_set": board.test_set, "pair": board.language_pair}
        if self.rules.test_sets[board.test_set].references == 0:
            return
        first = next(who.client.segments(self.slug, system.run))
        about = f"{who.name} reads of {system.name} on {board.title} ({board.test_set})"
        outputs = who.may(self.rules, self.now, "own-output" if system.is_own else "outputs", **where)
        self.expect(seen=first.output is not None, right=outputs, about=f"{about}: the output")
        references = who.may(self.rules, self.now, "references", **where)
        self.expect(seen=bool(first.references), right=references, about=f"{about}: the references")
