"""What is drawn once and kept, in each language."""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar

from engine.core.language import spoken

P = ParamSpec("P")
R = TypeVar("R")


def kept_in_each_language(most: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """As ``lru_cache``, for what has words in it. ``most``: how many results are kept, of all languages together."""

    def keeping(drawn: Callable[P, R]) -> Callable[P, R]:
        @lru_cache(most)
        def kept(_language: str, *args: P.args, **named: P.kwargs) -> R:
            return drawn(*args, **named)

        @wraps(drawn)
        def asked(*args: P.args, **named: P.kwargs) -> R:
            return kept(spoken(), *args, **named)

        asked.cache_clear = kept.cache_clear  # type: ignore[attr-defined]
        return asked

    return keeping
