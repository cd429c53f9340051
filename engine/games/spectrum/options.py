"""What a Spectrum table can choose, and which choices cannot go together (rulings: SB part D)."""

from dataclasses import dataclass
from typing import Literal

from engine.core.errors import BadRules
from engine.core.game import Rules, option
from engine.core.language import Deferred, listed_later

Switch = Literal["auto", True, False]


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of a table. ``auto`` follows the edition, or the number of players."""

    dice: Literal["d6", "d12", "cards"] = option(
        "d6", "d6: cubes; d12: twelve-sided dice; cards: number cards 1 to 3 as dice.", code="SB-CRD-01"
    )
    start: Literal["plain", "shotgun_cards", "shotgun_d12"] = option(
        "plain", "plain: an empty board; shotgun: six pawns each are dealt or rolled onto rings 1 to 3.", code="SB-SHO"
    )
    scoring: Literal["stars", "weighted"] = option(
        "stars", "stars: first to the number of stars; weighted: each colour has a value.", code="SB-WGT-01"
    )
    missions: bool = option(False, "Six secret spaces each; own pawns on five of them win.", code="SB-MIS-01")
    portals: bool = option(False, "Secret portals that send the pawn on their space elsewhere.", code="SB-POR-01")
    self_capture: Literal["auto", True, False] = option(
        "auto", "Own pawns may be captured and placed anew; auto: only solo.", code="D-52"
    )
    self_jump: Literal["auto", True, False] = option("auto", "Own pawns may be jumped; auto: only solo.", code="D-52")
    surrender: bool = option(False, "Instead of rolling, a pawn may be taken back to stock.", code="D-67")
    star_by_point: bool = option(True, "A jump may land on a star that touches only at a point.", code="D-3")
    declare_dice: Literal["implied", "declared"] = option(
        "implied", "implied: the moves show which dice are used; declared: say it before moving.", code="D-12"
    )
    dead_choice: bool = option(False, "Dice that allow no move may be chosen to sit still (cubes only).", code="D-15")
    no_backtrack: bool = option(False, "A pawn may not step straight back on a normal roll.", code="D-19")
    closed_primary_exit: Literal["auto", True, False] = option(
        "auto", "A pawn in a closed primary may enter an open intermediate; auto: edition B.", code="D-21"
    )
    leap_two: bool = option(False, "Two opponents in a row straight ahead may be leapt for two spaces.", code="D-23")
    chain_jump: bool = option(False, "Two in a row straight ahead may be jumped inside a longer move.", code="D-24")
    entry_jump: Literal["geometric", "lane"] = option(
        "geometric", "Jumping in from stock lands on any touching space, or only straight on.", code="D-27"
    )
    base_from_neighbour: Literal["allowed", "strict", "demanded"] = option(
        "allowed",
        "The face-colour part may come in from an open neighbouring colour, and on double doubles and quadruples the "
        "bottom one.",
        code="D-35",
    )
    special_order: Literal["same_result", "listed", "any"] = option(
        "same_result", "The bonus may come first if both orders end alike; never; or always.", code="D-37"
    )
    must_move: Literal["auto", "continue", "maximal", "at_least_one"] = option(
        "auto",
        "continue: go on while a move is possible; maximal: use as many spaces as can be; at_least_one: one move will "
        "do; auto: by edition.",
        code="D-38",
    )
    two_colour: Literal["auto", True, False] = option(
        "auto", "A pawn moved twice on a special roll must have been in two colours; auto: edition A.", code="D-40"
    )
    extra_face: bool = option(False, "Double doubles and quadruples may play their last part anywhere.", code="D-44")
    revisit: bool = option(False, "A whole move may cross a space twice.", code="D-47")
    capture_place: Literal["must", "may_stock"] = option(
        "must", "A captured pawn must be placed while an entry space is free, or may go to stock.", code="D-55"
    )
    finish_round: bool = option(False, "The round is finished after somebody reaches the goal.", code="D-61")
    time_limit: bool = option(False, "The table may agree to stop; most stars wins.", code="D-62")
    tiebreak: Literal["auto", True, False] = option(
        "auto", "Ties: primaries count 1, intermediates 2; auto: edition A.", code="D-63"
    )
    stalemate_rounds: int = option(6, "Rounds of nothing but passing after which the game ends.", code="D-65")
    first: int = option(0, "Who begins: 0 is the first player, 1 the second, and so on.", code="D-66")
    shotgun_order: Literal["ring_by_ring", "player_by_player"] = option(
        "ring_by_ring", "Who rolls next at a shotgun start with dice.", code="D-72"
    )
    card_entry: bool = option(True, "A single primary card may enter a pawn.", code="D-73")
    single_card: Literal["steps", "whole"] = option(
        "steps", "A single card is walked space by space, capturing on the way, or moved whole.", code="D-74"
    )
    shaded_cards: Literal["whole", "steps"] = option(
        "whole", "Cards of neighbouring colours are moved whole, or space by space, capturing on the way.", code="D-76"
    )
    cards_two_colours: bool = option(True, "The two-colour rule holds for cards of one colour.", code="D-76")
    three_same_pawns: Literal["several", "one"] = option(
        "several", "Three cards of a colour move several pawns, or only one.", code="D-77"
    )
    swap_cards: bool = option(False, "Six swap cards are shuffled in: two pawns trade places.", code="D-82")
    decks: int = option(1, "Decks of cards on the table; hidden cards and cards as dice need one each.", code="D-86")
    weights: Literal["five", "deck"] = option("five", "Values from 3 to 7, or from the whole deck.", code="SB-WGT-01")
    weighted_end: Literal["all", "star_target"] = option(
        "all", "Weighted: until all stars are gone or the lead is safe, or to the number of stars.", code="D-87"
    )
    portal_limit: Literal["many", "one"] = option("many", "Portals a player may use between two turns.", code="D-93")
    portal_placer: Literal["owner", "activator"] = option(
        "owner", "Who places a pawn captured by a portal: the capturing pawn's owner, or who used it.", code="D-94"
    )
    d12_triple_bonus: Literal["six", "five"] = option(
        "six", "The bonus of a d12 triple is open in all six colours, or not in the rolled one.", code="D-101"
    )
    d12_dd_neighbours: bool = option(False, "A d12 double double opens the neighbours too.", code="D-102")
    quintuple: Literal["as_quad", "five"] = option(
        "as_quad", "Five equal dice: a quadruple at best, or five and five.", code="D-103"
    )
    speed_rule: bool = option(False, "Named in the rules but never described; cannot be played.", code="D-50")

    def on(self, value: Switch, auto: bool) -> bool:
        """Whether a choice is on; ``auto``: what follows where the table left it to the edition."""
        return auto if value == "auto" else bool(value)


def check(rules: Rules[Options]) -> None:
    """Raise BadRules for choices that cannot go together, with the reason."""
    o, solo = rules.options, rules.seats == 1
    hidden = [n for n, used in ((Deferred("missions"), o.missions), (Deferred("portals"), o.portals)) if used]
    users = [*([Deferred("cards as dice")] if o.dice == "cards" else []), *hidden]
    users += [Deferred("weighted colours")] if o.scoring == "weighted" else []
    faults = [
        (o.speed_rule, Deferred("the speed rule is named in the rules but never described, so it cannot be played")),
        (
            rules.edition == "B" and o.dice != "d6",
            Deferred("edition B knows only cubes; play {dice} with edition A", dice=o.dice),
        ),
        (
            o.dead_choice and o.dice != "d6",
            Deferred("dice that allow no move may be chosen only when playing with cubes"),
        ),
        (o.swap_cards and o.dice != "cards", Deferred("swap cards belong to cards as dice; set dice to cards")),
        (solo and o.missions, Deferred("a mission is a race against others; it needs two players or more")),
        (solo and o.portals, Deferred("portals are used on others' turns too; they need two players or more")),
        (solo and o.scoring == "weighted", Deferred("weighted colours compare players; they need two players or more")),
        (
            not 0 <= o.first < rules.seats,
            Deferred(
                "player {number} cannot begin; 'first' should be from 0 to {most}",
                number=o.first + 1,
                most=rules.seats - 1,
            ),
        ),
        (o.stalemate_rounds < 1, Deferred("'stalemate_rounds' should be 1 or more")),
        (not 1 <= o.decks <= 4, Deferred("'decks' should be from 1 to 4")),
        (
            len(users) > o.decks,
            Deferred(
                "These need the same cards: {names}. Play with {count} decks, or leave one out.",
                names=listed_later(users),
                count=len(users),
            ),
        ),
    ]
    for wrong, why in faults:
        if wrong:
            raise BadRules(Deferred("Spectrum: {why}", why=why))
