"""Human evaluation: what is asked, of whom, what the answers say and who is reliable.

`protocols` say what is asked, `designs` of whom, `analyses` what the answers say, `quality` who is reliable.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
