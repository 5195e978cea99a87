"""Judging offline: files with screens, and the answers that come back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from bakeoff.client.calls import Asking, at
from bakeoff.client.records import JudgesOfflineFile, OfflineFile, UploadedAnswers, read_as


class OfflineFiles(Asking):
    """The operations of judges who judge offline, and of their organisers."""

    def offline_files(self, slug: str, task: str) -> Iterator[OfflineFile]:
        """Screens that the caller took along, the latest first."""
        return self._each(OfflineFile, at(slug, "judging", task, "offline-files"))

    def make_offline_file(self, slug: str, task: str, *, screens: int = 20) -> OfflineFile:
        """Takes screens along; they stay with the caller until the file ends."""
        return self._post(OfflineFile, at(slug, "judging", task, "offline-files"), {"screens": screens})

    def fetch_offline_file(self, key: str, target: str | Path) -> Path:
        """Writes the page with the screens, to be opened in a browser."""
        with self._connection.stream(_file(key)) as pieces:
            Path(target).write_bytes(b"".join(pieces))
        return Path(target)

    def fetch_edit_file(self, key: str, target: str | Path, *, format: str = "xliff-2.1") -> Path:
        """Writes the outputs to correct for a tool of translators: xliff-2.1, xliff-1.2, tmx or bilingual-tsv."""
        with self._connection.stream(f"{_file(key)}/edits", query={"format": format}) as pieces:
            Path(target).write_bytes(b"".join(pieces))
        return Path(target)

    def upload_edit_file(
        self, key: str, path: str | Path, *, partly: bool = False, replaces: bool | None = None
    ) -> UploadedAnswers:
        """Uploads what a tool of translators made of an offline file; sent twice, it counts once."""
        query = {"name": Path(path).name, "partly": partly, "replaces": replaces}
        return read_as(UploadedAnswers, self._connection.send(f"{_file(key)}/edits", Path(path), query=query))

    def give_offline_file_back(self, key: str) -> OfflineFile:
        """Gives back the screens that have no answer."""
        return self._post(OfflineFile, f"{_file(key)}/give-back", {})

    def open_offline_files(self, slug: str, task: str) -> Iterator[JudgesOfflineFile]:
        """Files of all judges of a task to which answers are waited for, the latest first."""
        return self._each(JudgesOfflineFile, _of_task(slug, task))

    def take_offline_file_back(self, slug: str, task: str, key: str) -> JudgesOfflineFile:
        """Takes back the screens of a judge's file that have no answer; others get them."""
        return self._post(JudgesOfflineFile, f"{_of_task(slug, task)}/{quote(key, safe='')}/take-back", {})

    def upload_offline_answers(
        self, slug: str, task: str, path: str | Path, *, partly: bool = False, replaces: bool | None = None
    ) -> UploadedAnswers:
        """Uploads the file of answers that an offline file saved; sent twice, it counts once.

        `partly` takes what is complete although screens have no answer. `replaces` says whether answers of the file
        count instead of what was changed elsewhere since; without it, such a file is refused.
        """
        query = {"partly": partly, "replaces": replaces}
        sent = self._connection.send(at(slug, "judging", task, "offline-answers"), Path(path), query=query)
        return read_as(UploadedAnswers, sent)


def _of_task(slug: str, task: str) -> str:
    return at(slug, "judging-tasks", task, "offline-files")


def _file(key: str) -> str:
    return f"/judging/offline-files/{quote(key, safe='')}"
