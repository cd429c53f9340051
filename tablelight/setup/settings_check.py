"""What the model says of each setting, and a sentence for every value that cannot be used."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, get_args, get_origin

from pydantic import TypeAdapter, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from engine.core.language import Deferred
from tablelight.setup.paths import NAME_SIGNS
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
    def limits(self) -> str:
        """What it should be, in words; "" where nothing more is to be said than its type."""
        if self.choices:
            return Deferred("should be one of {names}", names=", ".join(filter(None, self.choices)))
        if self.low is None:
            return ""
        return Deferred("should be between {low} and {high}", low=self.low, high=self.high)


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
    """A value that cannot be used: ``where`` it stands, what it ``should`` be, and the whole ``sentence``, each in the
    language of whoever reads it."""

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
        sentence = Deferred("There is no setting '{name}'; known here: {names}.", name=shown, names=", ".join(known))
        return Fault(where, Deferred("is no setting"), sentence)
    if error["type"] == "dataclass_type":
        sentence = Deferred("'{name}' should be a section: [{name}].", name=where)
        return Fault(where, Deferred("should be a section"), sentence)
    value: Any = data
    for name in owner:
        value = value[name]
    setting = next(one for _, _, rows in every_setting() for one in rows if one.where == where)
    should = _should(setting, error, value)
    sentence = Deferred(
        "'{name}' {should}, not {value}; {default} is used.",
        name=where,
        should=should,
        value=_short(value),
        default=repr(setting.default),
    )
    return Fault(where, should, sentence)


def _should(setting: Setting, error: ErrorDetails, value: Any) -> str:
    """What a value should be, as the model says."""
    kind, rule = error["type"], error.get("ctx", {})
    if kind == "nul":
        return Deferred("should have no NUL sign")
    if kind == "table_name":
        return Deferred("should be {signs}", signs=Deferred(NAME_SIGNS))
    if kind == "string_too_long":
        return Deferred("should have {most} letters at most", most=rule["max_length"])
    if kind == "too_long":
        return Deferred("should have {most} names at most", most=rule["max_length"])
    if isinstance(setting.default, dict):
        pins = setting.where == "panel.buttons"
        if kind in ("greater_than_equal", "less_than_equal"):
            return Deferred("should have GPIO numbers between 0 and {last}", last=LAST_PIN)
        ports = Deferred("should be a section of names and ports in quotes")
        return Deferred("should be a section of names and GPIO numbers") if pins else ports
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if setting.choices or (setting.limits and is_number and kind != "int_type"):
        return setting.limits
    return _TYPES[type(setting.default)]


_TYPES = {
    bool: Deferred("should be true or false"),
    int: Deferred("should be a whole number"),
    float: Deferred("should be a number"),
    str: Deferred("should be a text in quotes"),
}


def _short(value: Any) -> str:
    """A value as a sentence can show it."""
    shown = repr(value)
    if len(shown) <= 80:
        return shown
    return Deferred("{start}… ({count} letters)", start=shown[:60], count=f"{len(shown):,}")
