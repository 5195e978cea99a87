"""Files of text in all formats that campaigns use, read into and written from the types of `bakeoff.data`."""

from bakeoff.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__, __file__)
