"""Versions of results are asked for, made by a worker, and published."""

from bakeoff_site.publication.services.making import make_version
from bakeoff_site.publication.services.versions import discard_version, prepare_version, publish_version

__all__ = ["discard_version", "make_version", "prepare_version", "publish_version"]
