"""Published results: versions, their corrections, tables and files; publishing them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from bakeoff.client.calls import Asking, at
from bakeoff.client.records import PublicationPlan, PublishedFile, PublishedTable, PublishedVersion, YearsOnSet, read_as
from bakeoff.errors import BakeoffError


class PublishedResults(Asking):
    """As much of the published results as the caller may see."""

    def published_versions(self, slug: str) -> Iterator[PublishedVersion]:
        """All versions that the caller may see, newest first."""
        return self._each(PublishedVersion, at(slug, "published"))

    def published_tables(self, slug: str, number: int) -> Iterator[PublishedTable]:
        """The tables of a version."""
        return self._each(PublishedTable, at(slug, "published", number, "tables"))

    def published_table(self, slug: str, number: int, table: str, *, format: str = "csv") -> str:
        """A table of a version as `csv`, `tsv`, `json`, `md` or `tex`."""
        with self._connection.stream(at(slug, "published", number, "tables", table, format)) as pieces:
            return b"".join(pieces).decode()

    def download_published(self, slug: str, number: int, file: PublishedFile, target: str | Path) -> Path:
        """Fetches a file of a version into a folder or under a name.

        It appears once it is complete and its checksum is right.
        """
        path = Path(target) / file.name if Path(target).is_dir() else Path(target)
        coming = path.with_name(f"{path.name}.coming")
        digest = hashlib.sha256()
        address = at(slug, "published", number, "files", file.kind)
        with self._connection.stream(address) as pieces, coming.open("wb") as out:
            for piece in pieces:
                digest.update(piece)
                out.write(piece)
        if digest.hexdigest() != file.sha256:
            coming.unlink()
            raise BakeoffError(f"{file.name} is incomplete: its checksum is not {file.sha256}. Fetch it again.")
        return coming.replace(path)

    def years(self, slug: str) -> Iterator[YearsOnSet]:
        """The best systems of earlier years and of this one, on test sets that both have."""
        return self._each(YearsOnSet, at(slug, "years"))

    def publication(self, slug: str) -> tuple[PublicationPlan, ...]:
        """How far the publication is, for participants and for everybody; for organisers."""
        plans = self._connection.ask("GET", at(slug, "publication"))
        return tuple(read_as(PublicationPlan, plan) for plan in plans)

    def prepare_results(self, slug: str, *, audience: str = "public", licence: str = "") -> PublicationPlan:
        """Has the next version of the results prepared, for `public` or `participants`; for organisers."""
        return self._post(PublicationPlan, at(slug, "publication", audience, "prepare"), {"licence": licence})

    def publish_results(self, slug: str, *, audience: str = "public", reason: str = "") -> PublicationPlan:
        """Publishes the prepared version, with the reason where numbers have changed; for organisers."""
        return self._post(PublicationPlan, at(slug, "publication", audience, "publish"), {"reason": reason})

    def discard_results(self, slug: str, *, audience: str = "public") -> None:
        """Discards the prepared version; for organisers."""
        self._connection.ask("POST", at(slug, "publication", audience, "discard"), json={})
