"""Studies of crowds: made, followed, reviewed and paid."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bakeoff.client.calls import Asking, at
from bakeoff.client.records import Study, StudyRow, TakenStatuses, read_as


class Crowds(Asking):
    """The operations about studies; for organisers."""

    def studies(self, slug: str, task: str) -> Iterator[StudyRow]:
        """The studies of a task."""
        return self._each(StudyRow, at(slug, "judging-tasks", task, "studies"))

    def make_study(
        self, slug: str, task: str, *, title: str, crowd: str, most_workers: int, codes: Mapping[str, Any] | None = None
    ) -> StudyRow:
        """Makes a study; `crowd` is one of the rulebook, `prolific` or `other`. Codes that are missing are drawn."""
        said = {"title": title, "crowd": crowd, "most_workers": most_workers, "codes": dict(codes or {})}
        return self._post(StudyRow, at(slug, "judging-tasks", task, "studies"), said)

    def study(self, slug: str, task: str, study_id: int) -> Study:
        """A study with its workers, their trust and their pay."""
        return read_as(Study, self._connection.ask("GET", at(slug, "judging-tasks", task, "studies", study_id)))

    def close_study(self, slug: str, task: str, study_id: int, *, closed: bool = True) -> StudyRow:
        """Lets nobody new in, or, with `closed=False`, opens the study again."""
        path = at(slug, "judging-tasks", task, "studies", study_id, "opening")
        return read_as(StudyRow, self._connection.ask("PUT", path, json={"closed": closed}))

    def pay_report(self, slug: str, task: str, study_id: int) -> str:
        """What each worker is paid and why, as CSV, with the total."""
        with self._connection.stream(at(slug, "judging-tasks", task, "studies", study_id, "pay")) as pieces:
            return b"".join(pieces).decode()

    def reject_work(
        self, slug: str, task: str, study_id: int, worker_id: int, *, reason: str, category: str = ""
    ) -> None:
        """Leaves the work of a worker out and unpaid; others judge its items."""
        path = at(slug, "judging-tasks", task, "studies", study_id, "workers", worker_id, "rejection")
        self._connection.ask("PUT", path, json={"reason": reason, "category": category})

    def include_work(self, slug: str, task: str, study_id: int, worker_id: int) -> None:
        """Counts and pays the work of a worker again."""
        path = at(slug, "judging-tasks", task, "studies", study_id, "workers", worker_id, "rejection")
        self._connection.ask("DELETE", path)

    def report_statuses(
        self, slug: str, task: str, study_id: int, statuses: Sequence[Mapping[str, str]]
    ) -> TakenStatuses:
        """Says what the platform says of its submissions, each with `worker`, `status` and, if known, `session`."""
        path = at(slug, "judging-tasks", task, "studies", study_id, "statuses")
        return self._post(TakenStatuses, path, {"statuses": [dict(each) for each in statuses]})
