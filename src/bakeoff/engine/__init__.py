"""Where work runs: in threads of this process, or on a cluster by its address. The same results, to the last bit."""

from bakeoff.engine.executors import check_cluster_url, open_engine
from bakeoff.engine.progress import SilentWorkError, follow

__all__ = ["SilentWorkError", "check_cluster_url", "follow", "open_engine"]
