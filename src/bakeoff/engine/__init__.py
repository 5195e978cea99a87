"""Where work runs: in threads of this process, or on a cluster by its address. The same results, to the last bit."""

from bakeoff.engine.following import SilenceError, follow
from bakeoff.engine.opening import check_cluster_url, open_engine

__all__ = ["SilenceError", "check_cluster_url", "follow", "open_engine"]
