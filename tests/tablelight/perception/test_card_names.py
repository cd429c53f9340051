"""What the page says of cards in doubt is said in people's words, and not in codes."""

from engine.components.cards import UNKNOWN, Card
from engine.core.match import Match
from engine.inference.observation import SeenCard
from tablelight.referee.inputs import CameraObservation
from tablelight.referee.reducer import step
from tablelight.referee.state import RefereeState
from tablelight.web.components.doubts import doubt_sentence
from tablelight.web.viewer import Shown


def test_cards_that_nothing_explains_are_named_as_people_call_them() -> None:
    match = Match.new("spectrum_casino", ["Ann", "Ben"])
    match.add(match.parse("deck hidden 144"))
    state = step(RefereeState(match), CameraObservation("settled", cards=()))[0]
    lying = (SeenCard((Card.parse("YG6"), Card.parse("YG5"))), SeenCard((UNKNOWN,)))
    state = step(state, CameraObservation("settled", cards=lying))[0]
    assert state.doubt is not None
    said = doubt_sentence(Shown(match), state.doubt)
    assert "yellow-green 6 or yellow-green 5, a card face down" in said and "??" not in said
