"""The settings page: every setting with what it is about, what it may be, and its value; saved with the table's code.

It is a plain form, sent whole, so that it works without scripts and on any phone. What is sent goes through the same
model as the file (``setup.settings``); what cannot be used is said beside its field and nothing is saved.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import htpy as h
from anyio import to_thread
from htpy import Node
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from engine.core.language import tr, translated
from tablelight.setup.network import why_not_listen
from tablelight.setup.settings import MOST_LETTERS, PageSettings, Settings
from tablelight.setup.settings_check import Fault, Setting, checked, every_setting
from tablelight.setup.settings_file import load, save, value_of
from tablelight.texts.sentences import say
from tablelight.web.answers import came_from, read_form, wrong_code
from tablelight.web.dependencies import PageContext
from tablelight.web.scheme import scheme_in
from tablelight.web.shell import document
from vision.camera.passwords import DOTS, without_passwords

_MOST_BYTES, _MOST_FIELDS = 200_000, 100


async def settings_page(request: Request) -> Response:
    """GET: the settings as they stand in the file."""
    context: PageContext = request.app.state.context
    settings, problems = await to_thread.run_sync(_kept, context.settings_path)
    saved = tr("Saved. What says so counts at once, the rest from the next start.")
    said = saved if "saved" in request.query_params else ""
    return _answer(_page(context, request, _in_fields(settings), problems=problems, said=said))


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
    return Response(status_code=303, headers={"location": "/settings?saved", "cache-control": "no-store"})


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
    return without_passwords(str(value))


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
    where = "page.host" if "address" in why else "page.port"
    return (Fault(where, why, f"'{where}' {why}."),)


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
        h.div(".area-head")[h.a(".brand", href="/")[h.span(".wheel"), "Tablelight"], h.h1[tr("Settings")]],
        h.div[
            [h.p(".trouble")[without_passwords(problem)] for problem in problems],
            problems
            and h.p(".said")[
                tr("What cannot be used is left out when you save; the file as it is now is kept beside it.")
            ],
            h.p(".said", role="status")[said] if said else None,
            h.p(".refused", role="alert")[tr("Not saved: see the fields in red.")] if faults else None,
            None if may_save else h.p(".said")[tr("This table keeps no settings of its own; these are the defaults.")],
            h.form(method="post", action="/settings")[
                [_fieldset(section, words, wrong, first) for section in every_setting()],
                None if not may_save else _saving(wrong, first, may_write=context.may_write(request)),
                h.a(".btn", href="/")[tr("Back to the table")],
            ],
        ],
    ]
    # With no referrer at all, browsers hide where a form comes from, and the entrance turns it away.
    referrer = h.meta(name="referrer", content="same-origin")
    return document(tr("Settings") + " · ", body, scheme=scheme_in(request.cookies), more=referrer)


def _fieldset(
    section: tuple[str, str, tuple[Setting, ...]], words: Mapping[str, str], wrong: Mapping[str, str], first: str
) -> Node:
    name, about, rows = section
    return h.fieldset[
        h.legend[translated(name.replace("_", " ").capitalize()) or tr("Table")],
        h.p(".said")[translated(about)] if about else None,
        [_field(row, words.get(row.where, ""), wrong.get(row.where, ""), first) for row in rows],
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
        row.at_once and tr("Counts at once."),
    )
    return h.div(".setting")[
        h.label(for_=row.where)[translated(row.label)],
        _input(row, words, common),
        h.p(".said", id=f"about-{row.where}")[" ".join(filter(None, about))],
        h.p(".refused", id=f"wrong-{row.where}")[tr("This {should}.", should=wrong)] if wrong else None,
    ]


def _range(row: Setting) -> str:
    """What a setting may be, in a sentence."""
    if row.choices:
        return tr("One of {choices}.", choices=", ".join(filter(None, row.choices)))
    return tr("Between {low} and {high}.", low=row.low, high=row.high) if row.low is not None else ""


def _input(row: Setting, words: str, common: Mapping[str, str]) -> Node:
    if isinstance(row.default, bool):
        return h.input(common, type="checkbox", checked=words != "")
    if isinstance(row.default, dict):
        return h.textarea(common, rows=3, placeholder=tr("name = value, one a line"))[words]
    if row.choices:
        options = [h.option(value=one, selected=one == words)[one or tr("as the board says")] for one in row.choices]
        return h.select(common)[options]
    if isinstance(row.default, int | float):
        step = "1" if isinstance(row.default, int) else "any"
        return h.input(common, type="number", min=str(row.low), max=str(row.high), step=step, value=words)
    return h.input(common, type="text", maxlength=MOST_LETTERS, value=words, autocomplete="off", spellcheck="false")


def _saving(wrong: Mapping[str, str], first: str, *, may_write: bool) -> Node:
    why = wrong.get("code", "")
    code = h.div(".setting")[
        h.label(for_="code")[tr("The table's code")],
        h.input(
            {"aria-invalid": "true"} if why else {},
            autofocus=why != "" and first == "code",
            id="code",
            name="code",
            autocomplete="off",
            autocapitalize="characters",
            maxlength=20,
        ),
        h.p(".said")[tr("Somebody at the table can show it: Menu, Join with a phone.")],
        h.p(".refused", role="alert")[why] if why else None,
    ]
    return [
        None if may_write else code,
        h.p(".said")[tr("The rest counts from the next start of Tablelight.")],
        h.button(".btn.go", type="submit")[tr("Save")],
        " ",
    ]
