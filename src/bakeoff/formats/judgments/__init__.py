"""Files of judgments from any collector: one importer per file, each returning `bakeoff.data.judgments.Judgment`."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
