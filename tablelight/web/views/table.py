"""What the page shows: one pure function from what the table knows and what this browser looks at to its sections."""

from collections.abc import Sequence

import htpy as h
from htpy import Node
from markupsafe import Markup

from engine.core.match import Match
from engine.core.verdict import Dice
from engine.texts.language import tr, translated
from tablelight.referee.state import RefereeState
from tablelight.session.record import RecordTrouble
from tablelight.session.snapshot import Snapshot
from tablelight.web.components import dealing, doubts, drawn_boards, hands_panel, history, moves, seats, undo
from tablelight.web.components import players as people
from tablelight.web.components.ask_why import whys
from tablelight.web.components.dice import dice_strip, reroll_words
from tablelight.web.components.html import button, markup
from tablelight.web.components.log_lines import happening
from tablelight.web.components.panels import Rerolls
from tablelight.web.games import desk_of, panels_of
from tablelight.web.narration import in_words, won
from tablelight.web.notices import MAY_BE_HIDDEN
from tablelight.web.viewer import ONLOOKER, Shown, Viewer
from tablelight.web.views import card_table
from tablelight.web.views.end_card import cheer, end_card
from tablelight.web.views.looking import Looking, Surroundings
from tablelight.web.views.overlays import new_game_form, overlay, wanted_kinds

Sections = dict[str, Markup]
"""The HTML of every section of the page, by its name."""


def sections(now: Snapshot, looking: Looking, around: Surroundings) -> Sections:
    """HTML of every section of the page, by its name."""
    nodes = _before_a_game(now, looking, around) if now.referee is None else _playing(now, now.referee, looking, around)
    return {name: markup(node) for name, node in nodes.items()} | {"overlay": overlay(now, looking, around)}


def _before_a_game(now: Snapshot, looking: Looking, around: Surroundings) -> dict[str, Node]:
    choosing = looking.may_write and not looking.game
    return {
        "head": _head(tr("No game yet"), looking, around),
        "ask": h.h1[tr("What shall we play?") if choosing else tr("Set up a game to begin.")],
        "doubt": _troubles(now, looking),
        "seats": None,
        "dice": None,
        "hands": looking.may_write and around.camera and _worth_doing_before(),
        "play": new_game_form(looking, around) if looking.may_write else _watch_only(),
    }


def _playing(now: Snapshot, referee: RefereeState, looking: Looking, around: Surroundings) -> dict[str, Node]:
    now_shown = Shown(referee.match, looking.viewer)
    here = looking.at is None
    match = now_shown if looking.at is None else now_shown.at(looking.at)
    may_write = looking.may_write and here and match.left is None
    return {
        "head": _head(translated(match.game.title), looking, around),
        "ask": [
            _asking(match, referee, looking),
            here and (_ended(match, now, around), cheer(match), _heard(match)),
        ],
        "doubt": [_troubles(now, looking), here and _doubt(match, referee, around, may_write=may_write)],
        "seats": here and seats.panel(now_shown),
        "dice": drawn_boards.tray(match, looking.hand, may_act=may_write)
        or _dice(match, looking, around, may_write=may_write, doubted=referee.doubt is not None),
        "hands": may_write and _hands(match, around),
        "play": _play(match, looking, around, may_write=may_write),
    }


def as_it_stood(match: Match, viewer: Viewer = ONLOOKER) -> Sections:
    """A match as it stands, drawn in parts (ask, board, dice, play) as the page drew it for ``viewer``, who only
    watches; another page looks back at it."""
    referee, looking, around = RefereeState(match), Looking(viewer=viewer), Surroundings()
    shown = Shown(match, viewer)
    dice = drawn_boards.tray(shown, looking.hand, may_act=False)
    return {
        "ask": markup(_asking(shown, referee, looking, heading=h.h2)),
        "board": drawn_boards.picture(Snapshot(match_id="", referee=referee), viewer, looking.hand, None),
        "dice": dice or markup(_dice(shown, looking, around, may_write=False, doubted=False)),
        "play": markup(_play(shown, looking, around, may_write=False)),
    }


# ---- head and question


def _head(title: str, looking: Looking, around: Surroundings) -> Node:
    join = looking.may_write and around.join_url
    return [
        h.a(".brand", href="/", title=tr("To the table"))[h.span(".wheel"), h.b["Tablelight"], h.span(".title")[title]],
        h.div(".row")[
            not looking.may_write and button("overlay", tr("Enter code"), style="quiet", name="code"),
            join and button("overlay", tr("Join"), style="quiet", name="join"),
            button("overlay", tr("Menu"), style="quiet", name="menu"),
        ],
    ]


def _ask(sentence: str, refused: str, looking: Looking, heading: h.Element) -> Node:
    if refused:
        why: Node = h.p(".refused", role="alert")[refused]
    else:
        why = looking.said and h.p(".said")[looking.said]
    return [heading(aria_live="polite")[sentence], why]


def _asking(match: Shown, referee: RefereeState, looking: Looking, heading: h.Element = h.h1) -> Node:
    if looking.at is not None:
        return history.slider(looking.at, len(referee.match.log))
    if match.left is not None:
        return [people.ended(match, heading), looking.may_write and _what_next(people.back(match))]
    over = won(match) or (match.ask() if match.awaiting.ask == "GAME_OVER" else "")
    if over:
        return [
            _ask(over, "", looking, heading),
            looking.may_write and _what_next(several=len(match.seats) > 1 and not match.game.rules.agreement.teams),
        ]
    refused = looking.refused or _refused(match, referee)
    return [
        _ask(match.ask(), refused, looking, heading),
        seats.elsewhere(match),
        not refused and not looking.said and happening(match, referee.motion),
        heading is h.h1 and whys(match, _refused_about(match, referee, looking)),
    ]


def _heard(match: Shown) -> Node:
    """The last thing that happened, for those who hear the page and do not see what has changed."""
    if not match.length:
        return None
    return h.p(".unseen", role="status")[in_words(match, match.length - 1)]


def _ended(match: Shown, now: Snapshot, around: Surroundings) -> Node:
    """How a game ended, once it is over."""
    try:
        result = match.result(now.match_id or "", around.people)
    except RecordTrouble:  # it is said elsewhere
        return None
    return result and end_card(match, result, around.people, match_id=result.match_id)


def _refused_about(match: Shown, referee: RefereeState, looking: Looking) -> str:
    """The topic of the rules that explains what was just refused; empty where nothing was, or nobody may know."""
    if looking.refused or referee.refused is None or match.hides:
        return looking.refused_about if looking.refused else ""
    return f"refused.{referee.refused.reason}"


def _refused(match: Shown, referee: RefereeState) -> str:
    """Why the last thing entered did not count; where cards are hidden the reasons stay with whoever entered it."""
    return "" if referee.refused is None else match.explain_to_all(referee.refused)


def _what_next(first: Markup | None = None, *, several: bool = False) -> Node:
    return h.div(".row")[
        first,
        button("again", tr("Play again"), style="quiet" if first else "go"),
        several and button("again", tr("Again, loser begins"), style="quiet", first="last"),
        button("overlay", tr("Another game"), style="quiet", name="new"),
        button("go", tr("Games of this table"), style="quiet", to="/games"),
    ]


# ---- what does not work, and what is in doubt


def _troubles(now: Snapshot, looking: Looking) -> Node:
    """What does not work, part by part; with the way to mend it where that is on this page."""
    return [
        h.p(".trouble", data_part=part)[h.span[sentence], looking.may_write and _what_to_do(part, now)]
        for part, sentence in now.troubles.items()
    ]


def _what_to_do(part: str, now: Snapshot) -> Node:
    """The way to mend it, or to put away what was read."""
    if part in MAY_BE_HIDDEN:
        return button("put-away", tr("Hide this"), style="quiet", part=part)
    if part == "resume" and now.stuck:
        # Beginning another game is the other way.
        return button("set-aside", tr("Set it aside"), style="quiet", match=now.stuck)
    return part == "cards" and button("go", tr("Teach the cards"), style="quiet", to="/teach/cards")


def _doubt(match: Shown, referee: RefereeState, around: Surroundings, *, may_write: bool) -> Node:
    can_type = bool(wanted_kinds(match))
    return doubts.panel(referee, may_write=may_write, can_type=can_type, picture=around.picture)


def _worth_doing_before() -> Node:
    """What is worth doing before the first game, where there is a camera."""
    return h.div(".row")[
        button("go", tr("Check light and camera"), style="quiet", to="/light"),
        button("go", tr("Teach the dice"), style="quiet", to="/teach"),
    ]


def _watch_only() -> Node:
    return h.p(".said")[tr("You are watching. With the table's code you can join in.")]


# ---- the game itself


def _rerolls(match: Shown) -> Rerolls | None:
    """The dice of a game that are taken up and thrown again; None where none are."""
    return panels_of(match.game.name).rerolls


def _dice(match: Shown, looking: Looking, around: Surroundings, *, may_write: bool, doubted: bool) -> Node:
    rerolls = _rerolls(match)
    if rerolls is None:
        return None
    acts = may_write and match.acts_here
    sizes = rerolls.sizes(match) if acts else ()
    dice = rerolls.dice(match.state)
    taken = {n for n in looking.taken if n < len(dice)} if sizes else rerolls.in_hand(match.state)
    strip = dice_strip(dice, taken, may_write=may_write, can_take=bool(sizes))
    if not may_write:
        return strip
    typed = (
        not doubted and isinstance(match.awaiting.need, Dice) and button("type", tr("Type the roll in"), style="quiet")
    )
    main = [
        _reroll(len(taken), sizes, len(dice)) if sizes else None,
        dealing.buttons(match, has_dice=around.camera),
        acts and rerolls.picks(match),
    ]
    return [strip, any(main) and h.div(".dock")[main], h.div(".row")[typed, undo.buttons(match)]]


def _reroll(chosen: int, sizes: Sequence[tuple[int, int]], dice: int) -> Node:
    words, legal = reroll_words(chosen, sizes, dice)
    return button("reroll", words, style="go" if legal else "wait", disabled=not legal)


def _play(match: Shown, looking: Looking, around: Surroundings, *, may_write: bool) -> Node:
    panels = panels_of(match.game.name)
    if panels.play is not None:
        return [panels.play(match, may_write=may_write and match.acts_here), may_write and moves.typed(match)]
    if desk_of(match.game.name) is not None:
        return [
            may_write and dealing.buttons(match),
            card_table.panel(match, looking.picked, looking.pad, may_write=may_write),
            may_write and moves.typed(match),
        ]
    players = drawn_boards.players(match, looking.hand, may_act=may_write)
    if players:
        return [
            may_write and match.secret_cards_due() and dealing.buttons(match),
            panels.above(match),
            players,
            moves.folded(match, may_write=may_write),
        ]
    return [
        may_write and dealing.buttons(match, has_dice=around.camera),
        panels.above(match),
        moves.panel(match, looking.spot, may_write=may_write),
    ]


def _hands(match: Shown, around: Surroundings) -> Node:
    """The simulated table's hands; nothing at a real table."""
    if around.hands is None:
        return None
    rolls = _rerolls(match) is not None and isinstance(match.awaiting.need, Dice)
    return hands_panel.panel(around.hands.state, over=match.awaiting.actor == "nobody", rolls=rolls)
