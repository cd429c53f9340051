"""Numbers of dice in words."""

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def counted(d6: int, d12: int, like: tuple[int, int] = (0, 0)) -> str:
    """So many cubes and twelve-sided dice in words; the number alone where only dice of one kind are spoken of.
    ``like``: how many of each were named just before."""
    if bool(like[0]) != bool(like[1]) and (bool(d6), bool(d12)) == (bool(like[0]), bool(like[1])):
        return _number(d6 + d12)
    parts = [_several(d6, "cube", "cubes"), _several(d12, "twelve-sided die", "twelve-sided dice")]
    return " and ".join(filter(None, parts)) or "no dice"


def _several(count: int, one: str, more: str) -> str:
    return f"{_number(count)} {one if count == 1 else more}" if count else ""


def _number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)
