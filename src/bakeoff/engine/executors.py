"""Engines behind the interface of `concurrent.futures`."""

from __future__ import annotations

from concurrent.futures import Executor, ThreadPoolExecutor
from importlib import import_module
from urllib.parse import urlsplit

from bakeoff.engine.cluster import ClusterExecutor
from bakeoff.errors import BakeoffError, ResourceError

_SCHEMES = ("tcp", "tls", "ws", "wss", "ucx", "inproc")
_SECONDS = 10


def open_engine(url: str | None = None, *, threads: int | None = None) -> Executor:
    """An executor: threads of this process, or the Dask cluster whose scheduler has the address `url`.

    What is submitted to a cluster must be a function of a module, with arguments that can be pickled, and its workers
    must have the same version of Bakeoff. Leave it by `shutdown`, or use it in a `with` statement.

    >>> with open_engine(threads=2) as engine:
    ...     engine.submit(sum, [1, 2]).result()
    3
    """
    if url is None:
        return ThreadPoolExecutor(threads, thread_name_prefix="bakeoff")
    check_cluster_url(url)
    try:
        distributed = import_module("distributed")  # an extra, slow to load, and without types
    except ImportError:
        raise ResourceError("a cluster needs one more package: pip install 'bakeoff[cluster]'.") from None
    try:
        client = distributed.Client(url, set_as_default=False, timeout=_SECONDS)
    except (OSError, ValueError) as error:
        raise BakeoffError(f"the cluster {url} cannot be reached ({error}): start its scheduler.") from None
    executor: Executor = ClusterExecutor(client)
    return executor


def check_cluster_url(url: str) -> None:
    """Refuses what is no address of a scheduler."""
    try:
        parts = urlsplit(url)
        is_address = parts.scheme in _SCHEMES and (parts.netloc or parts.path)
    except ValueError:
        is_address = False
    if not is_address:
        raise BakeoffError(f"expected the address of a Dask scheduler such as tcp://scheduler:8786, found {url!r}.")
