"""What is done with submissions. Pages, the API and jobs call the same functions."""

from bakeoff_site.submissions.services.descriptions import submit_description
from bakeoff_site.submissions.services.entered_runs import RunRefusedError, enter_run
from bakeoff_site.submissions.services.packages import receive_submission
from bakeoff_site.submissions.services.uploads import (
    WrongOffsetError,
    announce_upload,
    append_chunk,
    clear_uploads,
    finish_upload,
)
from bakeoff_site.submissions.services.withdrawals import withdraw_submission

__all__ = [
    "RunRefusedError",
    "WrongOffsetError",
    "announce_upload",
    "append_chunk",
    "clear_uploads",
    "enter_run",
    "finish_upload",
    "receive_submission",
    "submit_description",
    "withdraw_submission",
]
