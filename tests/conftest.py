"""Settings for all tests: a law is checked on its merits, however busy the machine is."""

from hypothesis import settings

settings.register_profile("tesserae", deadline=None)
settings.load_profile("tesserae")
