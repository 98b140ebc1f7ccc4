"""Printing, parsing, users, names, and files that are closed."""

from __future__ import annotations

import itertools
import threading
from typing import Any, Dict, List

import pytest

import bctk
from conftest import DATA, corpus

BC = DATA / "small.bc"


def test_printing_a_module_prints_its_text(small: bctk.Module, capsys: Any) -> None:
    print(small)
    text = capsys.readouterr().out
    assert text == small.to_text(plain=True) + "\n" and text.startswith("; ModuleID = ")
    assert "define dso_local" in text and "description" not in text
    assert repr(small) == f"<Module '{BC}' of LLVM 22, 3 functions>"
    # What it prints is a module.
    assert bctk.parse(str(small)).functions.names() == small.functions.names()


def test_printing_what_is_in_a_module(small: bctk.Module) -> None:
    main = small.functions["main"]
    assert str(main).startswith("; Function Attrs: ") and "\ndefine dso_local" in str(main) and str(main).endswith("}") and str(main) in str(small)
    block, instruction = main.blocks[0], main.instructions[1]
    assert str(instruction) == instruction.text() and str(instruction) in str(block)
    assert str(block).splitlines()[-1].strip().startswith("br i1 ")
    assert str(small.globals["squares"]).startswith("@squares = ")
    assert str(main.arguments[0]) == "i32 %0" and str(instruction.operands[1]) == "i32 1"
    for thing in (main, block, instruction, main.arguments[0]):
        assert "\n" not in repr(thing) and len(repr(thing)) < 80


def test_printing_a_damaged_module_raises() -> None:
    data = bytearray(BC.read_bytes())
    found = False
    for at in range(len(data) // 3, len(data), 97):
        changed = bytearray(data)
        changed[at] ^= 0x55
        try:
            module = bctk.read(bytes(changed))
        except bctk.Error:
            continue
        try:
            assert str(module)
        except bctk.InternalError:
            raise
        except bctk.Error:
            found = True
    assert found


TEXT = "define i32 @twice(i32 %x) {\n  %y = add i32 %x, %x\n  ret i32 %y\n}\n"


@pytest.mark.parametrize("made", [str, str.encode, lambda text: bytearray(text.encode()), lambda text: memoryview(text.encode())])
def test_parse(made: Any) -> None:
    module = bctk.parse(made(TEXT))
    assert module.functions.names() == ["twice"] and module.name == "<text>"
    assert bctk.read(module.to_bitcode()).functions["twice"].instruction_count == 2
    assert module.verify() == []


def test_parse_takes_texts_alone() -> None:
    # Never a path, be it one that exists.
    with pytest.raises(bctk.Error) as raised:
        bctk.parse(str(BC))
    assert raised.value.kind == "text" and raised.value.line == 1
    # Nor bitcode, nor an archive.
    for data in (BC.read_bytes(), (DATA / "small.a").read_bytes()):
        with pytest.raises(bctk.Error) as raised:
            bctk.parse(data)
        assert raised.value.kind == "text"
    for wrong in (1, None, BC, [TEXT], bctk.read(BC)):
        with pytest.raises(TypeError, match="text as str or bytes"):
            bctk.parse(wrong)  # type: ignore[arg-type]
    # Nothing and comments are empty modules.
    for empty in ("", b"", "\n", "; nothing", "\x01"[:0]):
        assert len(bctk.parse(empty).functions) == 0
    with pytest.raises(bctk.Error) as raised:
        bctk.parse("@x = global i32\n@y = global i32 7", name="mine.ll")
    assert raised.value.file == "mine.ll" and "mine.ll:2:1" in str(raised.value)
    with pytest.raises(bctk.Error):
        bctk.parse("@x = global " + "[1 x " * 5000 + "i8")
    with pytest.raises(bctk.Error):
        bctk.parse("@x = global [4 x i8] undef", limits={"nesting": 0})
    with pytest.raises(ValueError):
        bctk.parse("", limits={"no such": 1})


def test_parse_keeps_bytes_of_names() -> None:
    assert bctk.parse('@"ü" = global i8 0').globals.names() == ["ü"]
    module = bctk.parse('@"\udcff" = global i8 0')
    assert module.globals.names() == ["\udcff"]
    assert bctk.parse(b'@"\xff" = global i8 0').globals.names() == ["\udcff"]


def test_demangle() -> None:
    assert bctk.demangle("_ZN2ns5twiceEi") == "ns::twice(int)"
    assert bctk.demangle(b"?f@@YAXXZ") == "void __cdecl f(void)"
    assert bctk.demangle("_RNvC3foo3bar") == "foo::bar"
    for name in ("main", "", "_Z", "\udcff", "_ZN2ns5twiceE" * 3):
        assert bctk.demangle(name) == name
    with pytest.raises(TypeError):
        bctk.demangle(1)  # type: ignore[arg-type]


DEEP = [
    "_Z" + "N" * 100_000,
    "_Z1fI" + "P" * 100_000 + "i",
    "_Z1f" + "PF" * 50_000 + "v" + "E" * 50_000,
    "_ZN" + "1aI" * 30_000 + "E" * 30_000,
    "_ZX" + "ad" * 50_000,
    "_RN" + "v" * 50_000,
    "_R" + "I" * 30_000,
    "_D" + "1a" * 30_000,
    "?f@@YAX" + "PA" * 10_000 + "X@Z",
    "??" + "$?" * 20_000,
]


def test_demangle_in_a_thread_with_little_stack() -> None:
    threading.stack_size(256 << 10)
    try:
        found: List[str] = []
        thread = threading.Thread(target=lambda: found.extend(bctk.demangle(name) for name in DEEP))
        thread.start()
        thread.join()
        assert len(found) == len(DEEP)
    finally:
        threading.stack_size(0)


def test_files_are_context_managers() -> None:
    with bctk.open(DATA / "small.a") as file:
        assert not file.closed and len(file) == 2
        module = file[0]
        modules = iter(file)
    assert file.closed and file.name == str(DATA / "small.a")
    assert repr(file) == f"<File '{DATA / 'small.a'}' closed, of 2 modules>"
    for use in (
        lambda: len(file),
        lambda: file[0],
        lambda: file["one.o"],
        lambda: file.names,
        lambda: file.modules,
        lambda: file.container,
        lambda: file.is_assembly,
        lambda: file.unread,
        lambda: iter(file),
        lambda: next(modules),
        lambda: file.__enter__(),
    ):
        with pytest.raises(ValueError, match="small.a' is closed"):
            use()
    # Modules stay, and to close again does nothing.
    file.close()
    assert module.functions["one"].instructions and str(module) and module.to_bitcode()


def test_files_are_closed_after_an_error() -> None:
    with pytest.raises(KeyError, match="own"):
        with bctk.open(BC) as file:
            raise KeyError("own")
    assert file.closed
    file = bctk.open(BC.read_bytes())
    file.close()
    assert file.closed


def test_files_are_closed_while_others_read() -> None:
    for _ in range(20):
        file = bctk.open(DATA / "small.a")
        failures: List[BaseException] = []

        def reader() -> None:
            try:
                for at in itertools.count():
                    assert file[at % 2].functions.names()
            except ValueError:
                pass
            except BaseException as error:  # noqa: BLE001
                failures.append(error)

        threads = [threading.Thread(target=reader) for _ in range(3)]
        for thread in threads:
            thread.start()
        file.close()
        for thread in threads:
            thread.join()
        assert failures == []


def test_users_of_locals() -> None:
    module = bctk.parse(TEXT)
    twice = module.functions["twice"]
    add, ret = twice.instructions
    [x] = twice.arguments
    # Both operands of one instruction: one user.
    assert x.users == [add] and add.users == [ret] and ret.users == []
    declared = bctk.parse("declare void @f(i32)").functions["f"]
    assert declared.users == [] and declared.arguments[0].users == []


def test_users_of_globals_blocks_and_constants() -> None:
    module = bctk.parse("""
        @x = global i32 7
        @end = global ptr getelementptr (i32, ptr @x, i64 1)
        @where = global ptr blockaddress(@f, %loop)
        @same = alias i32, ptr @x
        define void @f() personality ptr @p {
          br label %loop
        loop:
          %i = phi i32 [ 0, %0 ], [ %next, %loop ]
          %next = add i32 %i, 7
          store i32 %next, ptr @x
          %done = icmp eq i32 %next, 42
          br i1 %done, label %out, label %loop
        out:
          call void @f()
          ret void
        }
        declare i32 @p(...)
        """)
    f, x = module.functions["f"], module.globals["x"]
    phi, add, store, compare, branch = f.blocks[1].instructions
    address = module.globals["where"].initializer
    # A constant first, then global values, then instructions.
    end = module.globals["end"].initializer
    assert isinstance(end, bctk.Constant) and isinstance(address, bctk.Constant)
    assert x.users == [end, module.aliases["same"], store]
    assert end.users == [module.globals["end"]] and address.users == [module.globals["where"]]
    assert module.functions["p"].users == [f]
    assert f.users == [address, f.blocks[2].instructions[0]]
    # Addresses and terminators use a block; a phi does not.
    assert f.blocks[1].users == [address, f.blocks[0].terminator, branch]
    assert f.blocks[0].users == []
    assert phi.users == [add] and add.users == [phi, store, compare]
    [seven] = [value for value in add.operands if isinstance(value, bctk.Constant)]
    assert seven.users[-1] == add
    assert module.globals["where"].users == []


def all_values(module: bctk.Module) -> List[bctk.Value]:
    """All that has users or is one."""
    todo: List[Any] = [*module.globals, *module.functions, *module.aliases, *module.ifuncs]
    for function in module.functions:
        todo += [*function.arguments, *function.blocks, *function.instructions]
    seen: Dict[bctk.Value, None] = {}
    while todo:
        value = todo.pop()
        if value not in seen:
            seen[value] = None
            todo += operands(value)
    return list(seen)


def operands(value: Any) -> List[bctk.Value]:
    names = ["initializer", "aliasee", "resolver", "personality", "prefix", "prologue"]
    held = [getattr(value, name, None) for name in names]
    return [*getattr(value, "operands", []), *(one for one in held if one is not None)]


SOME = [BC, DATA / "small.ll", *corpus("v22")[::7], *corpus("v6")[::15], *corpus("v3.7")[::15]]


@pytest.mark.parametrize("path", SOME, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_users_are_those_with_the_value_as_an_operand(path: Any) -> None:
    if path.stat().st_size > 60_000:
        pytest.skip("too large for every day")
    module = bctk.read(path)
    values = all_values(module)
    want: Dict[bctk.Value, Dict[bctk.Value, None]] = {value: {} for value in values}
    for user in values:
        for value in operands(user):
            want[value][user] = None
    for value in values:
        users = value.users
        assert len(set(users)) == len(users), value
        assert set(users) >= set(want[value]), value
        # Constants that nobody refers to use values, too.
        assert all(isinstance(user, bctk.Constant) for user in set(users) - set(want[value])), value
