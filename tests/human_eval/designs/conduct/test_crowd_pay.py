"""Workers are paid to the cent, and what is paid adds up."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bakeoff.human_eval.designs.conduct.crowd_pay import total_pay, worker_pay
from bakeoff.rulebook.schema.crowds import Pay


@pytest.mark.parametrize(
    ("per", "amount", "screens", "seconds", "expected"),
    [
        ("screen", 0.12, 20, 900.0, "2.40"),
        ("screen", 0.005, 1, 9.0, "0.01"),
        ("screen", 0.12, 0, 900.0, "0.00"),
        ("hour", 9.0, 20, 1800.0, "4.50"),
        ("hour", 9.0, 20, 0.0, "0.00"),
        ("worker", 1.5, 1, 3.0, "1.50"),
        ("worker", 1.5, 0, 0.0, "0.00"),
    ],
)
def test_pay(per: str, amount: float, screens: int, seconds: float, expected: str) -> None:
    pay = Pay.model_validate({"amount": amount, "per": per, "currency": "GBP"})
    assert worker_pay(pay, screens=screens, active_seconds=seconds) == Decimal(expected)


@given(st.lists(st.tuples(st.integers(0, 500), st.floats(0, 1e5)), max_size=30), st.floats(0.001, 100))
def test_the_total_is_the_sum_of_what_workers_get(work: list[tuple[int, float]], amount: float) -> None:
    pay = Pay(amount=amount, per="hour", currency="GBP")
    paid = [worker_pay(pay, screens=screens, active_seconds=seconds) for screens, seconds in work]
    assert total_pay(paid) == sum(paid)
    assert all(each == each.quantize(Decimal("0.01")) and each >= 0 for each in paid)
