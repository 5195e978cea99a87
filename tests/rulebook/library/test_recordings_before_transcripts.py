"""Where speech is translated, too, transcripts of a test set stay closed until recordings were worked on."""

from __future__ import annotations

import pytest

from bakeoff.rulebook import read_rulebook, schedule
from bakeoff.rulebook.schema import Rulebook

I12, I16 = read_rulebook("iwslt2012"), read_rulebook("iwslt2016")


@pytest.mark.parametrize("rulebook", [I12, I16], ids=["iwslt2012", "iwslt2016"])
def test_transcripts_open_only_after_the_tracks_that_start_from_speech(rulebook: Rulebook) -> None:
    times = {period.phase.id: period for period in schedule(rulebook)}
    speech = {track.id for track in rulebook.tracks.values() if track.kind in ("asr", "slt")}
    assert times["mt"].start >= max(times["asr"].end, times["slt"].end)
    for period in times.values():
        released = [text for listed in period.phase.releases.values() for text in listed]
        for text in released:
            kind, _, scope = text.partition(":")
            if kind == "source" and scope in rulebook.test_sets and not speech & {*rulebook.test_sets[scope].tracks}:
                assert period.start >= times["mt"].start or scope == "hit-eval"
            if kind == "references" and scope != "dev":
                assert period.start >= times["slt"].end
