"""`python -m bakeoff` is the command line."""

from bakeoff.cli.main import main

main()
