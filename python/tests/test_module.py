"""Modules, functions, blocks, instructions and what they are made of."""

import copy
import pickle
import subprocess
import sys
import threading

import pytest

import bctk
from conftest import DATA, ROOT, corpus

BC = DATA / "small.bc"


def test_sources_are_paths_bytes_and_texts():
    data = BC.read_bytes()
    for source in (str(BC), BC, data, bytearray(data), memoryview(data)):
        assert bctk.read(source).functions.names() == ["square", "main", "printf"]
    text = (DATA / "small.ll").read_bytes()
    assert bctk.read(text).functions.names() == ["square", "main", "printf"]
    assert bctk.read(DATA / "small.ll", name="x").triple == "x86_64-pc-linux-gnu"
    with pytest.raises(TypeError):
        bctk.read(1)
    with pytest.raises(TypeError):
        bctk.read(None)


def test_facts(small):
    assert small.producer == "LLVM22.1.8"
    assert small.llvm_version == (22, 0)
    assert small.source_filename == "small.c"
    assert small.data_layout.startswith("e-m:e")
    assert small.module_flags["wchar_size"] == 4 and small.module_flags["debug-info-assignment-tracking"] == 1
    assert list(small.named_metadata) == ["llvm.dbg.cu", "llvm.module.flags", "llvm.ident", "llvm.errno.tbaa"]
    assert small.named_metadata["llvm.dbg.cu"][0].language == "DW_LANG_C11"
    assert small.comdats == {}
    assert small.summary is None
    assert {symbol.name: symbol.is_defined for symbol in small.symbols}["printf"] is False


def test_functions_are_a_mapping(small):
    functions = small.functions
    assert len(functions) == 3
    assert functions["main"] == functions[1] == functions[-2]
    assert [function.name for function in functions] == functions.names()
    assert "main" in functions and functions["main"] in functions and "x" not in functions and 7 not in functions
    assert functions.get("x") is None and functions.get("x", 5) == 5
    with pytest.raises(KeyError):
        functions["x"]
    with pytest.raises(KeyError):
        functions["squares"]
    with pytest.raises(IndexError):
        functions[3]
    assert len({functions["main"], functions[1], functions[0]}) == 2


def test_a_function(small):
    main = small.functions["main"]
    assert isinstance(main, bctk.GlobalValue) and isinstance(main, bctk.Value)
    assert main.linkage == "external" and main.calling_convention == "ccc" and not main.is_declaration
    assert str(main.function_type) == "i32 (i32, ptr)" and str(main.type) == "ptr"
    assert main.is_dso_local and main.unnamed_addr == "local_unnamed_addr"
    assert {"nofree", "noinline", "uwtable"} <= {attribute.name for attribute in main.attributes}
    features = [attribute for attribute in main.attributes if attribute.name == "target-cpu"]
    assert features[0].value == "x86-64" and str(features[0]) == '"target-cpu"="x86-64"'
    assert [str(attribute) for attribute in main.arguments[1].attributes] == ["noundef", "readnone", "captures(none)"]
    assert [str(attribute) for attribute in main.return_attributes] == ["range(i32 -1073741824, 1073741824)"]
    assert [len(block) for block in main.blocks] == [6, 2, 1]
    assert main.instruction_count == len(main.instructions) == 9
    assert main.subprogram.name == "main" and main.metadata["dbg"] == main.subprogram
    printf = small.functions["printf"]
    assert printf.is_declaration and printf.blocks == [] and printf.is_vararg
    assert len(printf.arguments) == 1 and str(printf.arguments[0].type) == "ptr"


def test_blocks_make_a_graph(small):
    entry, then, end = small.functions["main"].blocks
    assert entry.successors == [then, end]
    assert then.successors == [end] and end.successors == []
    assert end.predecessors == [entry, then] and entry.predecessors == []
    assert entry.terminator.opcode == "br" and entry.terminator == entry.instructions[-1]
    assert then.function == small.functions["main"] and then.index == 1
    assert repr(then) == "<Block '%7'>"
    assert str(end.type) == "label"
    assert then.text().startswith("7:")


def test_instructions(small):
    main = small.functions["main"]
    load, add, store, call, compare, branch = main.blocks[0].instructions
    assert [i.opcode for i in (load, add, store, call, compare, branch)] == ["load", "add", "store", "call", "icmp", "br"]
    assert load.operands == [small.globals["squares"]] and load.alignment == 4
    assert add.flags == ["nsw"] and add.operands[0] == load and add.operands[1].value == 1
    assert store.operands == [add, small.globals["squares"]]
    assert call.callee == small.functions["square"] and call.flags == ["tail"] and call.arguments == [main.arguments[0]]
    assert [str(attribute) for attribute in call.argument_attributes(0)] == ["noundef"]
    assert compare.predicate == "sgt" and str(compare.type) == "i1"
    assert branch.is_terminator and branch.successors == main.blocks[1:]
    assert store.metadata["tbaa"][0].operands[0].value == "int"
    assert load.block == main.blocks[0] and load.function == main and load.index == 0
    assert call.text() == "%5 = tail call i32 @square(i32 noundef %0), !dbg !60"
    assert call.as_operand() == "i32 %5"
    assert repr(call) == "<Instruction '%5 = call' of type 'i32'>" and repr(store) == "<Instruction 'store'>"
    assert [record.variable.name for record in load.debug_records] == ["argc", "argv"]
    assert load.debug_records[0].value == main.arguments[0]
    assert str(store.type) == store.type.kind == "void" and repr(store.type) == "<Type 'void'>"
    assert load.debug_records[0].kind == "value" and load.debug_records[0].expression.elements == []
    # The text of the whole function has these lines.
    for instruction in main.instructions:
        assert instruction.text() in main.text()


def test_locations_name_what_was_inlined(small):
    shift = small.functions["square"].instructions[0]
    place = shift.debug_location
    assert [(it.function, it.line) for it in place.chain] == [("twice", 3), ("square", 6)]
    assert place.inlined_at.function == "square" and place.inlined_at.inlined_at is None
    assert place.filename == "small.c" and place.directory == "/src" and str(place) == "small.c:3:74"
    assert place.subprogram.name == "twice" and place.node.line == 3
    assert small.functions["square"].instructions[0].debug_location == place


def test_globals_and_constants(small):
    assert [variable.name for variable in small.globals] == ["squares", ".str", ".str.1"]
    text = small.globals[".str"]
    assert text.is_constant and text.linkage == "private" and text.initializer.value == b"hello\0"
    assert str(text.value_type) == "[6 x i8]" and text.value_type.length == 6 and text.value_type.element.width == 8
    assert small.globals["squares"].initializer.kind == "null" and small.globals["squares"].initializer.value == 0
    assert small.globals["squares"].metadata["dbg"].var.name == "squares"


CONSTANTS = """
@i = global i32 -7
@wide = global i128 -170141183460469231731687303715884105728
@f = global float 1.5
@h = global half 0xHC000
@t = global [2 x i16] [i16 -1, i16 2]
@d = global [2 x double] [double 1.0, double 2.5]
@s = global { i32, ptr } { i32 1, ptr @i }
@e = global ptr getelementptr (i8, ptr @i, i64 4)
@b = global i1 true
@a = alias i32, ptr @i
@c = external thread_local(initialexec) global i32, section "x", align 16
@r = ifunc void (), ptr @resolve
define ptr @resolve() { ret ptr null }
define i32 @asm() {
  %x = call i32 asm sideeffect "nop", "=r,~{memory}"()
  ret i32 %x
}
"""


def test_kinds_of_constants():
    module = bctk.read(CONSTANTS.encode())
    value = {variable.name: variable.initializer.value for variable in module.globals if variable.initializer}
    assert value == {
        "i": -7, "wide": -(2**127), "f": 1.5, "h": -2.0, "t": (-1, 2), "d": (1.0, 2.5), "s": None, "e": None, "b": 1,
    }
    aggregate, expression = module.globals["s"].initializer, module.globals["e"].initializer
    assert aggregate.kind == "aggregate" and aggregate.operands[1] == module.globals["i"]
    assert expression.opcode == "getelementptr" and str(expression.source_element_type) == "i8"
    assert str(expression) == "ptr getelementptr (i8, ptr @i, i64 4)"
    assert module.aliases["a"].aliasee == module.globals["i"]
    assert module.ifuncs[0].resolver == module.functions["resolve"]
    c = module.globals["c"]
    assert (c.thread_local, c.section, c.alignment, c.is_declaration) == ("initialexec", "x", 16, True)
    asm = module.functions["asm"].instructions[0].callee
    assert isinstance(asm, bctk.InlineAsm) and asm.template == "nop" and asm.has_side_effects
    assert asm.constraints == "=r,~{memory}"


def test_types():
    module = bctk.read(b"%S = type <{ i8, [3 x <vscale x 4 x float>], ptr addrspace(3) }>\n%O = type opaque\n"
                       b"@x = external global %S\n@y = external global { %O, double }\n")
    record = module.globals["x"].value_type
    assert record.name == "S" and record.is_packed and [field.kind for field in record.fields] == ["integer", "array", "pointer"]
    assert record.fields[1].element.is_scalable and record.fields[2].address_space == 3
    assert str(record) == "%S" and str(record.fields[1]) == "[3 x <vscale x 4 x float>]"
    assert module.types["S"] == record and "O" in [ty.name for ty in module.types]
    assert module.globals["y"].value_type.fields[0].is_opaque
    with pytest.raises(KeyError):
        module.types["none"]


def test_debug_information_is_typed(small):
    sub = small.functions["main"].subprogram
    assert type(sub) is bctk.DISubprogram and isinstance(sub, bctk.DINode)
    assert sub.unit.producer.startswith("Debian clang") or "clang" in sub.unit.producer
    assert sub.spFlags == ["DISPFlagDefinition", "DISPFlagOptimized"] and sub.flags[0] == "DIFlagPrototyped"
    assert sub.is_distinct and type(sub.unit) is bctk.DICompileUnit
    pointer = sub.type.types[2]
    assert pointer.tag == "DW_TAG_pointer_type" and pointer.baseType.baseType.encoding == "DW_ATE_signed_char"
    assert pointer.size == 64 and sub.fields()["line"] == sub.line
    assert "DISubprogram(name: \"main\"" in sub.text()
    with pytest.raises(AttributeError):
        sub.nothing


def test_every_metadata_text_can_be_asked_for(small):
    seen, todo = set(), [node for named in small.named_metadata.values() for node in named]
    while todo:
        node = todo.pop()
        if node is None or node in seen:
            continue
        seen.add(node)
        assert node.text() and repr(node)
        if isinstance(node, bctk.DINode):
            todo += [value for value in node.fields().values() if isinstance(value, bctk.Metadata)]
        if isinstance(node, bctk.MDTuple):
            todo += list(node)
    assert len(seen) > 30


def test_text_and_bitcode_round_trip(small, tmp_path):
    text = small.to_text()
    assert bctk.assemble(text) == BC.read_bytes() == small.to_bitcode()
    plain = small.to_text(plain=True)
    assert text.startswith(plain) and len(plain) < len(text)
    reference = (DATA / "small.ll").read_text().splitlines()[1:]
    assert plain.splitlines()[1:] == reference
    small.write(tmp_path / "a.ll")
    small.write(tmp_path / "a.bc")
    assert (tmp_path / "a.ll").read_text() == text and (tmp_path / "a.bc").read_bytes() == BC.read_bytes()
    assert bctk.read(tmp_path / "a.ll").to_bitcode() == BC.read_bytes()


def test_texts_that_cannot_restore_their_file():
    path = ROOT / "corpus/v21/function-properties.bc"
    if not path.exists():
        pytest.skip("no corpus here")
    module = bctk.read(path)
    assert module.to_text() == module.to_text(plain=True)


def test_edits(small):
    assert small.extract(["square"]).functions.names() == ["square"]
    one = small.extract("main")
    assert one.functions["square"].is_declaration and not one.functions["main"].is_declaration
    assert bctk.read(one.to_bitcode()).functions.names() == one.functions.names()
    stripped = small.strip_debug()
    assert "!DI" not in stripped.to_text() and stripped.functions["main"].subprogram is None
    assert small.functions["main"].subprogram is not None
    with pytest.raises(bctk.Error) as caught:
        small.extract("nothing")
    assert caught.value.kind == "symbol"
    with pytest.raises(ValueError):
        small.extract([])


@pytest.mark.parametrize("version", [14, "17", (3, 7), 23])
def test_translation(small, version):
    module, changes = small.translate(version)
    assert module.llvm_version[0] == (version if isinstance(version, int) else int(version) if isinstance(version, str) else version[0])
    again = bctk.read(module.to_bitcode())
    assert again.llvm_version == module.llvm_version
    assert "define" in module.to_text()
    for change in changes:
        assert change.action in ("lowered", "dropped") and change.count >= 1 and change.what


def test_translation_refuses(small):
    for bad in (2, "x", 99, "nothing"):
        with pytest.raises(ValueError):
            small.translate(bad)
    with pytest.raises(ValueError):
        small.translate(14, lossy="all")
    module = bctk.read(b"define x86_amx @f(x86_amx %a) {\n  ret x86_amx %a\n}\n")
    with pytest.raises(bctk.Error) as caught:
        module.translate(9)
    assert caught.value.kind == "unrepresentable"


def test_upgrade():
    old = corpus("v3.4") or corpus("v3.7")
    if not old:
        pytest.skip("no corpus here")
    module = bctk.read(old[0])
    new = module.upgrade()
    assert new.llvm_version == (23, 0) and new.verify() == []
    with pytest.raises(ValueError):
        bctk.read(BC).upgrade(17)


def test_verify():
    text = b"define void @f() {\n  br label %a\na:\n  %x = add i32 %y, 1\n  %y = add i32 1, 1\n  ret void\n}\n"
    findings = bctk.read(text).verify()
    assert [(it.function, it.block, it.operand) for it in findings] == [("f", 1, 0)]
    assert findings[0].message == "Instruction does not dominate all uses!" and "@f" in str(findings[0])
    assert "%y" in findings[0].text and (findings[0].line, findings[0].bit_offset) == (4, None)
    in_bitcode = bctk.read(bctk.assemble(text)).verify()
    assert in_bitcode[0].message == findings[0].message and in_bitcode[0].bit_offset > 0


def test_dialect(small):
    assert "load i32, ptr @squares" in small.to_text() and "load i32, i32* @squares" in small.to_text(dialect="14")
    with pytest.raises(bctk.Error) as caught:
        small.to_text(dialect="nvvm70")
    assert caught.value.kind == "unrepresentable" and "triple" in str(caught.value)


def test_link(tmp_path):
    one = bctk.parse("declare i32 @f()\ndefine i32 @g() {\n  %v = call i32 @f()\n  ret i32 %v\n}", name="one.ll")
    two = bctk.parse("define i32 @f() {\n  ret i32 1\n}\ndefine void @h() {\n  ret void\n}", name="two.ll")
    linked = bctk.link([one, two])
    assert linked.functions.names() == ["g", "f", "h"]
    assert linked.verify() == []
    assert bctk.link([one, two], only_needed=True).functions.names() == ["g", "f"]
    local = bctk.link([one, two], only_needed=True, internalize=True)
    assert "define internal i32 @f()" in local.to_text()
    path = tmp_path / "two.bc"
    two.write(path)
    assert bctk.link((source for source in [one, path])).functions.names() == ["g", "f", "h"]
    assert bctk.link([one, path.read_bytes()]).functions.names() == ["g", "f", "h"]
    assert bctk.link(path).functions.names() == ["f", "h"]
    other = bctk.parse("define i32 @f() {\n  ret i32 2\n}")
    assert "ret i32 2" in str(bctk.link([one, two], override=other).functions["f"])
    assert "ret i32 2" in str(bctk.link([one, two], override=[other]).functions["f"])
    assert bctk.link([one], version=19).llvm_version[0] == 19
    with pytest.raises(bctk.Error, match="Linking globals named 'f': symbol multiply defined!") as caught:
        bctk.link([two, other])
    assert caught.value.kind == "modules"
    for wrong in ([], [1], 5):
        with pytest.raises((TypeError, ValueError)):
            bctk.link(wrong)
    with pytest.raises(ValueError):
        bctk.link([one], version=9)
    with pytest.raises(FileNotFoundError):
        bctk.link([tmp_path / "nothing.bc"])


def test_link_warns():
    targets = [bctk.parse(f'target triple = "{triple}"\n@{name} = global i32 1') for triple, name in (("x86_64-linux", "a"), ("aarch64-linux", "b"))]
    with pytest.warns(UserWarning, match="different target triples"):
        assert bctk.link(targets).globals.names() == ["a", "b"]


def test_files():
    file = bctk.open(DATA / "small.a")
    assert file.container == "archive" and not file.is_assembly and file.unread == []
    assert file["two.o"].functions.names() == file[1].functions.names() == file[-1].functions.names()
    assert [module.name for module in file] == [module.name for module in file.modules] == file.names
    assert bctk.read(f"{DATA / 'small.a'}:one.o").functions.names() == ["one"]
    assert bctk.read((DATA / "small.a").read_bytes(), member="one.o").functions.names() == ["one"]
    assert len(bctk.read_all(DATA / "small.a")) == 2 and len(bctk.read_all(BC)) == 1
    with pytest.raises(bctk.Error) as caught:
        bctk.read(DATA / "small.a")
    assert caught.value.kind == "modules" and "member=" in str(caught.value)
    with pytest.raises(bctk.Error):
        bctk.read(DATA / "small.a", member="none.o")
    with pytest.raises(KeyError):
        file["none.o"]
    with pytest.raises(IndexError):
        file[2]


def test_summary():
    summary = bctk.open(DATA / "small.a")["two.o"].summary
    entry = next(entry for entry in summary["entries"] if entry["name"] == "two")
    assert entry["kind"] == "function" and entry["calls"][0]["name"] == "one" and entry["instructions"] == 3


def test_dump(small):
    blocks = bctk.dump(BC)
    names = [block["block"] for block in blocks]
    assert names == ["IDENTIFICATION", "MODULE", "SYMTAB", "STRTAB"]
    triple = [item for item in blocks[1]["items"] if item.get("record") == "TRIPLE"]
    assert triple[0]["fields"] == {"text": '"x86_64-pc-linux-gnu"'}
    bodies = bctk.dump(BC, "MODULE/FUNCTION")
    assert [body["function"] for body in bodies] == ["square", "main"]
    assert small.dump("MODULE/FUNCTION") == bodies
    assert bctk.dump(BC, "MODULE/FUNCTION(@main)") == bodies[1:]
    assert [item["record"] for item in bctk.dump(BC, "MODULE:TRIPLE")[0]["items"]] == ["TRIPLE"]
    with pytest.raises(ValueError):
        small.dump("MODULE/FUNCTION[x]")
    assert blocks[-1]["items"][0]["blob"].startswith(b"square")


def test_diff(small):
    assert not bctk.diff(BC, small) and small.diff(BC).is_identical
    diff = small.diff(small.strip_debug())
    assert diff and diff.content_differs and any(block["path"].startswith("MODULE") for block in diff.blocks)
    assert "removed" in str(diff) and diff.faults == (None, None)


def test_notebooks(small):
    page = small._repr_html_()
    assert "<pre>" in page and "square" in page and "<script" not in page
    assert small.functions["main"]._repr_html_().count("<span") > 20
    evil = bctk.read(b'define void @"<script>alert(1)</script>"() {\n  ret void\n}\n')
    assert "<script" not in evil._repr_html_() and "<script" not in evil.functions[0]._repr_html_()


def test_names_that_are_not_utf8():
    module = bctk.read(b'@"\\FF\\01x" = global i32 0\n')
    name = module.globals[0].name
    assert name.encode("utf-8", "surrogateescape") == b"\xff\x01x"
    assert module.globals[name] == module.globals[b"\xff\x01x"] == module.globals[0]
    assert module.extract(name).globals.names() == [name]


def test_errors():
    with pytest.raises(bctk.Error) as caught:
        bctk.read(BC.read_bytes()[:900], name="cut.bc")
    error = caught.value
    assert error.file == "cut.bc" and error.kind.startswith("bitcode-") and error.bit_offset is not None
    assert "cut.bc" in str(error)
    with pytest.raises(bctk.Error) as caught:
        bctk.read(b"define i32 @f() {\n  ret i32 %x\n}\n", name="a.ll")
    assert (caught.value.kind, caught.value.line, caught.value.column) == ("text", 2, 11)
    with pytest.raises(FileNotFoundError) as missing:
        bctk.read(ROOT / "no such file")
    assert missing.value.filename == str(ROOT / "no such file")
    again = pickle.loads(pickle.dumps(error))
    assert (again.file, again.bit_offset, str(again)) == (error.file, error.bit_offset, str(error))
    for bad in (b"", b"\x7fELF", b"\0" * 64):
        with pytest.raises(bctk.Error):
            bctk.read(bad)


def test_limits():
    deep = b"@x = global " + b"[1 x " * 100 + b"i8" + b"]" * 100 + b" zeroinitializer\n"
    bctk.read(deep)
    with pytest.raises(bctk.Error):
        bctk.read(deep, limits={"nesting": 50})
    with pytest.raises(ValueError):
        bctk.read(deep, limits={"nothing": 50})
    with pytest.raises(ValueError):
        bctk.read(deep, limits={"nesting": 10**6})


def test_modules_are_pickled(small):
    again = pickle.loads(pickle.dumps(small))
    assert again.to_bitcode() == small.to_bitcode() and again.name == small.name


def test_threads_share_a_module():
    path = max(corpus("v22"), key=lambda path: path.stat().st_size, default=BC)
    expected = [(f.name, [i.opcode for i in f.instructions]) for f in bctk.read(path).functions]
    module, failures = bctk.read(path), []

    def look(step):
        try:
            functions = list(module.functions)[::step]
            found = [(f.name, [i.opcode for i in f.instructions]) for f in functions]
            assert found == expected[::step]
            for function in functions[:5]:
                assert function.text()
            assert module.to_text(plain=True) and module._repr_html_() and module.verify() == []
        except BaseException as error:  # noqa: BLE001
            failures.append(error)

    threads = [threading.Thread(target=look, args=(step,)) for step in (1, -1, 2, -2, 3, -3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def fork_and_read(data):
    import os

    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            names = ",".join(bctk.read(data).functions.names())
            bctk.read(data).to_text()
            os.write(writer, names.encode())
        finally:
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        names = pipe.read()
    os.waitpid(child, 0)
    return names


def test_a_forked_process_can_read():
    import os

    if not hasattr(os, "fork"):
        pytest.skip("no fork here")
    data = BC.read_bytes()
    bctk.read(data).to_text()
    assert fork_and_read(data) == "square,main,printf"


@pytest.mark.parametrize("path", corpus("v22")[::6] + corpus("v13")[::12] + corpus("v3.4")[::8], ids=lambda path: path.parent.name + "/" + path.name)
def test_lazily_read_modules_are_whole(path):
    """Bodies in any order, then all: the text is that of the module read at once."""
    for module in bctk.read_all(path):
        for function in reversed(list(module.functions)):
            for instruction in function.instructions[::7]:
                assert instruction.opcode
        for function in module.functions:
            text = function.text()
            for instruction in function.instructions[::5]:
                assert instruction.text() in text


def test_lists_have_slices():
    module = bctk.read(BC)
    for items in (module.functions, module.globals, module.types, module.functions[0].blocks):
        whole = [items[at] for at in range(len(items))]
        for piece in (slice(None), slice(1, 3), slice(None, None, -1), slice(-2, None), slice(5, 2), slice(0, 99, 2)):
            assert list(items[piece]) == whole[piece]


def test_subprograms_of_llvm_3_7():
    """There the subprogram names its function, and not the other way round."""
    module = bctk.read("corpus/v3.7/old-debug.bc")
    node = module.functions["twice"].subprogram
    assert (node.name, node.line, node.file.filename) == ("twice", 1, "old.c")
    assert node == module.functions["twice"].instructions[-1].debug_location.subprogram
    assert module.functions["llvm.dbg.declare"].subprogram is None
    # What reads it upgrades it.
    assert module.upgrade().functions["twice"].subprogram.name == "twice"


@pytest.mark.parametrize("version", ["3.7", "3.8", "5", "9"])
def test_translated_functions_keep_their_subprograms(version, small):
    older, _ = small.translate(version)
    for module in (older, bctk.read(older.to_bitcode()), bctk.read(older.to_text().encode())):
        for name in ("square", "main"):
            assert module.functions[name].subprogram.name == name
            assert module.functions[name].subprogram.line == small.functions[name].subprogram.line


def test_wrong_types_and_numbers(small):
    """Messages say what is expected, and errors are those that Python's own lists and dictionaries raise."""
    for version in (-1, 10**30, 0, "3.6", ""):
        with pytest.raises(ValueError, match="release of LLVM"):
            small.translate(version)
    for version in (1.5, None, (22,), (22, 0, 1), []):
        with pytest.raises(TypeError, match="a release of LLVM as a number"):
            small.translate(version)
    for things in (small.functions, small.types, bctk.open(BC)):
        for index in (10**30, -(10**30), 99):
            with pytest.raises(IndexError):
                things[index]
        for key in (1.5, None, ["main"]):
            with pytest.raises(TypeError, match="an index or a name, found"):
                things[key]
        for name in ("no such", b"\xff"):
            with pytest.raises(KeyError):
                things[name]
    for number in (-1, 2**64, 1.5, "1", None):
        with pytest.raises(ValueError, match="limit depth"):
            bctk.read(BC, limits={"depth": number})
    with pytest.raises(UnicodeEncodeError):
        bctk.read("\ud800")


def test_parts_of_the_package_need_no_import_of_their_own():
    script = "import bctk; print(bctk.tables.NAMES[0], bctk.dataset.ENGINES[0], hasattr(bctk, 'nothing'))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert done.stdout == "modules local False\n", done.stderr


def test_archives_without_bitcode():
    header = b"readme/".ljust(16) + b"0".ljust(12) + b"0".ljust(6) + b"0".ljust(6) + b"100644".ljust(8) + b"4".ljust(10) + b"`\n"
    for archive in (b"!<arch>\n", b"!<thin>\n", b"!<arch>\n" + header + b"text"):
        file = bctk.open(archive, name="x.a")
        assert len(file) == 0 and file.container and not file.is_assembly
        with pytest.raises(bctk.Error, match="contains no bitcode"):
            bctk.read(archive, name="x.a")
