"""The processes of an installation: server and workers, their start and their end."""
