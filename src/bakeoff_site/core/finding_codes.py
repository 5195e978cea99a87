"""The codes of findings that only a server has; those of the checker are in `bakeoff.submissions.finding_codes`."""

from __future__ import annotations

from bakeoff.data import Code

FIELD = Code(
    "field",
    "error",
    "a field of the request that cannot be accepted",
    "Correct the field, and send the request again.",
)
INPUT = Code(
    "input",
    "error",
    "a file or text that cannot be read or used",
    "Correct the input at the place named, and send it again.",
)
CORRECTION = Code(
    "correction",
    "error",
    "a proposed correction that cannot be applied",
    "Fix or remove this correction, then propose the file again.",
)
NOT_SCORED = Code(
    "not-scored",
    "error",
    "a trial that could not be scored",
    "Fix what is named, then try it again.",
)
REMARK = Code(
    "remark",
    "warning",
    "a remark on the scores of a trial",
    "Keep this in mind when you compare the scores.",
)
