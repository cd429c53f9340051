"""Values to JSON-ready data and back, by their types: dataclasses, hues, enums, tuples, unions with None.

One place for it, so that no game writes its own. Reading never trusts its input: every fault is a NotUnderstood
that names where it is.
"""

import types
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from engine.components.hues import Hue
from engine.core.errors import NotUnderstood

MOST = 10**6
"""No game comes to a larger number; a larger one could not be written down again."""


def to_json(value: object) -> Any:
    """A value as data that ``json.dumps`` takes; hues become their codes, and sets sorted lists."""
    if isinstance(value, Hue):
        return value.name
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: to_json(getattr(value, f.name)) for f in fields(value) if f.init}
    if isinstance(value, Mapping):
        return {str(to_json(k)): to_json(v) for k, v in value.items()}
    if isinstance(value, (tuple, list)):
        return [to_json(v) for v in value]
    if isinstance(value, (set, frozenset)):
        return sorted((to_json(v) for v in value), key=str)
    return value


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def from_json(kind: Any, data: Any, where: str = "it") -> Any:
    """The value of type ``kind`` that ``data`` (as ``json.loads`` gives it) describes.

    ``where``: what it is called in messages. Raises NotUnderstood that says what was expected and where.
    """
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return _from_union(args, data, where)
    if origin is Literal:
        return _expect(data in args and not isinstance(data, float), data, where, f"one of {list(args)}")
    if origin is tuple:
        return _from_tuple(args, data, where)
    if origin in (Mapping, dict) or kind is dict:
        _expect(isinstance(data, dict), data, where, "an object")
        inner = args[1] if args else Any
        key = args[0] if args else str
        return {from_json(key, k, where): from_json(inner, v, f"{where}.{k}") for k, v in data.items()}
    if kind is Any or kind is object:
        return data
    if isinstance(kind, type):
        return _from_simple(kind, data, where)
    raise TypeError(f"no plain form for {kind}")


def _expect(good: bool, data: Any, where: str, wanted: str) -> Any:
    if not good:
        raise NotUnderstood(f"{where} should be {wanted}, not {_short(data)}")
    return data


def _short(data: Any) -> str:
    text = repr(data)
    return text if len(text) <= 60 else text[:57] + "..."


def _from_union(args: tuple[Any, ...], data: Any, where: str) -> Any:
    if data is None and type(None) in args:
        return None
    faults = []
    for kind in args:
        if kind is type(None):
            continue
        try:
            return from_json(kind, data, where)
        except NotUnderstood as fault:
            faults.append(str(fault))
    raise NotUnderstood(faults[0])


def _from_tuple(args: tuple[Any, ...], data: Any, where: str) -> tuple[Any, ...]:
    _expect(isinstance(data, (list, tuple)), data, where, "a list")
    if len(args) == 2 and args[1] is Ellipsis:
        return tuple(from_json(args[0], item, f"{where}[{i}]") for i, item in enumerate(data))
    _expect(len(data) == len(args), data, where, f"a list of {len(args)}")
    return tuple(from_json(kind, item, f"{where}[{i}]") for i, (kind, item) in enumerate(zip(args, data, strict=True)))


def _from_simple(kind: type, data: Any, where: str) -> Any:
    if issubclass(kind, Hue):
        _expect(isinstance(data, str), data, where, "a hue such as 'RO'")
        try:
            return Hue.parse(data)
        except ValueError as fault:
            raise NotUnderstood(f"{where}: {fault}") from None
    if issubclass(kind, Enum):
        values = [member.value for member in kind]
        _expect(data in values, data, where, f"one of {values}")
        return kind(data)
    if is_dataclass(kind):
        return _from_fields(kind, data, where)
    if kind is int:
        whole = isinstance(data, int) and not isinstance(data, bool)
        return _expect(whole and abs(data) <= MOST, data, where, "a whole number that a game comes to")
    if kind is bool:
        return _expect(isinstance(data, bool), data, where, "true or false")
    if kind is str:
        return _expect(isinstance(data, str), data, where, "a text")
    if kind is float:
        number = isinstance(data, (int, float)) and not isinstance(data, bool)
        return float(_expect(number and abs(data) <= MOST, data, where, "a number that a game comes to"))
    raise TypeError(f"no plain form for {kind}")


def _from_fields(kind: type, data: Any, where: str) -> Any:
    _expect(isinstance(data, dict), data, where, "an object")
    known = {f.name: f for f in fields(kind) if f.init}
    for name in data:
        if name not in known:
            raise NotUnderstood(f"{where} has no '{name}'; it knows {', '.join(known)}")
    hints = _hints(kind)
    missing = [n for n, f in known.items() if n not in data and f.default is MISSING and f.default_factory is MISSING]
    if missing:
        raise NotUnderstood(f"{where} lacks {', '.join(missing)}")
    values = {n: from_json(hints[n], v, f"{where}.{n}") for n, v in data.items()}
    fits = getattr(kind, "fits", None)
    if fits is not None:  # some values that are right alone are not together
        _expect(fits(**values), data, where, f"a {kind.__name__.lower()} that there is")
    return kind(**values)
