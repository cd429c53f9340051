"""Brings the files of every language up to date: ``python -m docs.sentences``.

What can be said is gathered from the code (``tr``, ``trn``, ``later``), the text files (``texts/en.toml``), the names
of hues and cards, the list of games with their options, and the settings. Sentences that are new are added without a
translation, those that nobody says any more are taken out, translations stay as they are. ``--check`` writes nothing
and fails where a file is behind.
"""

import argparse
import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog
from babel.messages.pofile import read_po, write_po

from engine.components.cards import TITLES
from engine.components.hues import Hue
from engine.core.registry import entries, find
from engine.texts import NAME, plural_of, without_rule_ids
from tablelight.setup.settings_check import every_setting

ROOT = Path(__file__).parents[1]
LOCALE = ROOT / "tablelight" / "texts" / "locale"
FOLDERS = ("engine", "vision", "firmware_bridge", "tablelight")
"""Where sentences for players are said."""
_UNUSED_HEAD = re.compile(rb'^"(?:Project|Report|POT|PO|Last|Language-Team|MIME|Generated)-?[^\n]*\n', re.MULTILINE)
"""Lines of a file's head that say nothing here, and would change with every run."""
_CALLS = {"tr": 1, "trn": 2, "later": 1, "Deferred": 1}
"""How many of a call's first arguments are the sentence."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """Something that can be said, as it stands in English. ``many``: how it reads for several; ``where``: its file."""

    where: str
    one: str
    many: str = ""
    context: str = ""
    note: str = ""


def sentences() -> Iterator[Sentence]:
    """Everything that can be said, in the order of the files it stands in."""
    for folder in FOLDERS:
        for file in sorted((ROOT / folder).rglob("*.py")):
            yield from in_code(file)
        for file in sorted((ROOT / folder).rglob("texts/en.toml")):
            yield from in_text_file(file)
    yield from of_components()
    yield from of_games()
    yield from of_settings()


@cache
def tree_of(file: Path) -> ast.Module:
    """A module as Python reads it, once: tests look at it as well."""
    return ast.parse(file.read_text(encoding="utf-8"))


def in_code(file: Path) -> Iterator[Sentence]:
    """The sentences of a module's calls."""
    for node in ast.walk(tree_of(file)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _CALLS:
            wanted = _CALLS[node.func.id]
            words = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
            if node.func.id == "Deferred" and not words:
                continue  # its sentence was marked where it stands
            if len(words) < wanted:
                raise SystemExit(f"{file}:{node.lineno}: the sentence has to stand there in quotes")
            yield Sentence(_name(file), words[0], words[1] if wanted == 2 else "", _context_of(node))


def _context_of(call: ast.Call) -> str:
    """What a call says to tell its sentence from another one that is the same in English."""
    return next((str(ast.literal_eval(word.value)) for word in call.keywords if word.arg == "context"), "")


def in_text_file(file: Path) -> Iterator[Sentence]:
    """The sentences of a text file, with what they depend on."""
    for table, lines in tomllib.loads(file.read_text(encoding="utf-8")).items():
        for code, text in lines.items():
            plural = plural_of(text) if file.is_relative_to(ROOT / "engine") and table != "names" else None
            one, many = (plural.one, text) if plural else (text, "")
            yield Sentence(_name(file), one, many, NAME if table == "names" else "", f"{table}.{code}")


def of_components() -> Iterator[Sentence]:
    """What hues and special cards are called."""
    for title in TITLES.values():
        yield Sentence("engine/components/cards.py", title, context=NAME)
    for hue in Hue:
        yield Sentence("engine/components/hues.py", hue.title, context=NAME)


def of_games() -> Iterator[Sentence]:
    """What the list of games and the setting up of one say."""
    for game in entries():
        folder = f"{game.package.replace('.', '/')}/__init__.py"
        for text in (game.title, game.group, game.blurb, game.players, game.minutes):
            yield Sentence(folder, text)
        for what in find(game.name).checks:
            yield Sentence(folder, what, context=NAME, note="a rule that is checked")
        worded = tomllib.loads((ROOT / folder).with_name("texts").joinpath("en.toml").read_text("utf-8"))
        for option, told in find(game.name).option_docs().items():
            if option not in worded.get("options", {}) and option not in game.never_asked:
                yield Sentence(folder, without_rule_ids(told["doc"]), note=f"option {option}")


def of_settings() -> Iterator[Sentence]:
    """What the settings page says of each setting."""
    where = "tablelight/setup/settings.py"
    for section, about, settings in every_setting():
        yield Sentence(where, section.replace("_", " ").capitalize())
        yield Sentence(where, about)
        for one in settings:
            yield Sentence(where, one.label)
            yield Sentence(where, one.says.replace('""', "empty"), note=one.where)
            yield Sentence(where, one.unit)


def template() -> Catalog:
    """All sentences without a translation."""
    catalog = Catalog()
    for one in sentences():
        if one.one:
            said = (one.one, one.many) if one.many else one.one
            notes = [one.note] if one.note else []
            catalog.add(said, None, [(one.where, None)], auto_comments=notes, context=one.context or None)
    return catalog


def brought_up_to_date(file: Path, wanted: Catalog) -> Catalog:
    """The catalogue of a language with exactly the sentences that are said now."""
    catalog = read_po(BytesIO(file.read_bytes()), locale=file.stem)
    catalog.update(wanted, no_fuzzy_matching=True, update_header_comment=False, update_creation_date=False)
    catalog.obsolete.clear()
    for message in catalog:
        message.flags = {flag for flag in message.flags if flag != "fuzzy"}
    return catalog


def written(catalog: Catalog) -> bytes:
    """The text of a language's file."""
    out = BytesIO()
    write_po(out, catalog, width=120, sort_by_file=True, include_lineno=False, ignore_obsolete=True)
    return _UNUSED_HEAD.sub(b"", out.getvalue())


def missing(catalog: Catalog) -> list[str]:
    """The sentences that have no translation yet."""
    return [str(message.id) for message in catalog if message.id and not _complete(message.string)]


def main() -> int:
    """Writes the files, or checks them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing; fail where a file is behind the code")
    check, behind, wanted = parser.parse_args().check, 0, template()
    for file in sorted(LOCALE.glob("*.po")):
        catalog = brought_up_to_date(file, wanted)
        behind += written(catalog) != file.read_bytes()
        if not check:
            file.write_bytes(written(catalog))
        sys.stdout.write(f"{file.stem}: {len(missing(catalog))} of {len(catalog)} sentences have no translation\n")
    return 1 if check and behind else 0


def _complete(said: str | tuple[str, ...]) -> bool:
    return all(said) if isinstance(said, tuple) else bool(said)


def _name(file: Path) -> str:
    return str(file.relative_to(ROOT))


if __name__ == "__main__":
    sys.exit(main())
