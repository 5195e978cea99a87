"""Where work runs: in threads of this process, or on a cluster by its address. The same results, to the last bit."""

from bakeoff.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__, __file__)
