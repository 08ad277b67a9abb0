"""`python -m ventnor` is the command `ventnor`."""

import sys

from ventnor.cli import main

if __name__ == "__main__":
    sys.exit(main())
