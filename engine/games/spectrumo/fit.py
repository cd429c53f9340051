"""What may lie on what in Spectrumo (SO-PLAY, SO-SPECIAL-04 to -06, SO-OUT)."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.components.cards import UNKNOWN, Card, Cards, ring_distance, swapped_hues
from engine.components.hands import without
from engine.components.hues import Hue
from engine.core.verdict import Verdict, no, yes
from engine.games.spectrumo.options import Options


@dataclass(frozen=True, slots=True)
class CardBelow:
    """What a card is about to lie on: the table card, and what was played before it in the same turn."""

    table: Card
    extra: bool = False
    """A special was played this turn."""
    swapped: bool = False
    """The card before was a colour swap."""


def swapped_table(table: Card, swap: Card) -> Card:
    """The virtual table card after a colour swap: the other hue, the same number; a special stays (SO-SPECIAL-05)."""
    pair = swapped_hues(swap.special)
    if pair is None or table.hue not in pair:
        return table
    return Card(pair[1] if table.hue == pair[0] else pair[0], table.number)


def number_fits(card: Card, below: CardBelow, options: Options, *, last: bool) -> bool:
    """Whether a numbered card fits by hue or number (SO-PLAY-01 to -04, SO-OUT-03)."""
    hue, table = card.hue, below.table
    if hue is None or table.hue is None:
        # Anything may follow a special that shows the whole wheel.
        return hue is not None
    apart = ring_distance(hue, table.hue)
    if apart == 0:
        # The very last card may have the table card's own hue.
        return last or options.same_colour_ok
    if apart == 1:
        return True
    if card.number == table.number:
        return not (below.swapped and options.swap_followup == "shades_only")
    return apart == 2 and options.share_component and not hue.is_primary and not table.hue.is_primary


_LOOSER: tuple[tuple[str, Callable[[Options], Options]], ...] = (
    ("same_colour_ok", lambda options: replace(options, same_colour_ok=True)),
    ("share_component", lambda options: replace(options, share_component=True)),
    ("swap_followup", lambda options: replace(options, swap_followup="normal")),
)
"""House rules by which more numbers fit."""


def judge_number(card: Card, below: CardBelow, options: Options, *, last: bool) -> Verdict:
    """Whether a numbered card fits, and why not."""
    if number_fits(card, below, options, last=last):
        return yes("done")
    table = below.table
    assert card.hue is not None and table.hue is not None
    texts: dict[str, object] = {"card": str(card), "table": str(table), "hues": (table.hue.step(-1), table.hue.step(1))}
    texts["option"] = next((n for n, looser in _LOOSER if number_fits(card, below, looser(options), last=last)), None)
    if card.hue == table.hue:
        return no("SAME_HUE", "SO-PLAY-03", **texts)
    if card.number == table.number:
        return no("ONLY_SHADES_NOW", "D-SO-02", **texts)
    return no("NO_MATCH", "SO-PLAY-01", number=table.number, **texts)


def judge_card(card: Card, hand: Cards, below: CardBelow, options: Options) -> Verdict:
    """Whether this card of the hand may be laid now. ``hand`` still holds it."""
    last = len(hand) == 1
    # Nobody goes out in a turn in which he played a special, nor with one.
    if last and card.special:
        return no("LAST_NOT_SPECIAL", "SO-OUT-02", card=str(card))
    if last and below.extra:
        return no("NOT_OUT_AFTER_SPECIAL", "SO-SPECIAL-03", card=str(card))
    if not card.special:
        return judge_number(card, below, options, last=last)
    if len(hand) == 2 and options.special_with_one_left == "forbid":
        return no("SPECIAL_LEAVES_ONE", "D-SO-08", card=str(card), option="special_with_one_left")
    pair = swapped_hues(card.special)
    return yes() if pair is None else _judge_swap(card, pair, hand, below, options)


def _judge_swap(card: Card, pair: tuple[Hue, Hue], hand: Cards, below: CardBelow, options: Options) -> Verdict:
    if below.table.hue is None:
        if not options.colour_swap_on_wheel:
            return no("SWAP_ON_WHEEL", "D-SO-10", card=str(card), option="colour_swap_on_wheel")
    elif below.table.hue not in pair:
        return no("SWAP_OTHER_HUES", "SO-SPECIAL-04", card=str(card), table=str(below.table), hues=pair)
    after = CardBelow(swapped_table(below.table, card), extra=True, swapped=True)
    if not can_follow(without(hand, card), after, options):
        return no("SWAP_NO_FOLLOW", "SO-SPECIAL-04", card=str(card), table=str(after.table))
    return yes()


def fitting_cards(hand: Cards, below: CardBelow, options: Options) -> list[Card]:
    """The known cards of a hand that may be laid now, each once."""
    last = len(hand) == 1
    return [
        card
        for card in dict.fromkeys(hand)
        if (
            judge_card(card, hand, below, options).ok
            if card.special
            else number_fits(card, below, options, last=last) and not (last and below.extra)
        )
    ]


def can_follow(hand: Cards, below: CardBelow, options: Options) -> bool:
    """Whether some card of the hand may be laid; unknown cards get the benefit of the doubt (D-SO-09)."""
    if UNKNOWN in hand and (len(hand) > 1 or not below.extra):
        return True
    return bool(fitting_cards(hand, below, options))
