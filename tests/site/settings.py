"""The site's settings in tests: a folder of their own, one of the two databases, nothing slow.

`BAKEOFF_TEST_DATABASE=postgresql` asks for PostgreSQL: the first process starts a server that the parallel ones share.
What developers have set for a server of their own, in variables or in a file, plays no part.
"""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

from bakeoff_site.config.environment import NAMES, PREFIX, Environment, write_environment
from tests.site import postgresql

FOLDER = Path(tempfile.mkdtemp(prefix="bakeoff-tests-"))
atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)
WANTS_POSTGRESQL = os.environ.get("BAKEOFF_TEST_DATABASE") == "postgresql"
ON_POSTGRESQL = WANTS_POSTGRESQL and postgresql.programs() is not None

os.environ.update(
    write_environment(
        Environment(
            data_folder=FOLDER / "data",
            database_url=postgresql.url_of("bakeoff") if ON_POSTGRESQL else "",
            min_free_bytes=0,  # whatever the disk of the tests has to spare
            secret_key="of tests alone, and long enough to sign a session with it",
        )
    )
)

from bakeoff_site.config.settings import *  # noqa: E402, F403
from bakeoff_site.config.settings import DATABASES, STORAGES  # noqa: E402

for name in NAMES:
    del os.environ[f"{PREFIX}{name.upper()}"]  # programs that tests start have settings of their own

STATIC_ROOT = FOLDER / "static"
STATIC_ROOT.mkdir()
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
if not ON_POSTGRESQL:
    # A file, so that threads and processes meet in it as they do in earnest; only the disk is not waited for.
    DATABASES["default"]["TEST"] = {"NAME": str(FOLDER / "test.sqlite3")}
    options = DATABASES["default"]["OPTIONS"]
    options["init_command"] = options["init_command"].replace("synchronous=FULL", "synchronous=OFF")
