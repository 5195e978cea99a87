"""What reproductions share: the command line, so that published figures are those of commands, too."""

from tests.cli.conftest import bakeoff

__all__ = ["bakeoff"]
