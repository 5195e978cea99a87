"""The state of a dealer as bytes, so that a new process need not go through every event since the first."""

from __future__ import annotations

import gc
import json
import zlib
from collections.abc import Iterator
from contextlib import contextmanager

from bakeoff.errors import InputError
from bakeoff.human_eval.designs.screens.mixed_dealer import MixedDealer

PACKING = 1
"""Changes whenever what is packed changes, or what a dealer makes of it: other packings are not read."""
_LEVEL = 1
"""Of compression: fast, and nearly as small as the best."""


def pack_state(dealer: MixedDealer) -> bytes:
    """Where a dealer is, as bytes."""
    return zlib.compress(json.dumps([PACKING, dealer.state()], separators=(",", ":")).encode(), _LEVEL)


def restore_state(dealer: MixedDealer, content: bytes | memoryview) -> None:
    """Brings a new dealer of the same evaluations to where the packed one was.

    What is not such a state raises an `InputError`; the dealer cannot be used then.
    """
    try:
        with _without_collection():
            packing, state = json.loads(zlib.decompress(content))
            if packing == PACKING:
                dealer.take_over(state)
    except (zlib.error, ValueError, TypeError, LookupError, AttributeError) as error:
        raise InputError(expected="the state of a dealer of these evaluations", found=repr(error)) from None
    if packing != PACKING:
        raise InputError(expected=f"a state of packing {PACKING}", found=str(packing))


@contextmanager
def _without_collection() -> Iterator[None]:
    """Keeps Python from looking for garbage while very many objects are made: that would take as long again."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
