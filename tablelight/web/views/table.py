"""What the page shows: one pure function from what the table knows and what this browser looks at to its sections."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine import texts
from engine.components.hues import Hue
from engine.core.verdict import Dice
from tablelight.referee.dice_labels import labelled
from tablelight.referee.expectations import expected_in
from tablelight.referee.state import RefereeState
from tablelight.session.snapshot import Snapshot
from tablelight.texts import sentences
from tablelight.web.components import dealing, doubts, drawn_boards, history, moves, seats, secret_cards, undo
from tablelight.web.components import players as people
from tablelight.web.components.dice import dice_of, dice_strip, in_hand, palette, reroll_words, typed_roll
from tablelight.web.components.html import button, close_up, text
from tablelight.web.components.log_lines import happening
from tablelight.web.components.score_sheet import best_picks, score_sheet
from tablelight.web.games.desks import DESKS
from tablelight.web.notices import MAY_BE_HIDDEN
from tablelight.web.viewer import ONLOOKER, Shown, Viewer
from tablelight.web.views import card_table, new_game
from vision.dice.readings import SeenDie
from vision.pips.readings import SeenPips

Sections = dict[str, str]


@dataclass(slots=True)
class Looking:
    """What one browser looks at: nobody else sees it, and it is never written down.

    ``match_id``: the game that all of it is about. ``overlay``: the card on top, with ``index`` of the die it is about.
    ``taken``: dice marked for a reroll. ``typed``: a roll being entered. ``given``: the fields of a new game that could
    not begin. ``at``: an earlier length of the log, while looking back. ``refused``: why what was just tried cannot be,
    for these eyes alone, and ``told_at`` which step. ``viewer``: through whose eyes it looks. ``hand``: what was picked
    up from a drawn board.
    """

    may_write: bool = False
    viewer: Viewer = ONLOOKER
    overlay: str = ""
    index: int = 0
    taken: set[int] = field(default_factory=set)
    typed: list[Hue] = field(default_factory=list)
    at: int | None = None
    spot: str = ""
    picked: tuple[str, ...] = ()
    pad: str = ""
    game: str = "roll_and_color"
    names: tuple[str, ...] = ()
    given: dict[str, str] = field(default_factory=dict)
    said: str = ""
    refused: str = ""
    hand: drawn_boards.Hand = field(default_factory=drawn_boards.Hand)
    match_id: str | None = None
    told_at: str = ""

    def tell(self, step: str, said: str | None = None) -> None:
        """What was said and refused is about this step of the game; ``said`` where nothing else was refused."""
        self.told_at = step
        if said is not None:
            self.said, self.refused = said, ""

    def follow(self, step: str) -> None:
        """The game stands at this step: what was said about another one is no longer of use."""
        if step != self.told_at and not self.overlay:
            self.said = self.refused = ""

    def turn_to(self, match_id: str | None) -> None:
        """Look at this game; what was picked up, typed or opened in another one is put away."""
        if match_id == self.match_id:
            return
        self.match_id, self.at = match_id, None
        self.spot, self.pad, self.picked, self.typed = "", "", (), []
        self.taken.clear()
        self.hand.step = -1
        if self.overlay in _ABOUT_A_GAME:
            self.overlay = ""


_ABOUT_A_GAME = frozenset({"palette", "pips", "doubt-die", "doubt-add", "typed", "seats", "people", "history"})
"""Cards on top that say something about the game that is played."""


@dataclass(frozen=True, slots=True)
class Place:
    """What this service has around the game. ``join_qr``: an SVG with the address and code; ``only_here``: why no phone
    can open the page, empty where they can; ``picture_of``: one die of a reading, as the camera saw it."""

    hands: bool = False
    camera: bool = False
    join_url: str = ""
    join_qr: str = ""
    lamps: tuple[str, ...] = ()
    only_here: str = ""
    picture_of: Callable[[SeenDie | SeenPips, int | None], bytes | None] | None = None

    def picture(self, die: SeenDie | SeenPips, number: int | None = None) -> str:
        """One die of a reading, or of the newest one it is in, as HTML; nothing where no picture of it is kept."""
        return close_up(self.picture_of(die, number)) if self.picture_of is not None else ""


def sections(now: Snapshot, looking: Looking, place: Place) -> Sections:
    """HTML of every section of the page, by its name."""
    referee = now.referee
    if referee is None:
        return {
            "head": _head("No game yet", looking, place),
            "ask": "<h1>Set up a game to begin.</h1>",
            "doubt": _troubles(now, looking),
            "seats": "",
            "dice": "",
            "hands": _before(place) if looking.may_write else "",
            "play": _form(looking) if looking.may_write else _watch_only(),
            "overlay": _overlay(now, looking, place),
        }
    now_shown = Shown(referee.match, looking.viewer)
    match = now_shown if looking.at is None else now_shown.at(looking.at)
    may_write = looking.may_write and looking.at is None and match.left is None
    return {
        "head": _head(match.game.title, looking, place),
        "ask": _asking(match, referee, looking),
        "doubt": _troubles(now, looking)
        + (_doubt(match, referee, place, may_write=may_write) if looking.at is None else ""),
        "seats": seats.panel(now_shown) if looking.at is None else "",
        "dice": drawn_boards.tray(match, looking.hand, may_act=may_write)
        or _dice(match, looking, place, may_write=may_write, doubted=referee.doubt is not None),
        "hands": _hands(match, place) if may_write and place.hands and match.game.name == "roll_and_color" else "",
        "play": _play(match, looking, place, may_write=may_write),
        "overlay": _overlay(now, looking, place),
    }


# ---- head and question


def _head(title: str, looking: Looking, place: Place) -> str:
    watch = "" if looking.may_write else button("overlay", "Enter code", style="quiet", name="code")
    join = button("overlay", "Join", style="quiet", name="join") if looking.may_write and place.join_url else ""
    return (
        '<a class="brand" href="/" title="To the table"><span class="wheel"></span><b>Tablelight</b>'
        f'<span class="title">{text(title)}</span></a>'
        f'<div class="row">{watch}{join}{button("overlay", "Menu", style="quiet", name="menu")}</div>'
    )


def _ask(sentence: str, refused: str, looking: Looking) -> str:
    if refused:
        why = f'<p class="refused" role="alert">{text(refused)}</p>'
    else:
        why = f'<p class="said">{text(looking.said)}</p>' if looking.said else ""
    return f'<h1 aria-live="polite">{text(sentence)}</h1>{why}'


def _asking(match: Shown, referee: RefereeState, looking: Looking) -> str:
    if looking.at is not None:
        return history.slider(looking.at, len(referee.match.log))
    if match.left is not None:
        return people.ended(match) + (_what_next(people.back(match)) if looking.may_write else "")
    winners = match.winners
    if winners:
        names = texts.join([match.seats[seat] for seat in winners])
        points = match.scores[winners[0]]
        won, unit = "wins" if len(winners) == 1 else "share the win", "point" if points == 1 else "points"
        said = _ask(f"{names} {won} with {points} {unit}.", "", looking)
        return said + (_what_next() if looking.may_write else "")
    if match.awaiting.ask == "GAME_OVER":
        return _ask(match.ask(), "", looking) + (_what_next() if looking.may_write else "")
    refused = looking.refused or _refused(match, referee)
    said = _ask(match.ask(), refused, looking) + seats.elsewhere(match)
    return said + ("" if refused or looking.said else happening(match, referee.motion))


def _refused(match: Shown, referee: RefereeState) -> str:
    """Why the last thing entered did not count; where cards are hidden the reasons stay with whoever entered it."""
    if referee.refused is None:
        return ""
    return "That did not count." if match.hides else match.explain(referee.refused)


def _what_next(first: str = "") -> str:
    return (
        f'<div class="row">{first}{button("again", "Play again", style="quiet" if first else "go")}'
        f"{button('overlay', 'Another game', style='quiet', name='new')}"
        f"{button('go', 'Games of this table', style='quiet', to='/games')}</div>"
    )


# ---- what does not work, and what is in doubt


def _troubles(now: Snapshot, looking: Looking) -> str:
    """What does not work, part by part; with the way to mend it where that is on this page."""
    return "".join(
        f'<p class="trouble" data-part="{text(p)}"><span>{text(s)}</span>'
        f"{_what_to_do(p, now) if looking.may_write else ''}</p>"
        for p, s in now.troubles.items()
    )


def _what_to_do(part: str, now: Snapshot) -> str:
    """The way to mend it, or to put away what was read."""
    if part in MAY_BE_HIDDEN:
        return button("put-away", "Hide this", style="quiet", part=part)
    if part == "resume" and now.stuck:
        # Beginning another game is the other way.
        return button("set-aside", "Set it aside", style="quiet", match=now.stuck)
    return button("go", "Teach the cards", style="quiet", to="/teach/cards") if part == "cards" else ""


def _doubt(match: Shown, referee: RefereeState, place: Place, *, may_write: bool) -> str:
    can_type = bool(wanted_kinds(match))
    return doubts.panel(referee, may_write=may_write, can_type=can_type, picture=place.picture)


def _before(place: Place) -> str:
    """What is worth doing before the first game, where there is a camera."""
    if not place.camera:
        return ""
    check = button("go", "Check light and camera", style="quiet", to="/light")
    return f'<div class="row">{check}{button("go", "Teach the dice", style="quiet", to="/teach")}</div>'


def _watch_only() -> str:
    return '<p class="said">You are watching. With the table\'s code you can join in.</p>'


# ---- the game itself


def _dice(match: Shown, looking: Looking, place: Place, *, may_write: bool, doubted: bool) -> str:
    state = match.state
    if match.game.name != "roll_and_color":
        return ""
    acts = may_write and match.acts_here
    can_take = acts and bool(match.game.reroll_sizes(state)) and not state.over
    dice = dice_of(state)
    taken = {n for n in looking.taken if n < len(dice)} if can_take else in_hand(state)
    strip = dice_strip(dice, taken, may_write=may_write, can_take=can_take)
    actions = []
    if can_take:
        words, legal = reroll_words(len(taken), match.game.reroll_sizes(state), len(dice))
        actions.append(button("reroll", words, style="go" if legal else "wait", disabled=not legal))
    if may_write and not doubted and isinstance(match.awaiting.need, Dice):
        actions.append(button("type", "Type the roll in", style="quiet"))
    if may_write:
        actions.append(dealing.buttons(match, has_dice=place.camera or place.hands))
        actions.append(undo.buttons(match))
    picks = best_picks(match) if acts else ""
    return strip + (f'<div class="row">{"".join(actions)}</div>' if actions else "") + picks


def _play(match: Shown, looking: Looking, place: Place, *, may_write: bool) -> str:
    if match.game.name == "roll_and_color":
        return score_sheet(match, may_write=may_write and match.acts_here)
    if match.game.name in DESKS:
        table = card_table.panel(match, looking.picked, looking.pad, may_write=may_write)
        deal = dealing.buttons(match) if may_write else ""
        typed = f"<details><summary>Type it instead</summary>{moves.line(match)}</details>" if may_write else ""
        return f"{moves.scores(match)}{deal}{table}{typed}"
    players = drawn_boards.players(match, looking.hand, may_act=may_write)
    if players:
        secret = dealing.buttons(match) if may_write and match.secret_cards_due() else ""
        return secret + secret_cards.zones(match) + players + moves.folded(match, may_write=may_write)
    deal = dealing.buttons(match, has_dice=place.camera) if may_write else ""
    return deal + secret_cards.zones(match) + moves.panel(match, looking.spot, may_write=may_write)


def _hands(match: Shown, place: Place) -> str:
    """The simulated table's hands: they do what people do at a real one."""
    need = match.awaiting.need
    roll = button("hand-roll", "Roll the dice", style="go", disabled=not isinstance(need, Dice))
    lamps = "".join(button("hand-lamp", text(name), style="quiet", name=name) for name in place.lamps)
    faults = (
        f"{button('hand-fault', 'Lean a die', style='quiet', name='cock')}"
        f"{button('hand-fault', 'Bump the camera', style='quiet', name='bump')}"
        f"{button('hand-fault', 'Camera cable', style='quiet', name='camera')}"
        f"{button('hand-fault', 'Board cable', style='quiet', name='board')}"
    )
    return (
        f'<div class="hands"><h2>Your hands at the simulated table</h2><div class="row">{roll}</div>'
        f'<details><summary>Make it harder</summary><div class="row">{lamps}</div><div class="row">{faults}</div>'
        f"</details></div>"
    )


# ---- cards on top


def _overlay(now: Snapshot, looking: Looking, place: Place) -> str:
    draw: dict[str, Any] = {
        "menu": lambda: _menu(now, looking, place),
        "code": lambda: _code_card(looking.said),
        "join": lambda: _join_card(place),
        "new": lambda: _new_card(now, looking),
    }
    if looking.overlay in draw:
        return str(draw[looking.overlay]())
    referee = now.referee
    if referee is None:
        return ""
    match = Shown(referee.match, looking.viewer)
    if looking.viewer.handing is not None and looking.overlay == "":
        return seats.cover(match)
    if looking.overlay == "seats":
        return seats.chooser(match, looking.index)
    if looking.overlay == "palette" and match.game.name == "roll_and_color":
        dice = dice_of(match.state)
        if 0 <= looking.index < len(dice):
            kind, hue = dice[looking.index]
            return palette(
                kind,
                "correct",
                f"It counts as {hue.title}. What is it really?",
                (),
                picture=_picture_of_counted(referee, place, kind, hue),
                kind=kind,
                was=hue.name,
            )
    if looking.overlay == "pips" and match.game.rolls_pips and match.state.die:
        rolled = [die for die in referee.pips.accounted if die.top == match.state.die]
        return doubts.number_card(match.state.die, _only(place, rolled))
    if looking.overlay == "doubt-die" and referee.doubt and 0 <= looking.index < len(referee.doubt.dice):
        seen = referee.doubt.seen[looking.index] if referee.doubt.seen else referee.doubt.dice[looking.index]
        picture = place.picture(seen, referee.doubt.picture) if seen is not None else ""
        return doubts.die_card(referee.doubt, looking.index, expected_in(referee.match), picture)
    if looking.overlay == "doubt-add" and referee.doubt:
        return doubts.another_card(expected_in(referee.match))
    if looking.overlay == "typed":
        wanted = wanted_kinds(match)
        return typed_roll(looking.typed, wanted, "What was rolled?") if wanted else ""
    if looking.overlay == "people" and looking.may_write:
        return people.card(match, looking.names, looking.said)
    if looking.overlay == "history":
        return history.card(match)
    return ""


def _picture_of_counted(referee: RefereeState, place: Place, kind: str, hue: Hue) -> str:
    """The die that counts as this, where only one can be meant."""
    counted = labelled(referee.dice.labels, referee.dice.accounted)
    return _only(place, [seen for seen, die in counted if die is not None and (die.kind, die.top) == (kind, hue)])


def _only(place: Place, dice: Sequence[SeenDie | SeenPips]) -> str:
    """The picture of the one die that can be meant; of two, either may be the wrong one."""
    return place.picture(dice[0]) if len(dice) == 1 else ""


def wanted_kinds(match: Shown) -> list[str]:
    """The dice to be named when a roll is typed in; a roll that counts already is typed in whole."""
    need = match.awaiting.need
    if isinstance(need, Dice):
        return ["d6"] * need.d6 + ["d12"] * need.d12
    shown = match.game.on_table(match.state)
    return [] if shown is None else ["d6"] * len(shown.d6 or ()) + ["d12"] * len(shown.d12 or ())


def _was_undone(now: Snapshot) -> bool:
    return now.referee is not None and now.referee.match.redo_target() is not None


def _menu(now: Snapshot, looking: Looking, place: Place) -> str:
    write = looking.may_write
    items = [
        button("overlay", "New game", style="item", name="new") if write and now.referee else "",
        button("overlay", "Names, and who has to go", style="item", name="people") if write and now.referee else "",
        button("redo", "Bring back what was undone", style="item") if write and _was_undone(now) else "",
        button("overlay", "History and replay", style="item", name="history") if now.referee else "",
        button("go", "Games of this table", style="item", to="/games"),
        button("go", "Teach the dice", style="item", to="/teach") if write and place.camera else "",
        button("go", "Teach the cards", style="item", to="/teach/cards") if write and place.camera else "",
        button("go", "Check light and camera", style="item", to="/light") if place.camera else "",
        button("go", "How the parts are doing", style="item", to="/health"),
        button("overlay", "Join with a phone", style="item", name="join") if write else "",
    ]
    return (
        f'<div class="sheet-over"><div class="card"><h2>Menu</h2>{"".join(items)}'
        f"{button('close', 'Close', style='quiet')}</div></div>"
    )


def _form(looking: Looking, *, close: bool = False, running: str = "") -> str:
    return new_game.form(looking.game, looking.said, looking.names, looking.given, close=close, running=running)


def _new_card(now: Snapshot, looking: Looking) -> str:
    match = now.referee.match if now.referee is not None else None
    running = match.game.title if match is not None and match.log and not match.game.winners(match.state) else ""
    return f'<div class="sheet-over"><div class="card wide">{_form(looking, close=True, running=running)}</div></div>'


def _code_card(said: str) -> str:
    why = f'<p class="refused" role="alert">{text(said)}</p>' if said else ""
    return (
        '<div class="sheet-over"><form class="card"><h2>The table\'s code</h2>'
        f"<p>Somebody at the table can show it: Menu, Join with a phone.</p>{why}"
        '<input name="code" autocomplete="off" autocapitalize="characters" maxlength="20" placeholder="Code"'
        ' aria-label="The table\'s code">'
        f"{button('unlock', 'Join in', style='go')}{button('close', 'Just watch', style='quiet')}</form></div>"
    )


def _join_card(place: Place) -> str:
    close = button("close", "Close", style="quiet")
    head = '<div class="sheet-over"><div class="card"><h2>Join with a phone</h2>'
    if place.only_here:
        return f"{head}<p>{text(place.only_here)}</p>{close}</div></div>"
    page, _, code = place.join_url.partition("#code=")
    return (
        f'{head}<div class="qr">{place.join_qr}</div>'
        f"<p>{sentences.say('join', 'how')}</p>"
        f'<p class="url">{text(page.rstrip("/"))}</p><p class="code">{text(code[:4])} {text(code[4:])}</p>'
        f"{close}</div></div>"
    )
