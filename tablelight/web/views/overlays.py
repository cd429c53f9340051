"""The cards on top of the table: the menu, the code, joining, a new game, and what is asked about one die."""

from collections.abc import Callable, Sequence

import htpy as h
from htpy import Node
from markupsafe import Markup

from engine.components.hues import Hue
from engine.core.verdict import Dice
from engine.texts.language import spoken, tr, translated
from tablelight.referee.dice_labels import labelled
from tablelight.referee.expectations import expected_in
from tablelight.referee.state import RefereeState
from tablelight.session.people import KnownPeople
from tablelight.session.snapshot import Snapshot
from tablelight.texts import sentences
from tablelight.texts.catalogues import languages, name_of
from tablelight.web.components import doubts, history, keys_help, seats, voice_switch
from tablelight.web.components import players as people
from tablelight.web.components.clock_panel import clock_card
from tablelight.web.components.dice import palette, typed_roll
from tablelight.web.components.html import button, card_on_top, rendered
from tablelight.web.games import panels_of
from tablelight.web.sight import PATTERNS
from tablelight.web.viewer import Shown
from tablelight.web.views import new_game, why_card
from tablelight.web.views.looking import Looking, Surroundings
from tablelight.web.views.past_results import may_be_told
from tablelight.web.views.share_card import share_card
from vision.dice.readings import SeenDie
from vision.pips.readings import SeenPips


@rendered
def overlay(now: Snapshot, looking: Looking, around: Surroundings) -> Node:
    """The card that this browser has opened, or must answer first; nothing where there is none."""
    match looking.overlay:
        case "menu":
            return _menu(now, looking, around)
        case "code":
            return _code_card(looking.said)
        case "join":
            return _join_card(around)
        case "keys":
            return keys_help.card()
        case "new":
            return _new_card(now, looking, around)
        case "clock":
            return clock_card(now, looking.said) if looking.may_write else None
        case "why":
            return why_card.card(now, looking)
    return _about_the_game(now, now.referee, looking, around) if now.referee is not None else None


def _share(match: Shown, match_id: str | None, around: Surroundings) -> Node:
    result = match.result(match_id or "", around.people)
    return result and share_card(result, translated(match.game.title))


def _about_the_game(now: Snapshot, referee: RefereeState, looking: Looking, around: Surroundings) -> Node:
    match = Shown(referee.match, looking.viewer)
    if looking.viewer.handing is not None and looking.overlay == "":
        return seats.cover(match)
    draw: dict[str, Callable[[], Node]] = {
        "seats": lambda: seats.chooser(match, looking.index),
        "people": lambda: looking.may_write and people.card(match, looking.names or (), looking.said),
        "history": lambda: history.card(match),
        "share": lambda: _share(match, now.match_id, around),
        "typed": lambda: _typed(match, looking),
        "palette": lambda: _counted(match, referee, looking, around),
        "pips": lambda: _number(match, referee, around),
        "doubt-die": lambda: _doubted(referee, looking, around),
        "doubt-add": lambda: referee.doubt and doubts.another_card(expected_in(referee.match)),
    }
    return draw[looking.overlay]() if looking.overlay in draw else None


# ---- about dice


def _typed(match: Shown, looking: Looking) -> Node:
    wanted = wanted_kinds(match)
    return wanted and typed_roll(looking.typed, wanted, tr("What was rolled?"))


def wanted_kinds(match: Shown) -> list[str]:
    """The dice to be named when a roll is typed in; a roll that counts already is typed in whole."""
    need = match.awaiting.need
    if isinstance(need, Dice):
        return ["d6"] * need.d6 + ["d12"] * need.d12
    shown = match.game.on_table(match.state)
    return [] if shown is None else ["d6"] * len(shown.d6 or ()) + ["d12"] * len(shown.d12 or ())


def _counted(match: Shown, referee: RefereeState, looking: Looking, around: Surroundings) -> Node:
    """A die that counts already, to be put right."""
    rerolls = panels_of(match.game.name).rerolls
    dice = rerolls.dice(match.state) if rerolls else []
    if not 0 <= looking.index < len(dice):
        return None
    kind, hue = dice[looking.index]
    title, picture = (
        tr("It counts as {hue}. What is it really?", hue=hue.called),
        _picture_of_counted(referee, around, kind, hue),
    )
    return palette(kind, "correct", title, (), picture=picture, kind=kind, was=hue.name)


def _picture_of_counted(referee: RefereeState, around: Surroundings, kind: str, hue: Hue) -> Node:
    """The die that counts as this, where only one can be meant."""
    counted = labelled(referee.dice.labels, referee.dice.accounted)
    return _only(around, [seen for seen, die in counted if die is not None and (die.kind, die.top) == (kind, hue)])


def _only(around: Surroundings, dice: Sequence[SeenDie | SeenPips]) -> Node:
    """The picture of the one die that can be meant; of two, either may be the wrong one."""
    return around.picture(dice[0]) if len(dice) == 1 else None


def _number(match: Shown, referee: RefereeState, around: Surroundings) -> Node:
    """The die with numbers, to be put right."""
    if not match.game.rolls_pips or not match.state.die:
        return None
    rolled = [die for die in referee.pips.accounted if die.top == match.state.die]
    return doubts.number_card(match.state.die, _only(around, rolled))


def _doubted(referee: RefereeState, looking: Looking, around: Surroundings) -> Node:
    """One die of a reading that is in doubt."""
    doubt = referee.doubt
    if not doubt or not 0 <= looking.index < len(doubt.dice):
        return None
    seen = doubt.seen[looking.index] if doubt.seen else doubt.dice[looking.index]
    picture = around.picture(seen, doubt.picture) if seen is not None else None
    return doubts.die_card(doubt, looking.index, expected_in(referee.match), picture)


# ---- about the table


def _menu(now: Snapshot, looking: Looking, around: Surroundings) -> Node:
    """What is not done in every turn, by what it is about: a phone shows a group in two columns near the thumb."""
    return card_on_top(
        tr("Menu"),
        _menu_group(tr("This game"), _of_the_game(now, looking)),
        _menu_group(tr("This evening"), _of_the_evening(looking)),
        _menu_group(tr("The table"), _of_the_table(looking, around)),
        _menu_group(tr("This device"), [_item(tr("Keys"), "overlay", name="keys"), _sight(looking.sight)]),
        _schemes(looking.scheme),
        _languages(),
        voice_switch.switch(looking.voice, sounds=looking.sounds),
        h.div(".menu-close")[button("close", tr("Close"), style="quiet")],
        style="menu",
    )


def _menu_group(title: str, items: Sequence[Node]) -> Node:
    return any(items) and h.section(".menu-group")[h.h3[title], h.div[items]]


def _item(words: str, act: str, offered: bool = True, **args: object) -> Node:
    return offered and button(act, words, style="item", **args)


def _of_the_game(now: Snapshot, looking: Looking) -> list[Node]:
    write, playing = looking.may_write, now.referee is not None
    undone = now.referee is not None and now.referee.match.redo_target() is not None
    watched = f"/games/{now.match_id}/replay?at=0"
    return [
        _item(tr("New game"), "overlay", write and playing, name="new"),
        _item(tr("Rules"), "go", to="/rules"),
        _item(tr("Bring back what was undone"), "redo", write and undone),
        _item(tr("History and replay"), "overlay", playing, name="history"),
        _item(tr("Watch it from the beginning"), "go", _may_be_watched(now), to=watched),
        _item(tr("Names, and who has to go"), "overlay", write and playing, name="people"),
        _item(tr("Time to think"), "overlay", write and playing, name="clock"),
    ]


def _of_the_evening(looking: Looking) -> list[Node]:
    write = looking.may_write
    return [
        _item(tr("Join with a phone"), "overlay", write, name="join"),
        _item(tr("Big screen"), "go", to="/tv"),
        _item(tr("Evening of games"), "go", to="/evening"),
        _item(tr("Games of this table"), "go", to="/games"),
        _item(tr("People"), "go", write, to="/people"),
    ]


def _of_the_table(looking: Looking, around: Surroundings) -> list[Node]:
    write, camera = looking.may_write, around.camera
    return [
        _item(tr("Teach the dice"), "go", write and camera, to="/teach"),
        _item(tr("Teach the cards"), "go", write and camera, to="/teach/cards"),
        _item(tr("Check light and camera"), "go", camera, to="/light"),
        _item(tr("How the parts are doing"), "go", to="/health"),
        _item(tr("Settings"), "go", write, to="/settings"),
    ]


def _may_be_watched(now: Snapshot) -> bool:
    """Whether the game that is played can be watched again so far."""
    match = now.referee.match if now.referee is not None else None
    return match is not None and bool(match.log) and may_be_told(match)


def _schemes(chosen: str) -> Node:
    """Light, dark, or as the device: buttons of which one is pressed."""
    words = {"light": tr("Light"), "dark": tr("Dark"), "": tr("As the device")}
    return h.div(".segments", role="group", aria_label=tr("Colours of the page"))[
        [
            h.button(".btn", data_act="scheme", data_scheme=scheme, aria_pressed=str(scheme == chosen).lower())[said]
            for scheme, said in words.items()
        ]
    ]


def _languages() -> Node:
    """The languages, each by its own name; this browser keeps which one was chosen."""
    return h.div(".segments.languages", role="group", aria_label=tr("Language"))[
        [
            h.button(
                ".btn", lang=each, data_act="language", data_language=each, aria_pressed=str(each == spoken()).lower()
            )[name_of(each)]
            for each in languages()
        ]
    ]


def _sight(chosen: str) -> Node:
    """Whether hues have patterns as well."""
    look = {"data-act": "sight", "data-sight": "" if chosen else PATTERNS, "aria-pressed": str(bool(chosen)).lower()}
    return h.button(".btn.item.switch", look)[tr("Shapes and patterns for colours")]


def new_game_form(looking: Looking, around: Surroundings, *, close: bool = False, running: str = "") -> Node:
    """Setting up a game as far as this browser has come. ``running``: the title of a game not yet over."""
    people, known = looking.people, around.known if looking.may_write else KnownPeople()
    if not looking.game:
        return new_game.tiles(people, known, looking.said, close=close)
    return new_game.form(
        looking.game,
        looking.said,
        looking.names or (),
        looking.given,
        people=people,
        known=known,
        close=close,
        running=running,
    )


def _new_card(now: Snapshot, looking: Looking, around: Surroundings) -> Node:
    match = now.referee.match if now.referee is not None else None
    running = (
        translated(match.game.title) if match is not None and match.log and not match.game.winners(match.state) else ""
    )
    return h.div(".sheet-over")[h.div(".card.wide.games")[new_game_form(looking, around, close=True, running=running)]]


def _code_card(said: str) -> Node:
    field = {"name": "code", "autocomplete": "off", "autocapitalize": "characters", "maxlength": "20"}
    return card_on_top(
        tr("The table's code"),
        h.p[tr("Somebody at the table can show it: Menu, Join with a phone.")],
        said and h.p(".refused", role="alert")[said],
        h.input(field, placeholder=tr("Code"), aria_label=tr("The table's code")),
        h.div(".row")[button("unlock", tr("Join in"), style="go"), button("close", tr("Just watch"), style="quiet")],
        form=True,
    )


def _no_app() -> str:
    """Why phones do not offer to install the page: browsers want https for that."""
    return tr(
        "Phones do not offer this page as an app of its own, because browsers allow that only at addresses that begin "
        "with https. A bookmark on the home screen opens it just as well."
    )


def _join_card(around: Surroundings) -> Node:
    title, close = tr("Join with a phone"), button("close", tr("Close"), style="quiet big")
    if around.only_here:
        return card_on_top(title, h.p[around.only_here], h.div(".ways")[close], style="join")
    page, _, code = around.join_url.partition("#code=")
    return card_on_top(
        title,
        h.div(".qr")[Markup(around.join_qr)],
        h.p[sentences.say("join", "how")],
        h.div(".address")[h.p(".url")[page.rstrip("/")], h.p(".code")[f"{code[:4]} {code[4:]}"]],
        not page.startswith("https:") and h.details[h.summary[tr("As an app of its own?")], h.p(".said")[_no_app()]],
        h.div(".ways")[close],
        style="join",
    )
