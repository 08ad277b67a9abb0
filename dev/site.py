"""Makes the parts of the documentation's site that are not files of `docs`. MkDocs calls these functions.

The rules pages come from the rulebook's data. CONTRIBUTING, CHANGELOG and SECURITY become pages. Links from pages to
source files become plain names, because the site does not carry the sources.
"""

import re
from pathlib import Path
from typing import Any, Final, cast

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from ventnor.rulebook.clause import Clause, Family, clauses, families
from ventnor.rulebook.edition import EDITIONS

ROOT: Final = Path(__file__).parent.parent
PAGES: Final = {
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security-reports.md",
}
"""Files at the root, and the pages that they become."""
OUTSIDE: Final = re.compile(r"\[(?P<text>[^\]\n]*)\]\((?:\.\./)+(?P<path>[^)#\s]*)(?P<anchor>#[^)]*)?\)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the generated pages, and the pages of folders to the navigation."""
    for name, page in PAGES.items():
        text = (ROOT / name).read_text(encoding="utf-8").replace("](docs/", "](").replace(f": {name}\n", f": {page}\n")
        files.append(File.generated(config, page, content=text))
    for page, text in rules_pages().items():
        files.append(File.generated(config, page, content=text))
    entries = cast("list[Any]", config.nav or [])  # pyright: ignore[reportUnknownMemberType]
    config.nav = [expand(each, files) for each in entries]
    return files


def on_page_markdown(markdown: str, page: Any, files: Files, **_: object) -> str:
    """Let links leave `docs` only for pages that the site has."""

    def replaced(found: re.Match[str]) -> str:
        target = PAGES.get(found["path"])
        if target:
            depth = "../" * page.file.src_uri.count("/")
            return f"[{found['text']}]({depth}{target}{found['anchor'] or ''})"
        beside = Path(page.file.src_uri).parent.parent / found["path"]
        if files.get_file_from_path(beside.as_posix()):
            return found[0]
        return found["text"]

    return OUTSIDE.sub(replaced, markdown)


def expand(entry: Any, files: Files) -> Any:
    """Return an entry of the navigation, with `folder/` replaced by the pages in it."""
    if isinstance(entry, dict):
        named = cast("dict[str, Any]", entry)
        return {name: expand(value, files) for name, value in named.items()}
    if isinstance(entry, list):
        return [expand(each, files) for each in cast("list[Any]", entry)]
    if not entry.endswith("/"):
        return entry
    inside = sorted(file.src_uri for file in files.documentation_pages() if file.src_uri.startswith(entry))
    first = [uri for uri in inside if uri.endswith(("/README.md", "/index.md"))]
    return first + [uri for uri in inside if uri not in first]


# ── the rules ───────────────────────────────────────────────────────────────────────────────────────────────────────


def rules_pages() -> dict[str, str]:
    """Return a page for each family of clauses, with five editions side by side, and their index."""
    pages = {f"rules/{family.name}.md": family_page(family) for family in families()}
    lines = [
        "# The rules",
        "",
        "Each rule in our own words, and how each of the five rulebooks has it. `ventnor rules` shows the same in the",
        "terminal, and the browser app beside every table.",
        "",
        "| | rules |",
        "|---|---|",
    ]
    for family in families():
        names = ", ".join(each.title for each in clauses() if each.family == family.name)
        lines.append(f"| [{family.title}]({family.name}.md) | {names} |")
    pages["rules/index.md"] = "\n".join(lines) + "\n"
    return pages


def family_page(family: Family) -> str:
    """Return the page of a family."""
    editions = (family.edition,) if family.variant else EDITIONS
    lines = [f"# {family.title}", ""]
    for clause in clauses():
        if clause.family == family.name:
            lines += [f"## {clause.title} {{ #{clause.id.replace('.', '-')} }}", "", f"`{clause.id}`", ""]
            lines += [clause.wording(editions[0]) if len(editions) == 1 else f"{clause.text}", ""]
            lines += side_by_side(clause, editions) if len(editions) > 1 else []
    return "\n".join(lines) + "\n"


def side_by_side(clause: Clause, editions: tuple[str, ...]) -> list[str]:
    """Return the table of a clause: a column for each edition. Nothing if all say and play what the text says."""
    cells = [cell_of(clause, name) for name in editions]
    if set(cells) == {clause.text}:
        return ["All five rulebooks say so.", ""]
    if len(set(cells)) == 1:
        return [f"In all five: {cells[0]}", ""]
    return [f"| {' | '.join(editions)} |", f"|{'---|' * len(editions)}", f"| {' | '.join(cells)} |", ""]


def cell_of(clause: Clause, name: str) -> str:
    """Return how an edition is played, and where its text says less or something different."""
    played, kind = clause.wording(name), clause.kind(name)
    note = ""
    if kind == "part":
        note = f" *(the text says: {clause.part[name]})*"
    elif kind == "differs":
        note = f" *(the text differs: {clause.differs[name]})*"
    elif kind == "silent":
        note = " *(the text is silent)*"
    return (played + note).replace("|", "\\|").replace("\n", " ")
