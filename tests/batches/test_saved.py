"""Batches are saved, loaded, merged, and converted for other libraries."""

import importlib
import random
import zipfile

import numpy as np
import pytest

from ventnor.batch import (
    BadBatchFile,
    Batch,
    BatchesOverlap,
    MissingPackage,
    RecipesDiffer,
    Run,
    rows,
    simulate,
)
from ventnor.rulebook.option import Options

pytestmark = pytest.mark.slow

BOTS = ["tycoon", "builder", "random"]
FORMATS = ["npz", "parquet", "arrow"]


def played(count: int = 300, **how) -> Batch:
    return simulate(count, BOTS, **{"seed": 5, "cap": 300, "compiled": True, **how})


@pytest.fixture(scope="module")
def batch() -> Batch:
    return played()


def same(one: Batch, other: Batch) -> bool:
    return (
        one.rows.tobytes() == other.rows.tobytes()
        and one.sums == other.sums
        and (one.recipe, one.runs, one.columns, one.asked) == (other.recipe, other.runs, other.columns, other.asked)
    )


@pytest.mark.parametrize("ending", FORMATS)
@pytest.mark.parametrize("keep", [None, ["throws"], ["bankruptcies", "group"], ()], ids=str)
def test_what_is_saved_is_loaded(ending, keep, tmp_path) -> None:
    path = tmp_path / f"games.{ending}"
    batch = played(options=Options(double_salary=True), keep=keep)
    batch.save(path)
    assert same(Batch.load(path), batch)
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("ending", FORMATS)
def test_an_empty_batch_is_saved_too(ending, tmp_path) -> None:
    batch = played(0)
    batch.save(tmp_path / f"games.{ending}")
    assert same(Batch.load(tmp_path / f"games.{ending}"), batch)


@pytest.mark.parametrize("ending", FORMATS)
def test_many_rows_go_through_a_file_and_are_the_same(ending, tmp_path, monkeypatch, batch) -> None:
    monkeypatch.setattr(rows, "ROOM", 1000)
    monkeypatch.setattr(rows, "PIECE", 64)
    spilled = played()
    assert same(spilled, batch)
    spilled.save(tmp_path / f"games.{ending}")
    assert same(Batch.load(tmp_path / f"games.{ending}"), batch)
    assert same(played(100).merge(played(200, first=100)), Batch(*parts(batch), 300))


def parts(batch: Batch):
    return batch.recipe, batch.runs, batch.columns, batch.records, batch.sums


def test_numpy_reads_the_file(tmp_path, batch) -> None:
    batch.save(tmp_path / "games.npz")
    with zipfile.ZipFile(tmp_path / "games.npz") as archive:
        assert archive.testzip() is None
    assert np.load(tmp_path / "games.npz")["rows"]["throws"].tolist() == batch.throws.tolist()


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("games.txt", b"", "ends in .npz, .parquet or .arrow"),
        ("games.npz", b"nonsense", "is not a readable batch"),
        ("games.parquet", b"nonsense", "is not a readable batch"),
        ("games.arrow", b"nonsense", "is not a readable batch"),
    ],
)
def test_what_is_no_batch_is_refused(name, content, why, tmp_path, batch) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(BadBatchFile, match=why):
        Batch.load(tmp_path / name)
    if not content:
        with pytest.raises(BadBatchFile, match=why):
            batch.save(tmp_path / name)


def test_a_file_cut_short_is_refused(tmp_path, batch) -> None:
    for ending in FORMATS:
        path = tmp_path / f"games.{ending}"
        batch.save(path)
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
        with pytest.raises(BadBatchFile):
            Batch.load(path)


@pytest.mark.parametrize("ending", FORMATS)
def test_a_file_with_changed_bytes_is_the_same_batch_or_refused(ending, tmp_path, batch) -> None:
    path = tmp_path / f"games.{ending}"
    batch.save(path)
    whole = path.read_bytes()
    luck = random.Random(3)
    refused = 0
    for _ in range(120):
        changed = bytearray(whole)
        for _ in range(luck.choice([1, 3, 20])):
            changed[luck.randrange(len(changed))] = luck.randrange(256)
        path.write_bytes(changed)
        try:
            loaded = Batch.load(path)
        except BadBatchFile:
            refused += 1
        else:
            assert (loaded.recipe, loaded.runs, loaded.columns) == (batch.recipe, batch.runs, batch.columns)
            assert loaded.sums == batch.sums
            assert loaded.rows.tobytes() == batch.rows.tobytes()
    assert refused > 20


def test_a_file_whose_figures_were_changed_is_refused(tmp_path, batch) -> None:
    import pyarrow.parquet

    path = tmp_path / "games.parquet"
    batch.save(path)
    table = pyarrow.parquet.read_table(path)
    place = table.column_names.index("throws")
    throws = pyarrow.array([each + 1 for each in table["throws"].to_pylist()], pyarrow.int32())
    pyarrow.parquet.write_table(table.set_column(place, table.field("throws"), throws), path)
    with pytest.raises(BadBatchFile, match="was changed since it was written"):
        Batch.load(path)


def test_a_table_without_a_recipe_is_no_batch(tmp_path, batch) -> None:
    import pyarrow.parquet

    pyarrow.parquet.write_table(batch.to_arrow(), tmp_path / "games.parquet")
    with pytest.raises(BadBatchFile, match="the recipe is missing"):
        Batch.load(tmp_path / "games.parquet")


def test_a_missing_file_is_missing(tmp_path) -> None:
    for ending in FORMATS:
        with pytest.raises(FileNotFoundError):
            Batch.load(tmp_path / f"games.{ending}")


# ── Together ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_neighbours_merge_to_the_batch_that_was_cut(batch) -> None:
    cut = [played(100), played(150, first=100), played(50, first=250)]
    assert same(cut[0].merge(cut[1], cut[2]), batch)
    assert same(cut[2].merge(cut[0], cut[1]), batch)
    assert batch.runs == (Run(5, 0, 300),)


def test_other_seeds_merge_in_their_order() -> None:
    one, other = played(20, seed=8), played(30, seed=7)
    merged = one.merge(other)
    assert merged.runs == (Run(7, 0, 30), Run(8, 0, 20))
    assert merged.seed.tolist() == [7] * 30 + [8] * 20
    assert merged.game.tolist() == [*range(30), *range(20)]
    assert merged.throws.tolist() == [*other.throws, *one.throws]
    assert merged.sums == other.merge(one).sums
    assert [each["game"] for each in merged.table()] == merged.game.tolist()


@pytest.mark.parametrize(
    ("how", "field"),
    [
        ({"cap": 200}, "cap is 300 in one of them and 200"),
        ({"edition": "classic"}, "edition is official"),
        ({"options": Options(double_salary=True)}, "options is no house rule in one of them and double_salary=True"),
        ({"keep": ["throws"]}, "keep is winner"),
    ],
    ids=str,
)
def test_recipes_that_contradict_each_other_are_refused(how, field, batch) -> None:
    with pytest.raises(RecipesDiffer, match=field):
        batch.merge(played(10, **{"seed": 6, **how}))


def test_other_bots_are_another_recipe(batch) -> None:
    other = simulate(10, ["tycoon", "tycoon", "random"], seed=6, cap=300, compiled=True)
    with pytest.raises(
        RecipesDiffer, match="bots is tycoon, builder, random in one of them and tycoon, tycoon, random"
    ):
        batch.merge(other)


def test_a_game_is_not_counted_twice(batch) -> None:
    with pytest.raises(BatchesOverlap, match="game 299 of seed 5 is in two of them"):
        batch.merge(played(20, first=299))


# ── Elsewhere ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_tables_of_other_libraries_say_the_same(batch) -> None:
    rows = list(batch.table())
    arrow = batch.to_arrow()
    assert arrow.to_pylist() == rows
    assert batch.to_polars().to_dicts() == rows
    frame = batch.to_pandas()
    assert frame["throws"].tolist() == batch.throws.tolist()
    assert frame["winner"].isna().sum() == (~batch.decided).sum()
    assert str(frame["winner"].dtype) == "Int8"
    assert frame["ended"].tolist() == [row["ended"] for row in rows]
    assert {row["ended"] for row in rows} <= {"cap", "last"}
    assert {row["cause_0"] for row in rows} <= {None, "rent", "tax", "fine", "card", "interest"}


@pytest.mark.parametrize(
    ("package", "use"),
    [
        ("pyarrow", lambda batch: batch.to_arrow()),
        ("pandas", lambda batch: batch.to_pandas()),
        ("polars", lambda batch: batch.to_polars()),
        ("pyarrow", lambda batch: batch.save("games.parquet")),
        ("pyarrow", lambda batch: batch.save("games.arrow")),
        ("pyarrow", lambda batch: Batch.load("games.parquet")),
    ],
)
def test_a_package_that_is_not_there_is_missed_by_name(package, use, batch, monkeypatch, tmp_path) -> None:
    monkeypatch.chdir(tmp_path)

    def missing(name: str):
        if name.partition(".")[0] == package:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return importlib.import_module(name)

    monkeypatch.setattr("ventnor.batch.extra.import_module", missing)
    with pytest.raises(
        MissingPackage, match=rf"needs {package}, which is not installed: pip install 'ventnor\[data\]'"
    ):
        use(batch)
