"""Judgments, and scores of them, that were made elsewhere: checked, imported, listed, withdrawn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bakeoff.client.calls import Asking, at
from bakeoff.client.records import CheckedImport, HumanScores, JudgmentImport, KeptBatches, read_as


class Imports(Asking):
    """The operations of imports; for organisers but for what is released."""

    def imports(self, slug: str, task: str) -> Iterator[JudgmentImport]:
        """Files that were imported into a task, the latest first."""
        return self._each(JudgmentImport, at(slug, "judging-tasks", task, "imports"))

    def check_import(
        self, slug: str, task: str, evaluation: str, path: str | Path, *, batches: str | Path | None = None
    ) -> CheckedImport:
        """What a file of judgments would add to an evaluation; nothing counts yet.

        `batches` is the JSON that was put into Appraise, where the file holds its results. A file with mistakes is an
        `InvalidError` that names them all, each with its line.
        """
        query = {"name": Path(path).name, "batches": "" if batches is None else self._kept(slug, task, Path(batches))}
        address = at(slug, "judging-tasks", task, "evaluations", evaluation, "imports", "check")
        return read_as(CheckedImport, self._connection.send(address, Path(path), query=query))

    def check_earlier_post_edits(
        self,
        slug: str,
        task: str,
        evaluation: str,
        path: str | Path,
        *,
        output: str | Path | None = None,
        system: str = "",
    ) -> CheckedImport:
        """What post-edits of an earlier campaign would add; `import_checked` imports them.

        `path` is a file of judgments, or a text; then `output` is the output that was edited, and `system` its name.
        """
        query = {"name": Path(path).name, "system": system}
        if output is not None:
            query |= {"output": self._kept(slug, task, Path(output)), "output_name": Path(output).name}
        address = at(slug, "judging-tasks", task, "evaluations", evaluation, "earlier-post-edits", "check")
        return read_as(CheckedImport, self._connection.send(address, Path(path), query=query))

    def import_checked(self, slug: str, task: str, checked: str) -> JudgmentImport:
        """Imports what was checked: `CheckedImport.checked`. The same file, and the same judgments, count once."""
        return self._post(JudgmentImport, at(slug, "judging-tasks", task, "imports"), {"checked": checked})

    def import_judgments(
        self, slug: str, task: str, evaluation: str, path: str | Path, *, batches: str | Path | None = None
    ) -> JudgmentImport:
        """Checks a file and imports its judgments, where it has no mistake."""
        return self.import_checked(slug, task, self.check_import(slug, task, evaluation, path, batches=batches).checked)

    def withdraw_import(self, slug: str, task: str, import_id: int, *, reason: str) -> JudgmentImport:
        """Leaves the judgments of a file out of results."""
        address = at(slug, "judging-tasks", task, "imports", import_id, "withdraw")
        return self._post(JudgmentImport, address, {"reason": reason})

    def human_scores(self, slug: str) -> Iterator[HumanScores]:
        """Human scores that were computed elsewhere and that the caller may see."""
        return self._each(HumanScores, at(slug, "human-scores"))

    def import_human_scores(
        self, slug: str, path: str | Path, *, language_pair: str, test_set: str, title: str
    ) -> HumanScores:
        """Imports a file of mt-metrics-eval: `en-de.mqm.seg.score`. A file with mistakes is an `InvalidError`."""
        query = {"name": Path(path).name, "language_pair": language_pair, "test_set": test_set, "title": title}
        return read_as(HumanScores, self._connection.send(at(slug, "human-scores"), Path(path), query=query))

    def withdraw_human_scores(self, slug: str, import_id: int, *, reason: str) -> None:
        """Takes imported human scores out of the results."""
        self._connection.ask("POST", at(slug, "human-scores", import_id, "withdraw"), json={"reason": reason})

    def _kept(self, slug: str, task: str, path: Path) -> str:
        address = at(slug, "judging-tasks", task, "imports", "batches")
        return read_as(KeptBatches, self._connection.send(address, path, query={})).batches
