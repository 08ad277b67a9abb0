"""Records that are released go at once."""

import gc
import weakref

import pytest

from ventnor.kernel.layout import Sink, State, release


@pytest.mark.parametrize("made", [State, Sink])
def test_a_record_that_is_released_waits_for_no_collection(made: type[State] | type[Sink]) -> None:
    gc.disable()
    try:
        record = made()
        rows = [getattr(record, name) for name, _ in made._fields_]
        if isinstance(record, State):
            assert record.frames[0].want[0] == 0  # a row inside a row
        gone = weakref.ref(record)
        release(record)
        del record, rows
        assert gone() is None
    finally:
        gc.enable()


def test_a_record_can_be_used_after_it_was_released() -> None:
    record = State()
    record.offers[1][2].number = 7
    release(record)
    assert record.offers[1][2].number == 7
