"""A small Spirit forum in the folder that the environment names. Posts may be long, as reports are;
its other limits are those of Spirit."""

import os
from pathlib import Path

FOLDER = Path(os.environ["SPIRIT_FOLDER"])
SECRET_KEY = "for tests only"
ALLOWED_HOSTS = ["127.0.0.1"]
ROOT_URLCONF = "site_settings"
ST_SITE_URL = "http://127.0.0.1/"
ST_COMMENT_MAX_LEN = 32_000
_APPS = """core admin search user user.admin user.auth category category.admin topic topic.admin
topic.favorite topic.moderate topic.notification topic.private topic.unread comment
comment.bookmark comment.flag comment.flag.admin comment.history comment.like comment.poll"""
INSTALLED_APPS = [
    *(f"django.contrib.{name}" for name in ("auth", "contenttypes", "sessions", "messages")),
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    *(f"spirit.{name}" for name in _APPS.split()),
    "djconfig",
    "haystack",
]
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "spirit.user.middleware.TimezoneMiddleware",
    "spirit.user.middleware.LastIPMiddleware",
    "spirit.user.middleware.LastSeenMiddleware",
    "spirit.user.middleware.ActiveUserMiddleware",
    "spirit.core.middleware.PrivateForumMiddleware",
    "djconfig.middleware.DjConfigMiddleware",
]
_CONTEXT = ("auth.context_processors.auth", "messages.context_processors.messages")
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                *(f"django.contrib.{name}" for name in _CONTEXT),
                *(f"django.template.context_processors.{n}" for n in ("i18n", "tz", "request")),
                "djconfig.context_processors.config",
            ]
        },
    }
]
_CACHE = "django.core.cache.backends.locmem.LocMemCache"
CACHES = {
    "default": {"BACKEND": _CACHE},
    "st_rate_limit": {"BACKEND": _CACHE, "LOCATION": "floods", "TIMEOUT": None},
}
AUTHENTICATION_BACKENDS = ["spirit.user.auth.backends.UsernameAuthBackend"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
HAYSTACK_CONNECTIONS = {"default": {"ENGINE": "haystack.backends.simple_backend.SimpleEngine"}}
LOGIN_URL = "spirit:user:auth:login"
LOGIN_REDIRECT_URL = "spirit:user:update"
TIME_ZONE, USE_TZ, USE_I18N = "UTC", True, True
LANGUAGE_CODE = "de"
STATIC_URL, MEDIA_URL, MEDIA_ROOT = "/static/", "/media/", FOLDER / "media"
STORAGES = {
    "default": {"BACKEND": "spirit.core.storage.OverwriteFileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
DEFAULT_AUTO_FIELD = "django.db.models.AutoField"
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": FOLDER / "forum.sqlite"}}
EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"


def __getattr__(name: str) -> object:
    """The addresses of its pages, which cannot be had before Django is set up."""
    if name != "urlpatterns":
        raise AttributeError(name)
    from django.urls import include, path

    return [path("", include("spirit.urls"))]
