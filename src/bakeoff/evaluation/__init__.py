"""The verbs that join texts, metrics and statistics."""

from bakeoff.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__, __file__)
