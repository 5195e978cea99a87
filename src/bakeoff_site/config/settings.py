"""Django's settings, made from the environment."""

from __future__ import annotations

from pathlib import Path

from django.contrib.messages import constants as messages

from bakeoff.reports.look import FOLDER as LOOK
from bakeoff_site.config import logs
from bakeoff_site.config.databases import database
from bakeoff_site.config.environment import read_environment
from bakeoff_site.config.mail import mail_settings
from bakeoff_site.config.secrets import secret_key
from bakeoff_site.documentation import sources as documentation

ENVIRONMENT = read_environment()

BASE_DIR = Path(__file__).resolve().parents[1]
SCREENS = BASE_DIR / "judging" / "screens"
"""Each protocol has a folder here with its template and script."""
DATA_FOLDER = ENVIRONMENT.data_folder
SECRET_KEY = secret_key(ENVIRONMENT)
DEBUG = ENVIRONMENT.debug
ALLOWED_HOSTS = list(ENVIRONMENT.allowed_hosts)
BASE_URL = ENVIRONMENT.base_url or "http://localhost:8000"
WORKER_PROCESSES = ENVIRONMENT.worker_processes
STALL_SECONDS = 60 * ENVIRONMENT.stall_minutes
CLUSTER_URL = ENVIRONMENT.cluster_url
PLUGINS = {plugin.name: plugin for plugin in ENVIRONMENT.plugins}
TRUSTED_PROXIES = ENVIRONMENT.trusted_proxies
ROOT_URLCONF = "bakeoff_site.config.urls"
LOGGING = logs.LOGGING
WSGI_APPLICATION = "bakeoff_site.config.wsgi.application"

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "bakeoff_site.core",
    "bakeoff_site.mail",
    "bakeoff_site.accounts",
    "bakeoff_site.jobs",
    "bakeoff_site.campaigns",
    "bakeoff_site.documentation",
    "bakeoff_site.pages",
    "bakeoff_site.team_messages",
    "bakeoff_site.datasets",
    "bakeoff_site.submissions",
    "bakeoff_site.scoring",
    "bakeoff_site.results",
    "bakeoff_site.adjudication",
    "bakeoff_site.combination",
    "bakeoff_site.judging",
    "bakeoff_site.crowds",
    "bakeoff_site.metrics_task",
    "bakeoff_site.publication",
    "bakeoff_site.home",
    "bakeoff_site.api",
    "bakeoff_site.ui",
    "django.forms",  # after our templates, some of which replace its own
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "bakeoff_site.core.http.middleware.CompressedPages",
    "bakeoff_site.core.http.cache_headers.PrivateAnswers",
    "bakeoff_site.core.http.middleware.RequestLog",
    "bakeoff_site.core.http.middleware.ProxyNobodyToldOf",
    "bakeoff_site.core.http.middleware.ContentSecurityPolicy",
    "bakeoff_site.core.http.middleware.PartsAndPages",
    "bakeoff_site.api.middleware.ErrorShape",
    "bakeoff_site.api.middleware.PlainAddresses",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "bakeoff_site.core.http.middleware.NotAllowedPage",
    "bakeoff_site.core.http.middleware.RefusedBody",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]
# The words of the style sheet for the states of messages.
MESSAGE_TAGS = {messages.SUCCESS: "good", messages.WARNING: "warn", messages.ERROR: "bad"}
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [SCREENS],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "bakeoff_site.campaigns.views.navigation.navigation",
            ]
        },
    }
]

FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

DATABASES = {"default": database(ENVIRONMENT)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["bakeoff_site.campaigns.backends.PeopleWithTeams"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("name", "email", "affiliation")},
    },
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "accounts:sign-in"
LOGIN_REDIRECT_URL = "campaigns:list"
LOGOUT_REDIRECT_URL = "campaigns:list"

LANGUAGE_CODE = "en-gb"
TIME_ZONE = ENVIRONMENT.time_zone
USE_TZ = True
USE_I18N = False

STATIC_URL = "static/"
STATIC_ROOT = DATA_FOLDER / "static"
STATICFILES_DIRS = [
    (documentation.STATIC_FOLDER, documentation.PICTURES),
    ("ui/design", LOOK),
    *((f"judging/{folder.parent.name}", folder) for folder in sorted(SCREENS.glob("*/static"))),
]
STORAGES = {
    "default": {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        "OPTIONS": {"location": DATA_FOLDER / "files"},
    },
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 4 * 2**20
FILE_UPLOAD_MAX_MEMORY_SIZE = 2**20
# Large bodies are already here; folders of the system may be small.
FILE_UPLOAD_TEMP_DIR = DATA_FOLDER if DATA_FOLDER.is_dir() else None
FILE_UPLOAD_HANDLERS = [
    "bakeoff_site.core.storage.uploads.BoundedUpload",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]
MAX_UPLOAD_BYTES = ENVIRONMENT.max_upload_bytes
MAX_TEAM_BYTES = ENVIRONMENT.max_team_bytes
MAX_WAITING_PACKAGES = ENVIRONMENT.max_waiting_packages
MAX_TRIALS_A_DAY = ENVIRONMENT.max_trials_a_day
MIN_FREE_BYTES = ENVIRONMENT.min_free_bytes

SESSION_ENGINE = "bakeoff_site.accounts.session_store"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = ENVIRONMENT.is_secure
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if ENVIRONMENT.is_secure else None
SECURE_HSTS_SECONDS = 31_536_000 if ENVIRONMENT.is_secure else 0
X_FRAME_OPTIONS = "DENY"
CSRF_TRUSTED_ORIGINS = [BASE_URL] if ENVIRONMENT.is_secure else []

DEMONSTRATION_MAILS: str | None = None  # in `bakeoff demo`, the folder of the mails that it would have sent
globals().update(mail_settings(ENVIRONMENT))
