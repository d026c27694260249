"""Steps of reading left out, to see what each is good for: they pass on what they are given.

A step is named by its module in engine/orders/understanding, or by a function or method of it:
`rewriting.passives`, `settling.doubted`, `words.both.before`. Only what is public in a module is
left out, and of this what returns the type of one of its arguments (the argument instead), what
may return None (None instead), a bool (false), or a list (the first argument alone, or nothing).
"""

import inspect
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import wraps
from importlib import import_module
from types import ModuleType, NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

ROOT = "engine.orders.understanding"
SEVERAL = (list, Sequence, Iterator)
NOTHING: dict[object, object] = {bool: False, str: ""}
Arguments = list[tuple[object, Any]]
"""The types of a function's arguments, and the arguments."""


def leave_out(step: str) -> list[str]:
    """Leave a step out of all that is read from now on; return the names of its functions. Raises
    SystemExit where there is none, or none that can pass on what it is given."""
    module, *within = _module(step)
    left = []
    for owner, name, function in _functions(module):
        if within in ([], [name]) and can_pass_on(function):
            _replace(module, owner, name, function)
            left.append(name)
    if not left:
        raise SystemExit(f"no step {step} in {ROOT} that can pass on what it is given")
    return left


def _module(step: str) -> tuple[Any, ...]:
    """The module that a step names, and what it names in it."""
    for path, *within in ((step,), step.rpartition(".")[::2]):
        try:
            return import_module(f"{ROOT}.{path}"), *within
        except ModuleNotFoundError:
            continue
    raise SystemExit(f"no step {step} in {ROOT}")


def _functions(module: ModuleType) -> Iterator[tuple[Any, str, Callable[..., Any]]]:
    """The public functions of a module and of its classes, with where they are and their names."""
    classes = [each for _, each in inspect.getmembers(module, inspect.isclass)]
    for owner in (module, *(each for each in classes if not each.__name__.startswith("_"))):
        for name, found in inspect.getmembers(owner, inspect.isfunction):
            if found.__module__ == module.__name__ and not name.startswith("_"):
                yield owner, name, found


def _replace(module: ModuleType, owner: Any, name: str, function: Callable[..., Any]) -> None:
    """Put a function that passes on what it is given where this one is, and is imported."""
    instead = passing_on(function)
    for each in (owner,) if owner is not module else [*sys.modules.values()]:
        if vars(each).get(name) is function:
            setattr(each, name, instead)


def can_pass_on(function: Callable[..., Any]) -> bool:
    """Tell whether it is known what a function returns that does nothing."""
    try:
        _passed(_returned(function), [(kind, kind) for kind in _arguments(function)])
    except LookupError:
        return False
    return True


def passing_on(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that passes on what it is given."""
    returned, kinds = _returned(function), _arguments(function)
    signature = inspect.signature(function)

    @wraps(function)
    def instead(*args: Any, **named: Any) -> Any:
        given = signature.bind(*args, **named)
        given.apply_defaults()
        values = [value for name, value in given.arguments.items() if name != "self"]
        return _passed(returned, list(zip(kinds, values, strict=True)))

    return instead


def _returned(function: Callable[..., Any]) -> object:
    return get_type_hints(function).get("return")


def _arguments(function: Callable[..., Any]) -> list[object]:
    """The types of a function's arguments."""
    hints = get_type_hints(function)
    return [hints.get(name) for name in inspect.signature(function).parameters if name != "self"]


def _passed(returned: object, given: Arguments) -> object:
    """What is returned, of this type, by what does nothing. Raises LookupError if it is not known;
    what is passed on is taken out of what is given."""
    origin, within = get_origin(returned), get_args(returned)
    if origin in (Union, UnionType) and NoneType in within:
        return None
    if origin is tuple and Ellipsis not in within:
        return tuple(_passed(each, given) for each in within)
    for n, (kind, value) in enumerate(given):
        if kind == returned or (_is_several(kind, within) and _is_several(returned, within)):
            del given[n]
            return iter(list(value)) if origin is Iterator else value
    if origin is list:
        return [given.pop(n)[1] for n, (kind, _) in enumerate(given[:1]) if (kind,) == within]
    if returned not in NOTHING:
        raise LookupError
    return NOTHING[returned]


def _is_several(kind: object, within: tuple[object, ...]) -> bool:
    """Whether a type is one of several things of this type, one behind the other."""
    return get_origin(kind) in SEVERAL and get_args(kind) == within
