"""Scenes of drawn boards for tests: what a viewer sees, what taps come to, and the elements of a picture."""

from dataclasses import replace
from random import Random
from xml.etree import ElementTree

from engine.core.match import Match
from tablelight.web import games
from tablelight.web.components.scene import BoardScene


def scene(match, chosen=(), *, may_act=True, viewer=None, movers=None, lying=(), kept=False):
    state = match.game.view(match.state, viewer)
    hand = {"chosen": tuple(chosen), "kept": kept, "lying": tuple(lying)}
    return BoardScene(match.game, state, match.seats, viewer, movers, may_act, **hand)


def board(match):
    return games.board_of(match.game.name)


def tap(match, *places, **eyes):
    """The touch that the last of these taps comes to; what was chosen on the way is kept, nothing is played."""
    touch = board(match).touch(scene(match, **eyes), places[0])
    for place in places[1:]:
        assert not touch.play, f"{places} plays {touch.play} too early"
        touch = board(match).touch(scene(match, touch.chosen, **eyes), place)
    return touch


def play(match, *places):
    """Tap and play what the last tap comes to."""
    touch = tap(match, *places)
    assert touch.play, (touch.hint, touch.why)
    match.add(match.parse(touch.play))
    return touch


def picture(match, chosen=(), **kinds):
    """The board as an XML tree; a name that is no proper XML would not parse."""
    return ElementTree.fromstring(board(match).draw(scene(match, chosen, **kinds)))


def with_class(tree, style):
    return [element for element in tree.iter() if style in element.get("class", "").split()]


def titles(tree, style):
    """The titles of all elements of a class."""
    return [element.findtext("title") for element in with_class(tree, style) if element.find("title") is not None]


def random_step(match, rng: Random):
    """One step as people without hardware take it: what is wanted is drawn by lot, else any legal move is made."""
    here = scene(match)
    wanted = board(match).wanted(here)
    if wanted is not None:
        match.add(match.parse(wanted.draw(rng)))
        return None
    moves = list(here.moves)
    if not moves:
        return None
    move = rng.choice(moves)
    match.add(move)
    return move


def at_state(name, seats, state, **options):
    """A match set up at a position."""
    fresh = Match.new(name, seats, None, options)
    if isinstance(state, dict):
        # Spectrum's states are named tuples, those of the other games dataclasses.
        state = fresh.state._replace(**state) if isinstance(fresh.state, tuple) else replace(fresh.state, **state)
    return Match(fresh.game, seats, start=state)
