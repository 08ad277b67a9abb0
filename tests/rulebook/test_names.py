"""Every name in the data files is one that the code knows, and the other way round: each kind of fault is planted."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from ventnor.kernel.layout import Tables
from ventnor.rulebook.names import wrong_names
from ventnor.rulebook.setting import settings
from ventnor.rulebook.source import load
from ventnor.tables import FILLED, WrongSettings, check_settings


def planted(file: str, change: Callable[[Any], object]) -> list[str]:
    """Return what is wrong once one file is changed."""
    data = copy.deepcopy(load(file))
    change(data)
    return wrong_names(lambda name: data if name == file else load(name))


def rename(entry: dict[str, Any], old: str, new: str) -> None:
    entry[new] = entry.pop(old)


def test_the_files_have_no_wrong_name():
    assert wrong_names() == []


@pytest.mark.parametrize(
    ("file", "change", "name"),
    [
        ("settings", lambda d: rename(d["setting"][0], "value", "valeu"), "valeu"),
        ("settings", lambda d: d["setting"][0].update(clause="rent.dew"), "rent.dew"),
        ("settings", lambda d: d["setting"][0].update(differs=[{"edition": "1936", "value": 1}]), "1936"),
        ("settings", lambda d: d["setting"][0].update(differs=[{"edition": "1935", "varient": "short"}]), "varient"),
        ("settings", lambda d: d["setting"][0].update(differs=[{"edition": "1935", "variant": "quick"}]), "quick"),
        ("settings", lambda d: rename(d, "setting", "settings"), "settings"),
        ("options", lambda d: d["option"][1].update(name="dubble_salary"), "dubble_salary"),
        ("options", lambda d: d["option"].pop(1), "double_salary"),
        ("options", lambda d: d["option"][1].update(sets={"salary_on_og": 400}), "salary_on_og"),
        ("options", lambda d: d["option"][0].update(choices={"pot": {"pott": 1}}), "pott"),
        ("options", lambda d: d["option"][1].update(type="swich"), "swich"),
        ("options", lambda d: d["option"][1].update(efect="none"), "efect"),
        ("editions", lambda d: d["edition"][0].update(name="1936"), "1936"),
        ("editions", lambda d: d["edition"][0].update(decks="1936"), "1936"),
        ("editions", lambda d: rename(d["edition"][0], "years", "year"), "year"),
        ("clauses", lambda d: d["clause"][0].update(id="setpu.bank"), "setpu"),
        ("clauses", lambda d: d["clause"][0].update({"in": ["modren"]}), "modren"),
        ("clauses", lambda d: d["clause"][0].update(differs={"modren": "no"}), "modren"),
        ("clauses", lambda d: d["clause"][0].update(change={"1935 > modren": "no"}), "modren"),
        ("clauses", lambda d: d["clause"][0].update(silint="no"), "silint"),
        ("clauses", lambda d: d["variant"].update(timed={"edition": "modern", "name": "timed"}), "timed"),
        ("clauses", lambda d: d["family"].update(tacks="Taxes"), "tacks"),
        ("rulings", lambda d: d["ruling"][0].update(clause="buy.optoin"), "buy.optoin"),
        ("rulings", lambda d: d["ruling"][0].update(editions=["modren"]), "modren"),
        ("rulings", lambda d: d["ruling"][0].update(switch="decs"), "decs"),
        ("rulings", lambda d: d["ruling"][0].update(anser="no"), "anser"),
        ("board", lambda d: d["space"][1].update(kind="lott"), "lott"),
        ("board", lambda d: d["space"][1].update(group="purpel"), "purpel"),
        ("board", lambda d: d["space"][1].update(hous_price=50), "hous_price"),
        ("board", lambda d: d["space"][0].update(clause="go.salery"), "go.salery"),
        ("board", lambda d: d["group"][0].update(differs={"modren": "Brown"}), "modren"),
        ("cards", lambda d: d["1935"]["chance"][0].update(kind="advence"), "advence"),
        ("cards", lambda d: d["1935"]["chance"][0].update(too="go"), "too"),
        ("cards", lambda d: d["1935"]["chance"][0].update(to="og"), "og"),
        ("cards", lambda d: rename(d, "1935", "1936"), "1936"),
        ("cards", lambda d: rename(d["1935"], "chest", "chset"), "chset"),
    ],
)
def test_a_wrong_name_is_found_with_its_file(file, change, name):
    assert any(f"{file}.toml" in fault and repr(name) in fault for fault in planted(file, change))


def test_settings_are_the_fields_of_the_table_record():
    names = list(settings("official"))
    check_settings(names)
    with pytest.raises(WrongSettings, match=r"settings\.toml.*jail_fien.*no setting is called jail_fine"):
        check_settings(["jail_fien" if name == "jail_fine" else name for name in names])
    assert {each[0] for each in Tables._fields_} >= FILLED
