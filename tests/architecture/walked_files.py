"""Prints the modules of Bakeoff whose functions a command calls, in the order in which a reader would open them.

Usage: python walked_files.py COMMAND ARGUMENT…
"""

from __future__ import annotations

import json
import sys
import threading
from types import FrameType
from typing import Any

opened: dict[str, None] = {}


def module_of(frame: FrameType) -> str:
    name = str(frame.f_globals.get("__name__", ""))
    return name if name.startswith("bakeoff.") else ""


def is_importing(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_code.co_name == "<module>" and module_of(frame):
            return True
        frame = frame.f_back
    return False


def note(frame: FrameType, event: str, _argument: Any) -> None:
    """Notes the module of a function that somebody wrote: neither imports nor what dataclasses make themselves."""
    if event != "call" or frame.f_code.co_filename.startswith("<"):
        return
    name = module_of(frame)
    if name and name not in opened and not is_importing(frame):
        opened[name] = None


if __name__ == "__main__":
    from bakeoff.cli.main import main

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        main(sys.argv[1:])
    finally:
        sys.setprofile(None)
        sys.stderr.write(json.dumps(list(opened)) + "\n")
