"""Files of a package under the names that people gave them: names show formats, and messages name files."""

from __future__ import annotations

import shutil
from pathlib import Path, PurePosixPath

from bakeoff.release.content import ReleaseContent, ReleaseFile, TestSetFiles


class NamedFiles:
    """Copies of files in a folder, each made once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._copies: dict[int, tuple[ReleaseFile, Path]] = {}

    def path_of(self, file: ReleaseFile) -> Path:
        """Where the file is, under its name."""
        if id(file) not in self._copies:
            place = self._folder / f"{len(self._copies) + 1}"
            place.mkdir()
            copy = place / (PurePosixPath(file.name.replace("\\", "/")).name or "file")
            with file.open() as source, copy.open("xb") as target:
                shutil.copyfileobj(source, target)
            self._copies[id(file)] = (file, copy)
        return self._copies[id(file)][1]

    def without_folders(self, text: str) -> str:
        """A message that names files as people do."""
        for _, copy in self._copies.values():
            text = text.replace(f"{copy.parent}/", "")
        return text


def files_of(content: ReleaseContent, language_pair: str, test_set: str) -> TestSetFiles | None:
    """The files of a test set in a language pair: its own, else those of all pairs."""
    own = {each.language_pair: each for each in content.test_sets if each.test_set == test_set}
    return own.get(language_pair, own.get(""))
