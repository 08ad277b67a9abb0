"""The records: no padding, the same size to both twins, and every code within its bounds."""

from ctypes import Structure, sizeof

import numpy as np
import pytest

from ventnor.kernel import codes, layout

RECORDS = [
    each
    for each in vars(layout).values()
    if isinstance(each, type) and issubclass(each, Structure) and each is not Structure
]


@pytest.mark.parametrize("made", RECORDS, ids=lambda made: made.__name__)
def test_a_record_is_the_sum_of_its_fields(made: type[Structure]) -> None:
    fields = sum(sizeof(kind) for _, kind in made._fields_)
    assert sizeof(made) == fields == np.dtype(made).itemsize


def test_codes_of_a_block_are_all_different() -> None:
    for prefix in ("A_", "E_", "W_", "C_", "K_", "S_", "P_", "D_", "B_", "T_", "END_"):
        values = [value for name, value in vars(codes).items() if name.startswith(prefix)]
        assert len(values) == len(set(values)) > 1, prefix


def test_every_clause_code_has_its_id() -> None:
    named = {name: value for name, value in vars(codes).items() if name.startswith("C_")}
    assert sorted(named.values()) == list(range(len(codes.CLAUSE_IDS)))
    for name, value in named.items():
        if value:
            assert codes.CLAUSE_IDS[value].replace(".", "-").upper().replace("-", "_") == name.removeprefix("C_")


def test_every_event_code_can_be_tallied() -> None:
    kinds = [value for name, value in vars(codes).items() if name.startswith("E_")]
    assert max(kinds) < codes.KINDS_OF_EVENT
