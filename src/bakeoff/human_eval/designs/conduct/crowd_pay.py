"""What workers of a crowd are paid."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import ROUND_HALF_UP, Decimal

from bakeoff.rulebook.schema.crowds import Pay

CENT = Decimal("0.01")


def worker_pay(pay: Pay, *, screens: int, active_seconds: float) -> Decimal:
    """What one worker gets, rounded to cents, half a cent up: what is paid out adds up to what is reported.

    >>> from bakeoff.rulebook.schema.crowds import Pay
    >>> worker_pay(Pay(amount=9.0, per="hour", currency="GBP"), screens=20, active_seconds=610)
    Decimal('1.53')
    """
    amount = Decimal(str(pay.amount))
    match pay.per:
        case "screen":
            earned = amount * screens
        case "hour":
            earned = amount * Decimal(str(active_seconds)) / 3600
        case "worker":
            earned = amount if screens else Decimal(0)
    return earned.quantize(CENT, rounding=ROUND_HALF_UP)


def total_pay(paid: Iterable[Decimal]) -> Decimal:
    """What all workers get together."""
    return sum(paid, Decimal(0)).quantize(CENT)
