"""Files of text in all formats that campaigns use, read into and written from the types of `bakeoff.data`."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
