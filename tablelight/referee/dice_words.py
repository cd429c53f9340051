"""Numbers of dice in words, in the language of whoever reads them."""

from engine.core.language import Later, tr, trn


def counted(d6: int, d12: int, like: tuple[int, int] = (0, 0)) -> str:
    """So many cubes and twelve-sided dice; the number alone where only dice of one kind are spoken of. ``like``: how
    many of each were named just before."""
    if bool(like[0]) != bool(like[1]) and (bool(d6), bool(d12)) == (bool(like[0]), bool(like[1])):
        return str(d6 + d12)
    return Later(_both, d6, d12)


def dice(count: int) -> str:
    """So many dice of any kind."""
    return Later(_dice, count)


def maybe_dice(count: int) -> str:
    """So many things of which nobody knows whether they are dice."""
    return Later(_maybe_dice, count)


def _both(d6: int, d12: int) -> str:
    cubes = trn("{count} cube", "{count} cubes", d6)
    others = trn("{count} twelve-sided die", "{count} twelve-sided dice", d12)
    if d6 and d12:
        return tr("{some} and {end}", some=cubes, end=others)
    return cubes if d6 else others if d12 else tr("no dice")


def _dice(count: int) -> str:
    return trn("{count} die", "{count} dice", count)


def _maybe_dice(count: int) -> str:
    return trn("{count} thing more that may be a die", "{count} things more that may be dice", count)
