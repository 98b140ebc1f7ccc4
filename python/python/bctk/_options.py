"""Checks of options: errors name the option."""

from __future__ import annotations

import math
import operator
from typing import Any, Mapping, Optional, Tuple

#: More threads than that are a mistake.
MAX_THREADS = 1024

#: What counts may be: the least and the most.
_COUNTS: Mapping[str, tuple[int, int]] = {
    "max_bytes": (0, 2**63 - 1),
    "max_rows": (0, 2**63 - 1),
    "batch_rows": (1, 2**63 - 1),
    "threads": (1, MAX_THREADS),
    "memory": (1, 2**63 - 1),
}

#: Nobody waits longer, in seconds.
_MAX_TIME = 1e9


def count(name: str, value: Any) -> Optional[int]:
    """The option `name`, which is a whole number, or None for no limit or the default."""
    if value is None:
        return None
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is a whole number, not {type(value).__name__}") from None
    least, most = _COUNTS[name]
    if number < least:
        raise ValueError(f"{name} is at least {least}, not {number}")
    if number > most:
        raise ValueError(f"{name} is at most {most}, not {number}")
    return number


def seconds(name: str, value: Any) -> Optional[float]:
    """The option `name`, which is a number of seconds, or None for no limit."""
    if value is None:
        return None
    try:
        number = float(value) if not isinstance(value, (str, bytes, bytearray)) else None
    except TypeError:
        number = None
    except OverflowError:
        number = math.inf
    if number is None:
        raise TypeError(f"{name} is a number of seconds, not {type(value).__name__}")
    if not 0 <= number <= _MAX_TIME:
        raise ValueError(f"{name} is a number of seconds from 0 to {_MAX_TIME:.0f}, not {number}")
    return number


def names(name: str, value: Any) -> Optional[Tuple[str, ...]]:
    """The option `name`, which is a list of names, or None for the default."""
    if isinstance(value, (str, bytes)):
        raise TypeError(f"{name} is a list of names, not {type(value).__name__}")
    return value if value is None else tuple(value)
