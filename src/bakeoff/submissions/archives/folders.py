"""Folders submitted as they are: links are not followed, special files not opened."""

from __future__ import annotations

import os
import stat
from itertools import islice
from pathlib import Path

from bakeoff.submissions.archives.extracted_files import Unpacking
from bakeoff.submissions.archives.kinds import HEAD
from bakeoff.submissions.packages.contents import PackedFile


def take_folder(folder: Path, work: Unpacking, prefix: str = "") -> None:
    """Takes the regular files of a folder and the folders in it, in the order of their names, where they are."""
    try:
        with os.scandir(folder) as listing:
            entries = list(islice(listing, work.limits.members + 1))
    except OSError as error:
        _report_unreadable(prefix or None, error, work)
        return
    work.count(len(entries))
    for entry in sorted(entries, key=lambda entry: entry.name):
        name = prefix + entry.name
        if entry.is_symlink():
            work.report(
                "archive-link",
                member=name,
                found="a symbolic link, which was not followed",
                expected="regular files",
                remedy="Put the file itself there.",
            )
        elif entry.is_dir(follow_symlinks=False):
            if work.admit(name, folder=True) is not None:
                take_folder(Path(entry.path), work, name + "/")
        elif entry.is_file(follow_symlinks=False):
            _take_file(name, Path(entry.path), work)
        else:
            work.report(
                "archive-special-file",
                member=name,
                found="a device, a pipe or a socket, which was not opened",
                expected="regular files",
            )


def _take_file(name: str, path: Path, work: Unpacking) -> None:
    kept = work.admit(name)
    if kept is None:
        return
    try:
        # If something else is there by now, it is neither followed nor waited for.
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with open(descriptor, "rb") as file:  # noqa: PTH123 - a descriptor
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode):
                return
            head = file.read(HEAD)
    except OSError as error:
        _report_unreadable(name, error, work)
        return
    if work.reserve(status.st_size, name):
        work.keep(PackedFile(kept, path, status.st_size), head)


def _report_unreadable(name: str | None, error: OSError, work: Unpacking) -> None:
    work.report(
        "archive-unreadable",
        member=name,
        found=(error.strerror or str(error)).lower(),
        expected="files and folders that can be read",
    )
