"""Environments for learning: PettingZoo AEC, Gymnasium, and a vector environment that steps many games in one call.

Importing this package registers `ventnor/EDITION-v0` with Gymnasium, one id for each edition. It needs the extra
`pip install 'ventnor[envs]'`. `layout` has the encoding, `observe` and `menu` work it out, `loop` steps; these four are
written like the kernel and run interpreted or compiled. docs/environments.md describes them.
"""

import gymnasium

from ventnor.envs.aec import VentnorAEC
from ventnor.envs.episodes import BadChoice, BadEnvironment, Episodes, fields_of, flat_of
from ventnor.envs.layout import ACTIONS, STRUCTURED, VERSION
from ventnor.envs.single import VentnorEnv
from ventnor.envs.vector import VentnorVectorEnv
from ventnor.rulebook.edition import EDITIONS

__all__ = [
    "ACTIONS",
    "STRUCTURED",
    "VERSION",
    "BadChoice",
    "BadEnvironment",
    "Episodes",
    "VentnorAEC",
    "VentnorEnv",
    "VentnorVectorEnv",
    "fields_of",
    "flat_of",
]

for _edition in EDITIONS:
    gymnasium.register(  # pyright: ignore[reportUnknownMemberType]
        f"ventnor/{_edition}-v{VERSION}",
        entry_point="ventnor.envs.single:VentnorEnv",
        vector_entry_point="ventnor.envs.vector:VentnorVectorEnv",
        kwargs={"edition": _edition},
    )
