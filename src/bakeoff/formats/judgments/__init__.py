"""Files of judgments from any collector: one importer per file, each returning `bakeoff.data.judgments.Judgment`."""

from bakeoff.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__, __file__)
