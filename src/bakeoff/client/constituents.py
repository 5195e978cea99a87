"""Parts of sentences that can be judged: added, listed, and aligned again by organisers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bakeoff.client.calls import Asking, at
from bakeoff.client.records import ConstituentSource, read_as
from bakeoff.client.records.constituents import PartsFrom


class Constituents(Asking):
    """The operations about parts of sentences; for organisers."""

    def constituents(self, slug: str) -> Iterator[ConstituentSource]:
        """Sources whose parts can be judged, and how far the alignment of their words is."""
        return self._each(ConstituentSource, at(slug, "constituents"))

    def add_constituents(
        self,
        slug: str,
        path: str | Path | None = None,
        *,
        language_pair: str,
        test_set: str,
        parts_from: PartsFrom,
    ) -> ConstituentSource:
        """Says which parts of a source can be judged; a worker then aligns the words of all systems.

        A tagger (`tags`) needs no file. A file with mistakes is an `InvalidError` that names them all, each with its
        line, and changes nothing.
        """
        query = {"language_pair": language_pair, "test_set": test_set, "parts_from": parts_from}
        address = at(slug, "constituents")
        if path is None:
            return read_as(ConstituentSource, self._connection.ask("POST", address, query=query))
        given = Path(path)
        return read_as(ConstituentSource, self._connection.send(address, given, query={**query, "name": given.name}))

    def align_constituents_again(self, slug: str, source_id: int) -> ConstituentSource:
        """Has the words of all systems aligned again, with those that came later."""
        return self._post(ConstituentSource, at(slug, "constituents", source_id, "align"), {})
