"""Adjudication: references, corrections that are proposed for them, scores before and after."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path

from bakeoff.client.calls import Asking, at
from bakeoff.client.records import BoardChange, Correction, Reference, Verdict, read_as


class Adjudicating(Asking):
    """The operations of adjudication."""

    def references(self, slug: str) -> Iterator[Reference]:
        """Proposals that the caller may read, or whose scores the caller may partly see."""
        return self._each(Reference, at(slug, "references"))

    def corrections(self, slug: str, reference_id: int, *, state: str = "") -> Iterator[Correction]:
        """What was proposed for a reference, in one of the states that a `Correction` has, or in all."""
        return self._each(Correction, at(slug, "references", reference_id, "corrections"), {"state": state})

    def propose_correction(
        self,
        slug: str,
        reference_id: int,
        *,
        segment: str,
        found: str,
        proposed: str,
        reason: str,
        part: int = 1,
        team_id: int | None = None,
    ) -> Correction:
        """Proposes another text for a segment; `found` is all of its text as it is now.

        Who is in several teams says for which of them.
        """
        said = {"segment": segment, "found": found, "proposed": proposed, "reason": reason, "part": part}
        said |= {"team_id": team_id}
        return self._post(Correction, at(slug, "references", reference_id, "corrections"), said)

    def propose_corrections(
        self, slug: str, reference_id: int, path: str | Path, *, part: int = 1, team_id: int | None = None
    ) -> tuple[Correction, ...]:
        """Proposes all corrections of a file, or none. Who is in several teams says for which of them."""
        address = at(slug, "references", reference_id, "corrections", "file")
        rows = self._connection.send(
            address, Path(path), query={"part": part} | ({"team": team_id} if team_id is not None else {})
        )
        return tuple(read_as(Correction, row) for row in rows)

    def withdraw_correction(self, slug: str, reference_id: int, correction_id: int, *, reason: str = "") -> Correction:
        """Takes back a proposal of one's own that nobody has decided on."""
        path = at(slug, "references", reference_id, "corrections", correction_id, "withdraw")
        return self._post(Correction, path, {"reason": reason})

    def decide_corrections(self, slug: str, reference_id: int, verdicts: Iterable[Verdict]) -> int:
        """Decides on proposals, on all or none; on how many something changed. For organisers."""
        path = at(slug, "references", reference_id, "decide")
        said = {"verdicts": [asdict(verdict) for verdict in verdicts]}
        return int(self._connection.ask("POST", path, json=said)["changed"])

    def apply_corrections(self, slug: str, reference_id: int) -> Reference:
        """The new version of a reference, with all accepted corrections; for organisers."""
        return self._post(Reference, at(slug, "references", reference_id, "apply"), {})

    def score_changes(self, slug: str, reference_id: int) -> tuple[BoardChange, ...]:
        """Preliminary and final scores of the runs that are scored with a reference."""
        rows = self._connection.ask("GET", at(slug, "references", reference_id, "scores"))
        return tuple(read_as(BoardChange, row) for row in rows)
