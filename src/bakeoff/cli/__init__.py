"""The command line: one file for each command, each loaded only when it is called."""
