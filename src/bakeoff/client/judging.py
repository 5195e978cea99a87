"""Human evaluation: tasks, screens and what judges do on them; planning and following for organisers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal
from urllib.parse import quote

from bakeoff.client.calls import Asking, at
from bakeoff.client.records import (
    EvaluationRankings,
    JudgingProgress,
    JudgingScreen,
    JudgingTask,
    JudgingTaskRow,
    LiveJudging,
    NextScreen,
    PlannedTask,
    SavedScreen,
    ScreenAction,
    read_as,
)
from bakeoff.client.records.judging import JudgesShown, TaskOpening
from bakeoff.data.judgments import Judgment
from bakeoff.formats.judgments.interchange import record_of

JudgmentForm = Literal["appraise", "pearmut", "mqm", "wmt-ranking-csv", "mtme"]


class Judging(Asking):
    """The operations of human evaluation."""

    def own_judging(self) -> Iterator[JudgingTaskRow]:
        """Tasks that the caller judges or may judge, in all campaigns."""
        return self._each(JudgingTaskRow, "/judging")

    def judging_task(self, slug: str, task: str) -> JudgingTask:
        """A task with what to read, agree to and choose first."""
        return self._get(JudgingTask, at(slug, "judging", task))

    def start_judging(self, slug: str, task: str, *, agrees: bool = False, chosen: Sequence[str] = ()) -> JudgingTask:
        """Agrees to what the task asks, chooses language pairs and test sets, and starts."""
        return self._post(JudgingTask, at(slug, "judging", task, "start"), {"agrees": agrees, "chosen": list(chosen)})

    def next_screen(self, slug: str, task: str) -> NextScreen:
        """The screen to answer next; asked again before it is answered, the same one."""
        return read_as(NextScreen, self._connection.ask("POST", at(slug, "judging", task, "next"), again=True))

    def screen(self, key: str) -> JudgingScreen:
        """A screen of the caller's own with what is saved of it."""
        return self._get(JudgingScreen, _screen(key))

    def save_actions(self, key: str, actions: Sequence[ScreenAction], *, version: int, text_digest: str) -> SavedScreen:
        """Saves what was done on a screen. A lost answer of the server is asked for again: keys make it safe."""
        said = {"version": version, "text_digest": text_digest, "actions": [_said(each) for each in actions]}
        return read_as(SavedScreen, self._connection.ask("POST", _screen(key, "actions"), json=said, again=True))

    def give_screen_back(self, key: str) -> None:
        """Gives a screen back that will not be answered."""
        self._connection.ask("POST", _screen(key, "give-back"), again=True)

    def judging_tasks(self, slug: str) -> Iterator[JudgingProgress]:
        """Tasks of a campaign and how far they are; for organisers."""
        return self._each(JudgingProgress, at(slug, "judging-tasks"))

    def plan_judging(
        self,
        slug: str,
        evaluations: Sequence[str],
        *,
        title: str = "",
        opening: TaskOpening = "phase",
        open_to_all: bool = False,
        lease_minutes: int = 30,
        offline_days: int | None = None,
        instructions: str = "",
        consent_text: str = "",
        changes: Mapping[str, Any] | None = None,
        seconds: Mapping[str, Any] | None = None,
        hourly_pay: float | None = None,
        currency: str = "",
        gold: Sequence[Judgment] = (),
        given: Sequence[Judgment] = (),
        earlier: Mapping[str, Any] | None = None,
        reused: Mapping[str, Any] | None = None,
        seed: int | None = None,
    ) -> JudgingProgress:
        """Plans a task from human evaluations of the rulebook, and others that `changes` adds; for organisers.

        `changes` has by evaluation the keys of `[human]` that differ from the rulebook, `seconds` what a screen takes.
        `gold` are known answers: judgments of someone who knows; `given` those that judges start from. Tournaments
        take results of matches over: `earlier` has them by evaluation, `reused` names evaluations that judged them, or
        the phrases of an evaluation of constituents.
        """
        said = {
            "evaluations": list(evaluations),
            "title": title,
            "opening": opening,
            "open_to_all": open_to_all,
            "lease_minutes": lease_minutes,
            "offline_days": offline_days,
            "instructions": instructions,
            "consent_text": consent_text,
            **_plan(changes, seconds, gold, given),
            "earlier": dict(earlier or {}),
            "reused": dict(reused or {}),
            "hourly_pay": hourly_pay,
            "currency": currency,
            "seed": seed,
        }
        return self._post(JudgingProgress, at(slug, "judging-tasks"), said)

    def try_judging_plan(
        self,
        slug: str,
        evaluations: Sequence[str],
        *,
        changes: Mapping[str, Any] | None = None,
        seconds: Mapping[str, Any] | None = None,
        hourly_pay: float | None = None,
        currency: str = "",
        gold: Sequence[Judgment] = (),
        given: Sequence[Judgment] = (),
        earlier: Mapping[str, Any] | None = None,
        reused: Mapping[str, Any] | None = None,
        seed: int | None = None,
        opening: TaskOpening = "open",
    ) -> PlannedTask:
        """What a task would come to: systems, screens, hours, cost and power. Nothing is created."""
        said = {
            "evaluations": list(evaluations),
            "opening": opening,
            **_plan(changes, seconds, gold, given),
            "earlier": dict(earlier or {}),
            "reused": dict(reused or {}),
            "hourly_pay": hourly_pay,
            "currency": currency,
            "seed": seed,
        }
        return self._post(PlannedTask, at(slug, "judging-tasks", "plan"), said)

    def change_judging_task(self, slug: str, task: str, *, changes: Mapping[str, Any] | None = None) -> JudgingProgress:
        """Changes title, opening, open_to_all, lease_minutes, offline_days, pay, instructions or consent_text."""
        path = at(slug, "judging-tasks", task)
        return read_as(JudgingProgress, self._connection.ask("PATCH", path, json=dict(changes or {})))

    def delete_judging_task(self, slug: str, task: str) -> None:
        """Deletes a task that nobody has judged yet; for organisers."""
        self._connection.ask("DELETE", at(slug, "judging-tasks", task))

    def open_judging(self, slug: str, task: str, opening: TaskOpening) -> JudgingProgress:
        """Opens or closes a task by hand, or with the phase of the rulebook; for organisers."""
        path = at(slug, "judging-tasks", task, "opening")
        return read_as(JudgingProgress, self._connection.ask("PUT", path, json={"opening": opening}))

    def judgments(self, slug: str, task: str, *, all: bool = False) -> str:
        """Judgments of a task as JSON Lines; with `all`, also those that do not count. For organisers."""
        path = at(slug, "judging-tasks", task, "judgments")
        with self._connection.stream(path, query={"all": "true"} if all else None) as pieces:
            return b"".join(pieces).decode()

    def judgments_for_tool(self, slug: str, task: str, code: str, form: JudgmentForm, *, all: bool = False) -> bytes:
        """Judgments of an evaluation as another tool writes them; for organisers.

        `mtme` is a zip archive with the human scores of mt-metrics-eval.
        """
        path = at(slug, "judging-tasks", task, "evaluations", code, "judgments", form)
        with self._connection.stream(path, query={"all": "true"} if all else None) as pieces:
            return b"".join(pieces)

    def live_judging(self, slug: str, task: str, *, show: JudgesShown = "all", find: str = "") -> LiveJudging:
        """How the judging of a task goes: coverage, pace, times, cost and judges; for organisers.

        `show` and `find` choose among the judges: by what they do, and by words of name, team or label.
        """
        path = at(slug, "judging-tasks", task, "live")
        return read_as(LiveJudging, self._connection.ask("GET", path, query={"show": show, "find": find}))

    def live_chart(self, slug: str, task: str, code: str, name: str) -> str:
        """A chart of the live view as SVG, such as `judgments`; for organisers."""
        path = at(slug, "judging-tasks", task, "evaluations", code, "figures", name)
        with self._connection.stream(path) as pieces:
            return b"".join(pieces).decode()

    def rankings_so_far(self, slug: str, task: str) -> tuple[EvaluationRankings, ...]:
        """What the judgments of a task say so far; for organisers."""
        rows = self._connection.ask("GET", at(slug, "judging-tasks", task, "rankings"))
        return tuple(read_as(EvaluationRankings, row) for row in rows)


def _plan(
    changes: Mapping[str, Any] | None,
    seconds: Mapping[str, Any] | None,
    gold: Sequence[Judgment],
    given: Sequence[Judgment],
) -> dict[str, Any]:
    return {
        "changes": dict(changes or {}),
        "seconds": dict(seconds or {}),
        "gold": [record_of(each) for each in gold],
        "given": [record_of(each) for each in given],
    }


def _screen(key: str, *parts: str) -> str:
    return "/".join(["/judging/screens", quote(key, safe=""), *parts])


def _said(action: ScreenAction) -> dict[str, Any]:
    time = action.client_time
    return {
        "key": str(action.key),
        "kind": action.kind,
        "payload": action.payload,
        "client_time": None if time is None else time.isoformat(),
    }
