"""Settings that all tests share."""

from hypothesis import settings

# A first call may compile for minutes and the machine may be busy: how long an example takes says nothing about it.
settings.register_profile("ventnor", deadline=None, print_blob=True)
settings.load_profile("ventnor")
