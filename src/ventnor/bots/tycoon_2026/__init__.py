"""`tycoon-2026`, a yardstick: `tycoon` as it was in November 2026, with all that it called outside the kernel.

`docs/bots/tycoon-2026.md` says what it is for. Do not improve it: ratings of later bots are measured against it.
"""
