"""Where scores are computed: in this process, or on a cluster where the settings name one."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from functools import cache

from django.conf import settings

from bakeoff.engine import SilenceError, follow, open_engine
from bakeoff.errors import BakeoffError
from bakeoff.evaluation import Evaluation
from bakeoff_site.scoring.computing import Request, compute


def computed(request: Request, report: Callable[[int, int], None]) -> dict[str, Evaluation]:
    """The scores of a run under every specification, wherever they are computed."""
    if not settings.CLUSTER_URL:
        return compute(request, report)
    try:
        found: dict[str, Evaluation] = follow(
            _engine(settings.CLUSTER_URL),
            compute,
            request,
            on_progress=report,
            silence_seconds=settings.STALL_SECONDS or None,
        )
    except BakeoffError:
        raise  # of the run
    except SilenceError as error:
        _engine.cache_clear()
        raise ClusterError(f"{error} that the cluster {settings.CLUSTER_URL} computes: look at its workers.") from None
    except Exception:
        _engine.cache_clear()  # a connection that was lost for long is closed for good: the next attempt opens another
        raise
    return found


class ClusterError(Exception):
    """The cluster cannot be reached: no fault of the run, which is tried again."""


@cache
def _engine(url: str) -> Executor:
    """One connection to the cluster for all threads of a worker."""
    try:
        return open_engine(url)
    except BakeoffError as error:
        raise ClusterError(str(error)) from None
