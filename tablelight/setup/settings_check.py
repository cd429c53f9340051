"""What the model says of each setting, and a sentence for every value that cannot be used."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, get_args, get_origin

from pydantic import TypeAdapter, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from tablelight.setup.settings import LAST_PIN, Settings

_CHECK: TypeAdapter[Settings] = TypeAdapter(Settings)


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting as the model describes it.

    ``where``: its full name, such as "board.brightness"; ``label``: what stands beside its field. ``low`` and ``high``:
    bounds that it may have itself, None for none. ``choices``: empty where anything of the type goes. ``at_once``:
    counts as soon as it is saved on the page; all others from the next start.
    """

    where: str
    label: str
    says: str
    default: Any
    low: float | None
    high: float | None
    choices: tuple[str, ...]
    unit: str
    at_once: bool
    examples: tuple[str, ...]

    @property
    def name(self) -> str:
        """Its name inside its section."""
        return self.where.rpartition(".")[2]

    @property
    def range(self) -> str:
        """What it may be, in words; "" where nothing more is to be said than its type."""
        if self.choices:
            return f"one of {', '.join(filter(None, self.choices))}"
        return f"between {self.low} and {self.high}" if self.low is not None else ""


def every_setting() -> Iterator[tuple[str, str, tuple[Setting, ...]]]:
    """Section by section: its name ("" for what stands in none), what it is about, and its settings."""
    top = Settings.__pydantic_fields__  # type: ignore[attr-defined]
    alone = [name for name, field in top.items() if not hasattr(field.annotation, "__pydantic_fields__")]
    yield "", "", tuple(_setting(name, top[name]) for name in alone if name != "readers")
    for section, field in top.items():
        inside = getattr(field.annotation, "__pydantic_fields__", None)
        if inside is not None:
            rows = tuple(_setting(f"{section}.{name}", one) for name, one in inside.items())
            yield section, (field.annotation.__doc__ or "").strip(), rows
    yield "readers", "", (_setting("readers", top["readers"]),)


def _setting(where: str, field: FieldInfo) -> Setting:
    bounds = {name: getattr(rule, name) for rule in field.metadata for name in ("ge", "le") if hasattr(rule, name)}
    choices = get_args(field.annotation) if get_origin(field.annotation) is Literal else ()
    extra = field.json_schema_extra if isinstance(field.json_schema_extra, dict) else {}
    return Setting(
        where,
        field.title or where,
        field.description or "",
        field.get_default(call_default_factory=True),
        bounds.get("ge"),
        bounds.get("le"),
        choices,
        str(extra.get("unit", "")),
        bool(extra.get("at_once", False)),
        tuple(field.examples or ()),
    )


@dataclass(frozen=True, slots=True)
class Fault:
    """A value that cannot be used: ``where`` it stands, what it ``should`` be, and the whole ``sentence``."""

    where: str
    should: str
    sentence: str


def checked(data: dict[str, Any]) -> tuple[Settings, tuple[Fault, ...]]:
    """Settings from values by name, sections as dictionaries; a fault, and the default, for what cannot be used."""
    try:
        return _CHECK.validate_python(data), ()
    except ValidationError as error:
        found: dict[tuple[str, ...], Fault] = {}
        for one in error.errors(include_url=False):
            owner = _owner(one)
            found.setdefault(owner, _fault(owner, one, data))
        return _CHECK.validate_python(_without(data, found)), tuple(found.values())


def _owner(error: ErrorDetails) -> tuple[str, ...]:
    """The setting that an error is about; for one about a name in a section of free names, that section."""
    loc = tuple(map(str, error["loc"]))
    return loc[:2] if _is_section(loc[0]) else loc[:1]


def _is_section(name: str) -> bool:
    return name in Settings.__pydantic_fields__ and hasattr(  # type: ignore[attr-defined]
        Settings.__pydantic_fields__[name].annotation,  # type: ignore[attr-defined]
        "__pydantic_fields__",
    )


def _without(data: dict[str, Any], owners: dict[tuple[str, ...], Fault]) -> dict[str, Any]:
    kept: dict[str, Any] = {}
    for name, value in data.items():
        if (name,) in owners:
            continue
        if isinstance(value, dict) and _is_section(name):
            value = {inner: one for inner, one in value.items() if (name, inner) not in owners}
        kept[name] = value
    return kept


def _fault(owner: tuple[str, ...], error: ErrorDetails, data: dict[str, Any]) -> Fault:
    where = ".".join(owner)
    if error["type"] == "unexpected_keyword_argument":
        model = Settings.__pydantic_fields__  # type: ignore[attr-defined]
        known = model if len(owner) == 1 else model[owner[0]].annotation.__pydantic_fields__
        shown = _short(where)[1:-1]
        return Fault(where, "is no setting", f"There is no setting '{shown}'; known here: {', '.join(known)}.")
    if error["type"] == "dataclass_type":
        return Fault(where, "should be a section", f"'{where}' should be a section: [{where}].")
    value: Any = data
    for name in owner:
        value = value[name]
    setting = next(one for _, _, rows in every_setting() for one in rows if one.where == where)
    should = _should(setting, error, value)
    return Fault(where, should, f"'{where}' {should}, not {_short(value)}; {setting.default!r} is used.")


def _should(setting: Setting, error: ErrorDetails, value: Any) -> str:
    """What a value should be, as the model says."""
    kind, rule = error["type"], error.get("ctx", {})
    if kind == "told":
        return error["msg"]
    if kind == "string_too_long":
        return f"should have {rule['max_length']} letters at most"
    if kind == "too_long":
        return f"should have {rule['max_length']} names at most"
    if isinstance(setting.default, dict):
        pins = setting.where == "panel.buttons"
        if kind in ("greater_than_equal", "less_than_equal"):
            return f"should have GPIO numbers between 0 and {LAST_PIN}"
        return "should be a section of names and " + ("GPIO numbers" if pins else "ports in quotes")
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if setting.choices or (setting.range and is_number and kind != "int_type"):
        return f"should be {setting.range}"
    return _TYPES[type(setting.default)]


_TYPES = {
    bool: "should be true or false",
    int: "should be a whole number",
    float: "should be a number",
    str: "should be a text in quotes",
}


def _short(value: Any) -> str:
    """A value as a sentence can show it."""
    shown = repr(value)
    return shown if len(shown) <= 80 else f"{shown[:60]}… ({len(shown):,} letters)"
