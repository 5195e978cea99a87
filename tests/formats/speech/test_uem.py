from __future__ import annotations

import pytest

from bakeoff.data.recognition.transcripts import Recording
from bakeoff.errors import FormatError
from bakeoff.formats import parse_speech


def test_regions_of_several_files() -> None:
    found = parse_speech([";; x", "f 1 0 1.5", "f 1 2 3", "", "g 1 0.25 9"], format="uem")
    assert found.recordings == (Recording("f", "1"), Recording("g", "1"))
    assert found.recording_of.tolist() == [0, 0, 1]
    assert found.begin_ns.tolist() == [0, 2 * 10**9, 250_000_000]
    assert found.end_ns.tolist() == [1_500_000_000, 3 * 10**9, 9 * 10**9]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("f 1 0", "expected columns file, channel, begin and end, found 3: f 1 0."),
        ("f 1 0 1 2", "expected columns file, channel, begin and end, found 5: f 1 0 1 2."),
        ("f 1 a 1", "expected a begin time in seconds, found 'a'."),
        ("f 1 2 2", "expected an end after 2, found 2."),
    ],
)
def test_mistakes_are_named_with_their_line(line: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse_speech(["f 1 0 1", line], format="uem", file="x.uem")
    assert str(caught.value).startswith(f"x.uem, line 2: {message}")
