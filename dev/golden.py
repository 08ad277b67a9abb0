"""Writes the golden playthroughs anew from their scripts. A reviewer looks at each difference.

python dev/golden.py [NAME…]        those scripts, or all of them
"""

import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.golden.playthrough import golden_path, scripts, write_playthrough


def main(names: Sequence[str]) -> int:
    """Write what has changed; return 0 if everything could be played."""
    for script in scripts():
        if names and script.name not in names:
            continue
        path = golden_path(script)
        text = write_playthrough(script)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"wrote {path.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
