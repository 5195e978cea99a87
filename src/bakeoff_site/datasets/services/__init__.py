"""Files of a campaign are added, replaced, removed and released, and teams are notified of them."""

from bakeoff_site.datasets.services.files import add_data_file, record_download, refresh_pack, remove_data_file

__all__ = ["add_data_file", "record_download", "refresh_pack", "remove_data_file"]
