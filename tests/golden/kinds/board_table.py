"""A case set up in the engine: game, players, position, roll."""

from dataclasses import replace
from typing import Any

from engine.components.hues import Hue
from engine.core.registry import create
from engine.games.spectrum import rolls
from engine.games.spectrum.events import Choose, DiceRolled, HandDrawn
from engine.games.spectrum.game import Spectrum
from engine.games.spectrum.state import State, pawns_from_names, pawns_to_json, stars_from_names, stars_to_json

DICE = {"spectrum_d12": "d12", "spectrum_cards_as_dice": "cards"}
MORE = {
    "portals": {"portals": True},
    "missions": {"missions": True},
    "weighted_colors": {"scoring": "weighted"},
    "shotgun_cards": {"start": "shotgun_cards"},
    "shotgun_d12": {"start": "shotgun_d12"},
}


class Table:
    """A case, set up: its game, the names of its players, and the position before or after the roll."""

    def __init__(self, case: dict[str, Any]) -> None:
        self.case, self.question = case, case["question"]
        self.roll: dict[str, Any] = case.get("roll") or {}
        self.position: dict[str, Any] = case.get("position") or {}
        self.names = self._names()
        dice = DICE.get(case["game"], {"d12": "d12", "cards": "cards"}.get(self.roll.get("kind"), "d6"))
        more = MORE.get(case["game"], {})
        if more.get("start") or "portals" in more or "missions" in more:
            dice = "d6"
        options = {"dice": dice, **more, **self._options(case.get("options") or {})}
        self.game = self._create(case, options)
        self.state = self._state()

    def _names(self) -> list[str]:
        keys = [key for part in ("pawns", "reserve", "stars") for key in (self.position.get(part) or {})]
        return list(dict.fromkeys(keys)) or ["p1", "p2"]

    def _options(self, given: dict[str, Any]) -> dict[str, Any]:
        renamed = {"base_from_neighbour": {True: "demanded", False: "strict"}, "must_move": {}}
        short = {"card_move": "single_card"}
        return {
            short.get(key, key): renamed.get(key, {}).get(value, value) if isinstance(value, bool) else value
            for key, value in given.items()
        }

    def _create(self, case: dict[str, Any], options: dict[str, Any]) -> Spectrum:
        solo = case["game"] == "spectrum_solo"
        seats = 1 if solo else max(2, len(self.names), int(self.question.get("players") or 0))
        game = create("spectrum", min(seats, 6), case.get("edition") or "A", options)
        assert isinstance(game, Spectrum)
        goal = self.question.get("stars_to_win") or game.context.goal
        game.context = replace(game.context, goal=goal)
        return game

    def _state(self) -> State:
        seats = self.game.rules.seats
        names = [*self.names, *[""] * seats][:seats]
        pawns = self.position.get("pawns") or {}
        stars = self.position.get("stars") or {}
        stock = self.position.get("reserve") or {}
        mover = self.position.get("to_move", names[0])
        return State(
            tuple(pawns_from_names(pawns.get(name, [])) for name in names),
            tuple(stars_from_names(stars.get(name, [])) for name in names),
            tuple(int(stock.get(name, 0)) for name in names),
            names.index(mover) if mover in names else 0,
            extras=self.game.start().extras,
        )

    @property
    def chosen(self) -> list[str]:
        return self.roll.get("chosen") or self.roll.get("dice") or []

    def cards(self, key: str) -> list[str]:
        return [card_code(card) for card in self.roll.get(key) or []]

    def choice(self) -> rolls.Choice:
        if self.game.options.dice == "cards":
            choice = rolls.play_of(self.cards("played") or self.cards("hand"), self.game.options)
        else:
            choice = rolls.choice_of(hues(self.chosen), self.game.rules.edition, self.game.options)
        assert choice is not None
        return choice

    def rolled(self) -> State:
        """After the roll, with every choice that moves something."""
        if self.game.options.dice == "cards":
            return self.game.result(self.state, HandDrawn(tuple(self.cards("hand"))))
        return self.game.result(self.state, DiceRolled(tuple(hues(self.roll.get("dice") or self.chosen))))

    def chosen_state(self) -> State:
        """After the roll, with the chosen dice only."""
        state, choice = self.rolled(), self.choice()
        return self.game.result(state, Choose(state.to_move, choice.key)) if state.phase == "move" else state

    def plain(self, state: State) -> dict[str, Any]:
        pawns = {name: pawns_to_json(mask) for name, mask in zip(self.names, state.pawns, strict=False) if mask}
        stars = {name: stars_to_json(mask) for name, mask in zip(self.names, state.stars, strict=False) if mask}
        given = self.position.get("reserve") or {}
        stock = {**given, **{n: c for n, c in zip(self.names, state.stock, strict=False) if n in given or c}}
        return {"pawns": pawns, "stars": stars, "reserve": stock}


def hues(names: list[str]) -> list[Hue]:
    return [Hue.parse(name) for name in names]


def card_code(card: Any) -> str:
    """A number card from ``["R", 2]``; a swap card from ``["swap", "R", "G"]`` or ``["R", "G"]``."""
    flat = [part for item in card for part in (item if isinstance(item, list) else [item])] if card else []
    if isinstance(card, str):
        return card
    if isinstance(flat[-1], int):
        return f"{Hue.parse(flat[0]).name}{flat[1]}"
    a, b = sorted(Hue.parse(name) for name in flat if str(name).lower() != "swap")
    return f"{a.name}<>{b.name}"


def verdict(ok: bool, reason: str = "OK", **more: Any) -> dict[str, Any]:
    return {"legal": ok, "reason": reason, **more}
