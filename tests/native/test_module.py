"""How the compiled module is built."""

from __future__ import annotations

import sys
import sysconfig
from pathlib import Path

from bakeoff.native import _kernels


def test_from_python_3_12_on_one_module_serves_all_versions() -> None:
    suffix = ".abi3.so" if sys.version_info >= (3, 12) else sysconfig.get_config_var("EXT_SUFFIX")
    assert Path(_kernels.__file__).name == f"_kernels{suffix}"
