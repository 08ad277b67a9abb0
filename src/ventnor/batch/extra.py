"""Optional packages. They are imported on use; a missing one raises a clear error."""

from importlib import import_module
from typing import Any


class MissingPackage(LookupError):
    """An operation needs a package that is not installed."""

    def __init__(self, what: str, package: str, extra: str) -> None:
        super().__init__(f"{what} needs {package}, which is not installed: pip install 'ventnor[{extra}]'")
        self.package = package
        self.extra = extra


def need(package: str, what: str, extra: str) -> Any:
    """Import a package and return it. Raises `MissingPackage`."""
    try:
        return import_module(package)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != package.partition(".")[0]:
            raise
        raise MissingPackage(what, package.partition(".")[0], extra) from error
