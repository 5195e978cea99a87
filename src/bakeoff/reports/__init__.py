"""Tables as values and the renderers that show them."""

from bakeoff.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__, __file__)
