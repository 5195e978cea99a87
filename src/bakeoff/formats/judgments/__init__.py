"""Files of judgments, whoever collected them: an importer a file, all meeting in `bakeoff.data.judgments.Judgment`."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
