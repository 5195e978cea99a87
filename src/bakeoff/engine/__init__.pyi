# What the package offers; `__init__.py` loads each from its module when it is first asked for.
from .executors import check_cluster_url as check_cluster_url
from .executors import open_engine as open_engine
from .progress import SilentWorkError as SilentWorkError
from .progress import follow as follow

__all__ = [
    "SilentWorkError",
    "check_cluster_url",
    "follow",
    "open_engine",
]
