"""Human evaluation: what is asked, of whom, what the answers say and who is reliable.

`protocols` say what is asked, `designs` of whom, `analyses` what the answers say, `quality` who is reliable.
"""

from bakeoff.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__, __file__)
