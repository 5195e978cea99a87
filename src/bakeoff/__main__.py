"""`python -m bakeoff` is the program `bakeoff`."""

from bakeoff.cli.main import main

main()
