"""Damaged files give errors, never anything else."""

import random

import pytest

import bctk
from conftest import DATA, THOROUGH, corpus

# What one walk looks at: enough to come through everything in a small file.
MOST = 4000


def walk(thing, seen, left):
    """Asks everything for everything: all properties, and all methods without arguments."""
    todo = [thing]
    while todo and left[0] > 0:
        thing = todo.pop()
        if isinstance(thing, (list, tuple)):
            todo.extend(thing[:50])
            continue
        if isinstance(thing, dict):
            todo.extend(list(thing.values())[:50])
            continue
        if not type(thing).__module__.startswith("bctk"):
            continue
        try:
            if thing in seen:
                continue
            seen.add(thing)
        except TypeError:
            pass
        left[0] -= 1
        for name in dir(type(thing)):
            if name.startswith("__") and name not in ("__repr__", "__str__", "__len__"):
                continue
            if name in ("argument_attributes", "get", "extract", "translate", "diff", "write", "close"):
                continue
            # These take the whole module.
            if name in ("text", "__str__", "as_operand", "_repr_html_", "dump", "upgrade", "strip_debug", "strip_names", "verify") and left[0] % 16:
                continue
            try:
                value = getattr(thing, name)
                todo.append(value() if callable(value) else value)
            except bctk.InternalError:
                raise
            except bctk.Error:
                pass
        if isinstance(thing, (bctk.Globals, bctk.Types, bctk.File, bctk.NamedMetadata, bctk.MDTuple)):
            for at in range(min(len(thing), 50)):
                try:
                    todo.append(thing[at])
                except bctk.InternalError:
                    raise
                except bctk.Error:
                    pass


def look(data, most=MOST):
    try:
        file = bctk.open(data)
        modules = list(file.modules)
    except bctk.InternalError:
        raise
    except bctk.Error:
        return False
    for module in modules[:3]:
        walk(module, set(), [most])
    return True


FILES = [DATA / "small.bc", DATA / "small.a", DATA / "small.ll"] + corpus("v22")[::15] + corpus("v6")[::20] + corpus("v3.7")[::20]


def small(path):
    data = path.read_bytes()
    if len(data) > 40_000 and not THOROUGH:
        pytest.skip("too large for every day")
    return data


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_sound_files_can_be_walked(path):
    assert look(path.read_bytes(), 3 * MOST)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_cut_files(path):
    data, draw = small(path), random.Random(path.name)
    for _ in range(100 if THOROUGH else 12):
        look(data[: draw.randrange(len(data))], 300)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_changed_bits(path):
    data, draw, read = small(path), random.Random(path.name), 0
    for _ in range(400 if THOROUGH else 40):
        changed = bytearray(data)
        for _ in range(draw.choice((1, 1, 2, 8))):
            changed[draw.randrange(len(data))] ^= 1 << draw.randrange(8)
        read += look(bytes(changed), 300)
    assert read or path.suffix == ".ll"


def test_noise():
    draw = random.Random(1)
    for size in range(0, 400, 7):
        noise = bytes(draw.randrange(256) for _ in range(size))
        for start in (b"", b"BC\xc0\xde", b"!<arch>\n", b"define void @f() {\n", b"\x7fELF", b"MTLB"):
            look(start + noise, 300)
    with pytest.raises(bctk.Error):
        bctk.dump((DATA / "small.bc").read_bytes()[:1000])


def test_deep_nesting_in_a_thread_with_little_stack():
    import threading

    threading.stack_size(256 << 10)
    try:
        failures = []

        def deep():
            try:
                for text in (b"@x = global " + b"[1 x " * 5000 + b"i8", b"!0 = " + b"!{" * 5000, b"@x = global i8 " + b"add (" * 5000):
                    with pytest.raises(bctk.Error):
                        bctk.read(text)
                bctk.read(b"@x = global " + b"[1 x " * 200 + b"i8" + b"]" * 200 + b" undef\n").to_text()
            except BaseException as error:  # noqa: BLE001
                failures.append(error)

        thread = threading.Thread(target=deep)
        thread.start()
        thread.join()
        assert failures == []
    finally:
        threading.stack_size(0)
