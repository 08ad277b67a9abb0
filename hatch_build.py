"""Builds the browser app into the wheel. Editable installs skip it: `./run` and `./test` build it themselves."""

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WebHook(BuildHookInterface):  # pyright: ignore[reportMissingTypeArgument]
    """Runs `dev/web.py` and takes what it built, which git does not know, into the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        root = Path(self.root)
        if (root / "web").is_dir():
            subprocess.run([sys.executable, root / "dev" / "web.py"], check=True)
        build_data["artifacts"].append("src/ventnor/server/static/**")
