"""Where work runs: in threads of this process, or on a cluster by its address. The same results, to the last bit."""

from bakeoff.engine.opening import check_cluster_url, open_engine

__all__ = ["check_cluster_url", "open_engine"]
