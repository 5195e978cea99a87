from __future__ import annotations

from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bakeoff.errors import FormatError, Place
from bakeoff.formats.speech.times import to_nanoseconds, to_seconds


def ns(*texts: str) -> list[int]:
    return list(to_nanoseconds(texts, "a time", lambda index: Place("f", index + 1)).tolist())


def test_decimals_are_exact() -> None:
    assert ns("0", "0.1", "1.", ".5", "12.340", "0007.000000001") == [
        0, 10**8, 10**9, 5 * 10**8, 12_340_000_000, 7_000_000_001,
    ]  # fmt: skip
    assert ns("1e-05", "+1", "-0.25") == [10_000, 10**9, -250_000_000]
    assert ns("8999999.123456789") == [8_999_999_123_456_789]


def test_more_than_nine_decimals_are_rounded_to_the_nearest() -> None:
    assert ns("0.30000000000000004", "0.0000000005", "0.0000000015", "0.00000000051") == [300_000_000, 0, 2, 1]


DECIMALS = st.decimals(0, 9_000_000, places=9) | st.decimals(0, 3_000_000, places=2) | st.decimals(0, 100, places=3)


@given(st.lists(DECIMALS.map(lambda value: f"{value:f}"), max_size=20))
def test_nanoseconds_over_1e9_are_the_double_that_the_text_stands_for(texts: list[str]) -> None:
    found = ns(*texts)
    assert found == [int(Decimal(text) * 10**9) for text in texts]
    assert (np.array(found, np.int64) / 1e9).tolist() == [float(text) for text in texts]


@given(st.integers(-(10**16), 10**16))
def test_seconds_are_written_back_exactly(value: int) -> None:
    assert Decimal(to_seconds(value)) * 10**9 == value


@pytest.mark.parametrize("text", ["x", "nan", "inf", "1_0", "1,5", "1:30", "1.2.3", ".", "*", "٣", "--1", "1e", "0x1"])
def test_what_is_no_time_is_refused_with_its_place(text: str) -> None:
    with pytest.raises(FormatError) as caught:
        ns("1.5", "2", text)
    assert str(caught.value).startswith(f"f, line 3: expected a time in seconds, found {text!r}.")


def test_times_beyond_104_days_are_refused() -> None:
    with pytest.raises(FormatError, match=r"a time of at most 9,000,000 seconds, found 9000000\.01"):
        ns("9000000.01")
