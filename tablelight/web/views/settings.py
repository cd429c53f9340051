"""The settings page: every setting with what it is about, what it may be, and its value; saved with the table's code.

It is a plain form, sent whole, so that it works without scripts and on any phone. What is sent goes through the same
model as the file (``setup.settings``); what cannot be used is said beside its field and nothing is saved.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import htpy as h
from anyio import to_thread
from htpy import Node
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from engine.texts.language import later, tr, translated, trn
from tablelight.setup.network import NO_ADDRESS_HERE, why_not_listen
from tablelight.setup.settings import MOST_LETTERS, PageSettings, Settings
from tablelight.setup.settings_check import Fault, Setting, checked, every_setting
from tablelight.setup.settings_file import load, save, value_of
from tablelight.texts.catalogues import name_of
from tablelight.texts.sentences import say
from tablelight.web.answers import came_from, read_form, wrong_code
from tablelight.web.components.html import classes
from tablelight.web.dependencies import PageContext
from tablelight.web.scheme import scheme_in
from tablelight.web.shell import document
from vision.camera.passwords import DOTS, without_passwords

_MOST_BYTES, _MOST_FIELDS = 200_000, 100


async def settings_page(request: Request) -> Response:
    """GET: the settings as they stand in the file."""
    context: PageContext = request.app.state.context
    settings, problems = await to_thread.run_sync(_kept, context.settings_path)
    said = _SAVED.get(request.query_params.get("saved", ""), "")
    return _answer(_page(context, request, _in_fields(settings), problems=problems, said=said and translated(said)))


async def save_settings(request: Request) -> Response:
    """POST: save what the form says, or say beside each field what it should be. Parts of a form leave the rest."""
    context: PageContext = request.app.state.context
    before, problems = await to_thread.run_sync(_kept, context.settings_path)
    form = await read_form(request, _MOST_BYTES, _MOST_FIELDS)
    if not form or context.settings_path is None:
        return _answer(_page(context, request, _in_fields(before), problems=problems), 400)
    status, faults = await _wrong_code(context, request, form.get("code", ""))
    if not faults:
        settings, faults = checked(_from_fields(form, before))
        faults, status = (*faults, *_password_left_out(form, before)), 400
        faults = faults or await to_thread.run_sync(_page_would_be_gone, before.page, settings.page)
    if faults:
        return _answer(_page(context, request, form, faults=faults), status)
    try:
        await to_thread.run_sync(save, context.settings_path, settings)
    except OSError as error:
        why = tr(
            "The settings cannot be written to {file} ({why}); nothing has changed.",
            file=context.settings_path,
            why=error.strerror,
        )
        return _answer(_page(context, request, form, problems=(why,)), 503)
    context.lights.adjust(settings.board.brightness, colour_blind=settings.board.colour_blind)
    if context.table.archive.pictures is not None:
        context.table.archive.pictures.most_bytes = settings.pictures.most_mb * 1_000_000
    when = "now" if _count_at_once(before, settings) else "later"
    return Response(status_code=303, headers={"location": f"/settings?saved={when}", "cache-control": "no-store"})


_SAVED = {
    "now": later("Saved. It counts already."),
    "later": later("Saved. It counts when Tablelight starts again: switch the table's computer off and on."),
}


def _count_at_once(before: Settings, now: Settings) -> bool:
    """Whether nothing was changed that needs a new start."""
    return all(row.at_once or value_of(before, row.where) == value_of(now, row.where) for row in _rows())


async def _wrong_code(context: PageContext, request: Request, code: str) -> tuple[int, tuple[Fault, ...]]:
    """Why this browser may not save: the answer's status and what to say at the code's field; no fault where it may."""
    who = came_from(request)
    if context.may_write(request) or context.right_code(code, who):
        return 200, ()
    refused = await wrong_code(context.guesses.too_often(who), "")
    why = say("code", "too_often" if refused.status_code == 429 else "wrong")
    return refused.status_code, (Fault("code", why, why),)


def _answer(page: str, status: int = 200) -> Response:
    return HTMLResponse(page, status, headers={"cache-control": "no-store"})


def _kept(path: Path | None) -> tuple[Settings, tuple[str, ...]]:
    return load(path) if path is not None else (Settings(), ())


# ---- values and the words in their fields


def _in_fields(settings: Settings) -> dict[str, str]:
    """What stands in each field, by the setting's full name. No password is ever sent to a page."""
    return {row.where: _shown(value_of(settings, row.where)) for row in _rows()}


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else ""
    if isinstance(value, dict):
        return "\n".join(f"{name} = {without_passwords(str(one))}" for name, one in value.items())
    return without_passwords(str(value).removesuffix(".0") if isinstance(value, float) else str(value))


def _from_fields(form: Mapping[str, str], before: Settings) -> dict[str, Any]:
    """The values that the form means, as the model takes them: by name, sections as dictionaries."""
    data: dict[str, Any] = {}
    for row in _rows():
        kept = value_of(before, row.where)
        # A box that is not ticked is not sent, as forms are; every other field is.
        words = form.get(row.where, "" if isinstance(kept, bool) else _shown(kept)).strip()
        value = kept if words == _shown(kept) else _meant(words, row)
        section, _, name = row.where.rpartition(".")
        (data.setdefault(section, {}) if section else data)[name] = value
    return data


def _meant(words: str, row: Setting) -> Any:
    """A field's words as a value of the setting's type; as they are where they are none, for the model to refuse."""
    if isinstance(row.default, bool):
        return words != ""
    if isinstance(row.default, dict):
        pairs = (line.partition("=") for line in words.splitlines() if line.strip())
        number = row.where == "panel.buttons"
        return {name.strip(): _number(one.strip(), int) if number else one.strip() for name, _, one in pairs}
    return _number(words, type(row.default)) if isinstance(row.default, int | float) else words


def _page_would_be_gone(before: PageSettings, now: PageSettings) -> tuple[Fault, ...]:
    """Of an address at which no page could be served: after the next start nobody could put it right here."""
    if (before.host, before.port) == (now.host, now.port) or not (why := why_not_listen(now.host, now.port)):
        return ()
    where = "page.host" if why == NO_ADDRESS_HERE else "page.port"
    return (Fault(where, why, why),)


def _password_left_out(form: Mapping[str, str], before: Settings) -> tuple[Fault, ...]:
    """Addresses that were changed around the dots that stand for a password: nobody would find it again."""
    should = tr("should have its password typed anew where anything of it is changed")
    return tuple(
        Fault(row.where, should, should)
        for row in _rows()
        if DOTS in (words := form.get(row.where, "")) and words.strip() != _shown(value_of(before, row.where))
    )


def _number(words: str, kind: type) -> Any:
    try:
        return kind(words.replace(",", ".") if kind is float else words)
    except ValueError:
        return words


def _rows() -> Iterator[Setting]:
    for _, _, rows in every_setting():
        yield from rows


# ---- the page


def _page(
    context: PageContext,
    request: Request,
    words: Mapping[str, str],
    *,
    problems: tuple[str, ...] = (),
    faults: tuple[Fault, ...] = (),
    said: str = "",
) -> str:
    """The whole page. ``words``: what stands in each field; ``faults``: what is wrong with some of them."""
    wrong = {fault.where: fault.should for fault in faults}
    first = next((row.where for row in _rows() if row.where in wrong), "code")
    may_save = context.settings_path is not None
    body = h.main(".page.one.settings")[
        h.div(".area-head")[h.a(".brand", href="/")[h.span(".wheel"), "Tablelight"]],
        h.div[
            h.h1[tr("Settings")],
            [h.p(".trouble")[without_passwords(str(problem))] for problem in problems],
            problems
            and h.p(".said")[
                tr("What cannot be used is left out when you save; the file as it is now is kept beside it.")
            ],
            h.p(".told", role="status")[said] if said else None,
            h.p(".refused", role="alert")[tr("Not saved: see the fields in red.")] if faults else None,
            None if may_save else h.p(".said")[tr("This table keeps no settings of its own; these are the defaults.")],
        ],
        # What is wrong is said by the table, which opens the group it stands in; a browser would not.
        h.form(method="post", action="/settings", novalidate=True)[
            [_group(group, words, wrong, first) for group in _groups()],
            _saving(wrong, first, may_write=context.may_write(request), may_save=may_save),
        ],
        h.script(src="/static/settings.js"),
    ]
    # With no referrer at all, browsers hide where a form comes from, and the entrance turns it away.
    referrer = h.meta(name="referrer", content="same-origin")
    return document(tr("Settings") + " · ", body, scheme=scheme_in(request.cookies), more=referrer)


@dataclass(frozen=True, slots=True)
class _Group:
    """Settings that stand together. ``opened``: before anybody taps it."""

    title: str
    about: str
    rows: tuple[Setting, ...]
    opened: bool = False


_ABOUT = {"": later("Its name, and the language it speaks."), "readers": later("Cards that are known by their tags.")}
"""Of those sections of which the model says nothing."""


def _groups() -> Iterator[_Group]:
    """What counts at once comes first; the rest, which needs a new start, in the sections of the file."""
    yield _Group(
        tr("Counts at once"), tr("Seen as soon as it is saved."), tuple(filter(_at_once, _rows())), opened=True
    )
    for name, about, rows in every_setting():
        later_on = tuple(row for row in rows if not row.at_once)
        if later_on:
            title = translated(name.replace("_", " ").capitalize()) or tr("Table")
            yield _Group(title, translated(about or _ABOUT[name]), later_on)


def _at_once(row: Setting) -> bool:
    return row.at_once


def _group(group: _Group, words: Mapping[str, str], wrong: Mapping[str, str], first: str) -> Node:
    changed = sum(words.get(row.where, "") != _shown(row.default) for row in group.rows)
    return h.details(".group", open=group.opened or any(row.where in wrong for row in group.rows))[
        h.summary[
            h.span[
                h.b[group.title],
                changed > 0 and h.span(".pill")[trn("{count} changed", "{count} changed", changed)],
            ],
            group.about and h.span(".said")[group.about],
        ],
        h.div(".fields")[
            [_field(row, words.get(row.where, ""), wrong.get(row.where, ""), first) for row in group.rows]
        ],
    ]


def _field(row: Setting, words: str, wrong: str, first: str) -> Node:
    """One setting: its name, field, description and range, and what is wrong with what was typed. ``first``: the first
    field of the page with something wrong, which browsers bring into sight."""
    tells = f"about-{row.where}" + (f" wrong-{row.where}" if wrong else "")
    common = {"id": row.where, "name": row.where, "aria-describedby": tells}
    if wrong:
        common |= {"aria-invalid": "true"} | ({"autofocus": ""} if row.where == first else {})
    says = translated(row.says.replace('""', "empty"))  # as it is written in the file, and as it is seen here
    about = (
        f"{says[:1].upper()}{says[1:]}",
        _range(row),
        row.unit and tr("In {unit}.", unit=translated(row.unit)),
    )
    return h.div(class_=classes("setting", "box" if isinstance(row.default, bool) else ""))[
        h.label(for_=row.where)[translated(row.label)],
        _input(row, words, common),
        h.p(".said", id=f"about-{row.where}")[" ".join(filter(None, about))],
        h.p(".refused", id=f"wrong-{row.where}")[tr("This {should}.", should=wrong)] if wrong else None,
    ]


def _range(row: Setting) -> str:
    """What a setting may be, in a sentence; nothing where its field shows it."""
    if row.choices or _slides(row) or row.low is None:
        return ""
    return tr("Between {low} and {high}.", low=f"{row.low:g}", high=f"{row.high:g}")


def _slides(row: Setting) -> bool:
    """Whether it is a share of a whole, which is set by sliding."""
    return isinstance(row.default, float) and (row.low, row.high) == (0, 1)


def _input(row: Setting, words: str, common: Mapping[str, str]) -> Node:
    if isinstance(row.default, bool):
        return h.input(common, type="checkbox", checked=words != "")
    if isinstance(row.default, dict):
        return h.textarea(common, rows=3, placeholder=tr("name = value, one a line"))[words]
    if row.choices:
        options = [h.option(value=one, selected=one == words)[_choice(row, one)] for one in row.choices]
        return h.select(common)[options]
    if _slides(row):
        return h.div(".slide")[
            h.input(common, type="range", min="0", max="1", step="0.01", value=words), h.output(for_=row.where)
        ]
    if isinstance(row.default, int | float):
        step = "1" if isinstance(row.default, int) else "any"
        return h.input(common, type="number", min=str(row.low), max=str(row.high), step=step, value=words)
    return h.input(common, type="text", maxlength=MOST_LETTERS, value=words, autocomplete="off", spellcheck="false")


_LEVELS = {"silent": later("Silent"), "short": later("Short"), "chatty": later("Chatty")}


def _choice(row: Setting, one: str) -> str:
    """What a choice is called; names of languages and of wires are so everywhere."""
    if row.where == "language":
        return name_of(one)
    return translated(_LEVELS[one]) if one in _LEVELS else one or tr("as the board says")


def _saving(wrong: Mapping[str, str], first: str, *, may_write: bool, may_save: bool) -> Node:
    """What stays in sight at the foot of the page: the code where it is needed, and the ways on."""
    back = h.a(".btn.quiet", href="/")[tr("Back to the table")]
    if not may_save:
        return h.div(".saving")[h.div(".ways")[back]]
    return h.div(".saving")[
        None if may_write else _code(wrong.get("code", ""), first),
        h.p(".said")[tr("What does not count at once counts from the next start of Tablelight.")],
        h.div(".ways")[h.button(".btn.go.big", type="submit")[tr("Save")], back],
    ]


def _code(why: str, first: str) -> Node:
    field = {"id": "code", "name": "code", "autocomplete": "off", "autocapitalize": "characters", "maxlength": "20"}
    if why:
        field |= {"aria-invalid": "true"} | ({"autofocus": ""} if first == "code" else {})
    return h.div(".setting")[
        h.label(for_="code")[tr("The table's code")],
        h.input(field),
        h.p(".said")[tr("Somebody at the table can show it: Menu, Join with a phone.")],
        h.p(".refused", role="alert")[why] if why else None,
    ]
