"""The REST API of a campaign server, for programs: `Client(base_url, token)`.

>>> client = Client("https://bakeoff.example", token="bakeoff_…")
>>> client.base_url
'https://bakeoff.example'
"""

from bakeoff.client.client import Client
from bakeoff.client.errors import (
    ForbiddenError,
    InvalidError,
    MissingError,
    RefusedError,
    ServerError,
    TooManyRequestsError,
    UnauthenticatedError,
    UnreachableError,
)
from bakeoff.client.records import (
    Account,
    Agreement,
    Campaign,
    CampaignRow,
    Consent,
    DataFile,
    Description,
    Event,
    Extension,
    Job,
    Phase,
    Registration,
    Run,
    Schedule,
    Standing,
    Step,
    Submission,
    SubmissionRow,
    Team,
    TeamRef,
    TeamRow,
    Trial,
    Upload,
)

__all__ = [
    "Account",
    "Agreement",
    "Campaign",
    "CampaignRow",
    "Client",
    "Consent",
    "DataFile",
    "Description",
    "Event",
    "Extension",
    "ForbiddenError",
    "InvalidError",
    "Job",
    "MissingError",
    "Phase",
    "RefusedError",
    "Registration",
    "Run",
    "Schedule",
    "ServerError",
    "Standing",
    "Step",
    "Submission",
    "SubmissionRow",
    "Team",
    "TeamRef",
    "TeamRow",
    "TooManyRequestsError",
    "Trial",
    "UnauthenticatedError",
    "UnreachableError",
    "Upload",
]
