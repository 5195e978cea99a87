"""What statistical functions ask of their arguments. Mistakes are named with the place where they are."""

from __future__ import annotations

from collections.abc import Iterable, Sized
from typing import Any, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bakeoff.errors import InputError
from bakeoff.statistics.results import Alternative

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Booleans = NDArray[np.bool_]
DEFAULT_SEED = 12345
"""Where random draws start unless the caller says otherwise."""


def numbers(values: ArrayLike, name: str, *, least: int = 1, dimensions: int | None = 1) -> Floats:
    """The values as an array of finite numbers, at least `least` along the first axis; `None` is any dimensions."""
    try:
        array: Floats = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise InputError(expected=f"numbers in {name}", found=f"{_kind(values)}") from None
    if array.ndim != (dimensions or max(1, array.ndim)):
        raise InputError(expected=f"{name} of {dimensions or 1} dimensions", found=f"{array.ndim}")
    if len(array) < least:
        raise InputError(expected=f"at least {least} values in {name}", found=str(len(array)))
    if not np.isfinite(array).all():
        place = np.argwhere(~np.isfinite(array))[0].tolist()
        raise InputError(
            expected=f"finite numbers in {name}",
            found=f"{array[tuple(place)]} at {', '.join(map(str, place))} (counted from 0)",
            remedy="Leave out what has no value, or say what it counts as.",
        )
    return array


def booleans(values: ArrayLike, name: str, *, least: int = 1, dimensions: int = 1) -> Booleans:
    """The values as an array of yes and no; 0 and 1 will do."""
    array = numbers(values, name, least=least, dimensions=dimensions)
    if not np.isin(array, (0, 1)).all():
        raise InputError(expected=f"yes or no (1 or 0) in {name}", found=f"{array[~np.isin(array, (0, 1))][0]:g}")
    return array.astype(bool)


def counts(values: ArrayLike, name: str) -> Integers:
    """The values as an array of whole numbers of 0 or more."""
    array = numbers(values, name, least=0)
    if (wrong := (array < 0) | (array % 1 != 0)).any():
        raise InputError(expected=f"whole numbers of 0 or more in {name}", found=f"{array[wrong][0]:g}")
    return array.astype(np.int64)


def check_alternative(value: Alternative) -> None:
    one_of(value, get_args(Alternative), "the alternative")


def same_length(first: Sized, second: Sized, names: str) -> None:
    if len(first) != len(second):
        raise InputError(
            expected=f"as many values in both {names}",
            found=f"{len(first)} and {len(second)}",
            remedy="Pair every value with the one of the same item.",
        )


def one_of(value: str, choices: Iterable[str], name: str) -> None:
    """Refuses a name that is not among the choices."""
    if value not in (known := tuple(choices)):
        raise InputError(expected=f"{name} to be one of {', '.join(known)}", found=repr(value))


def share(value: float, name: str) -> float:
    """A number strictly between 0 and 1."""
    if not 0 < value < 1:
        raise InputError(expected=f"{name} between 0 and 1", found=str(value))
    return float(value)


def positive(value: int, name: str) -> int:
    """A whole number of 1 or more."""
    if value < 1:
        raise InputError(expected=f"{name} of 1 or more", found=str(value))
    return int(value)


def _kind(values: Any) -> str:
    return f"{type(values).__name__} {values!r:.60}"
