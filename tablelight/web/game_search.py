"""Games found by words: who played, what, and when, in whatever way people write a date."""

import unicodedata
from collections.abc import Iterable
from datetime import datetime


def fits(wanted: str, title: str, names: Iterable[str], began: float) -> bool:
    """Whether every word that is wanted begins one of a game's: its title, its players, its date (s, Unix time). A
    number is meant whole: the 3rd is not the 30th."""
    words = _plain(" ".join((title, *names, _dates(began)))).split()

    def there(one: str) -> bool:
        return one in words if one.isdigit() else any(word.startswith(one) for word in words)

    return all(map(there, _plain(wanted).split()))


def _dates(began: float) -> str:
    then = datetime.fromtimestamp(began)
    day, month = then.day, then.month
    spelled = f"{day} {then:%d %B %b %A %Y %Y-%m-%d %Y-%m %d.%m.%Y %d/%m/%Y %m/%d/%Y %H:%M}"
    return f"{spelled} {day}.{month}.{then.year} {day}.{month}. {day}/{month}/{then.year} {month}/{day}/{then.year}"


def _plain(words: str) -> str:
    """Without capitals and accents, which nobody types when looking for something."""
    apart = unicodedata.normalize("NFKD", words.casefold())
    bare = "".join(sign for sign in apart if not unicodedata.combining(sign))
    return " ".join(bare.replace(",", " ").replace("&", " ").split())
