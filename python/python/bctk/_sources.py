"""What paths stand for: files, folders of them, patterns."""

from __future__ import annotations

import errno
import glob
import os
from collections.abc import Collection
from typing import Any, Callable, Dict, Iterator, List, Union

from bctk import _bctk

#: What a folder is searched for.
_IN_FOLDER = "no bitcode, assembly (.ll) or container of bitcode is in this folder"


def is_path(thing: Any) -> bool:
    """Whether it is a path: `bytes` are contents."""
    return isinstance(thing, (str, os.PathLike))


def modules_below(folder: str) -> List[str]:
    found: List[str] = [os.fspath(path) for path in _bctk._modules_below(folder)]  # type: ignore[attr-defined,unused-ignore]
    return found


def no_such_file(message: str, path: str) -> FileNotFoundError:
    """The error for a path that stands for nothing."""
    return FileNotFoundError(errno.ENOENT, message, path)


def files_of(path: Union[str, "os.PathLike[str]"], below: Callable[[str], List[str]] = modules_below, in_folder: str = _IN_FOLDER) -> List[str]:
    """The files that a path stands for: itself, those in a folder, those that match a pattern.

    `below` finds the files of a folder; `in_folder` says that there are none.
    """
    name = os.fspath(path)
    if not isinstance(name, str):
        raise TypeError(f"expected a path as str, found {type(name).__name__}")
    if os.path.isdir(name):
        found = below(name)
        if not found:
            raise no_such_file(in_folder, name)
        return found
    # A file may have a name that looks like a pattern.
    if os.path.exists(name):
        return [name]
    if not glob.has_magic(name):
        raise no_such_file(os.strerror(errno.ENOENT), name)
    matches = sorted(glob.glob(name, recursive=True))
    if not matches:
        raise no_such_file("no file matches this pattern", name)
    # A pattern may match a folder and what is in it.
    once: Dict[str, str] = {}
    for match in matches:
        for file in below(match) if os.path.isdir(match) else [match]:
            once.setdefault(os.path.normpath(file), file)
    if not once:
        raise no_such_file("the folders that match this pattern have none of these: bitcode, assembly (.ll), containers of bitcode", name)
    return list(once.values())


def _is_pair(thing: Any) -> bool:
    """Whether it is a pair of a name and contents."""
    return isinstance(thing, tuple) and len(thing) == 2 and not is_path(thing[1]) and (thing[0] is None or isinstance(thing[0], str))


def expand(sources: Any) -> Any:
    """The sources with files in the place of folders and patterns. What is no path stays."""
    if is_path(sources):
        return files_of(sources)
    if _is_pair(sources) or isinstance(sources, (bytes, bytearray, memoryview)):
        return sources
    if hasattr(sources, "__arrow_c_array__") or hasattr(sources, "__arrow_c_stream__"):
        return sources
    if isinstance(sources, Collection):
        # All at once: a path that is not there is an error before any work.
        return list(_each(sources))
    if hasattr(sources, "__iter__"):
        return _each(sources)
    return sources


def _each(sources: Any) -> Iterator[Any]:
    for source in sources:
        if is_path(source):
            yield from files_of(source)
        else:
            yield source
