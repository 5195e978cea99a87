"""Which tests of the examples there are on this machine."""

from __future__ import annotations

import os

# An environment with COMET weighs more than a gigabyte: whoever has one asks for its test.
collect_ignore = [] if "BAKEOFF_COMET_PYTHON" in os.environ else ["test_comet.py"]
