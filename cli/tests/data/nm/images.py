"""Makes a library for Darwin with everything that its dynamic linker is told, and a linked WebAssembly module: no linker for them is at hand."""
import struct


def leb(number):
    out = b""
    while True:
        byte = number & 0x7F
        number >>= 7
        out += bytes([byte | (0x80 if number else 0)])
        if not number:
            return out


def node(export, children):
    return (leb(len(export)) + export, children)


def dylib():
    # Flags and address of each: plain, weak, absolute, again from a library under another name.
    exports = [
        (b"_plain", leb(0) + leb(0x800)),
        (b"_weak", leb(4) + leb(0x810)),
        (b"_absolute", leb(2) + leb(0x1234)),
        (b"_again", leb(8) + leb(1) + b"_other\0"),
        (b"_same", leb(8) + leb(1) + b"\0"),
        (b"_data", leb(0) + leb(0x1008)),
    ]
    edges = b"".join(name + b"\0" + struct.pack("BB", 0x80, 0) for name, _ in exports)
    start = 2 + len(edges)
    nodes, root = b"", b"\0" + bytes([len(exports)])
    for name, info in exports:
        at = start + len(nodes)
        root += name + b"\0" + struct.pack("BB", (at & 0x7F) | 0x80, at >> 7)
        nodes += leb(len(info)) + info + b"\0"
    trie = root + nodes
    trie += b"\0" * (-len(trie) % 8)

    def bind(name, ordinal, segment, offset, flags=0):
        first = bytes([0x10 | ordinal]) if ordinal is not None else b""
        return first + bytes([0x40 | flags]) + name + b"\0" + bytes([0x51, 0x70 | segment]) + leb(offset) + b"\x90"

    binds = bind(b"_bound", 1, 1, 0x10) + bind(b"_bound2", 1, 1, 0x18) + b"\0"
    weak = bind(b"_bound", None, 1, 0x10) + bind(b"_weakly", None, 1, 0x18) + b"\0"
    lazy = bind(b"_lazily", 1, 1, 0x20) + b"\0"
    starts = leb(0x800) + leb(0x10) + leb(0x20) + b"\0"
    strings = b" \0_plain\0_bound\0_local\0"
    names = {name: strings.index(b"\0" + name + b"\0") + 1 for name in (b"_plain", b"_bound", b"_local")}
    base = 0
    symbols = struct.pack("<IBBHQ", names[b"_local"], 0xE, 1, 0, base + 0x820)
    symbols += struct.pack("<IBBHQ", names[b"_plain"], 0xF, 1, 0, base + 0x800)
    symbols += struct.pack("<IBBHQ", names[b"_bound"], 0x1, 0, 0x100, 0)
    tables, at = {}, 0x2000
    for name, data in (("bind", binds), ("weak", weak), ("lazy", lazy), ("trie", trie), ("starts", starts), ("symbols", symbols), ("strings", strings)):
        tables[name] = (at, len(data), data)
        at += len(data) + (-len(data) % 8)
    end = at

    def section(name, segment, address, size):
        return struct.pack("<16s16sQQIIIIIIII", name, segment, address, size, address, 0, 0, 0, 0x80000400 if name == b"__text" else 0, 0, 0, 0)

    def segment(name, address, size, sections):
        head = struct.pack("<II16sQQQQIIII", 0x19, 72 + 80 * len(sections), name, address, size, address, size, 7, 5, len(sections), 0)
        return head + b"".join(sections)

    def library(command, name):
        text = name + b"\0" * (-len(name) % 8 or 8)
        return struct.pack("<IIIIII", command, 24 + len(text), 24, 2, 0x10000, 0x10000) + text

    commands = [
        segment(b"__TEXT", 0, 0x1000, [section(b"__text", b"__TEXT", 0x800, 0x40)]),
        segment(b"__DATA", 0x1000, 0x1000, [section(b"__data", b"__DATA", 0x1000, 0x40)]),
        segment(b"__LINKEDIT", 0x2000, end - 0x2000, []),
        library(0xD, b"/usr/lib/libtold.dylib"),
        library(0xC, b"/usr/lib/libSystem.B.dylib"),
        struct.pack("<IIIIIIIIIIII", 0x80000022, 48, 0, 0, *tables["bind"][:2], *tables["weak"][:2], *tables["lazy"][:2], *tables["trie"][:2]),
        struct.pack("<IIIIII", 2, 24, tables["symbols"][0], 3, *tables["strings"][:2]),
        struct.pack("<IIII", 0x26, 16, *tables["starts"][:2]),
    ]
    body = b"".join(commands)
    header = struct.pack("<IIIIIIII", 0xFEEDFACF, 0x01000007, 3, 6, len(commands), len(body), 0x04000085, 0)
    image = bytearray(header + body)
    image += b"\0" * (end - len(image))
    for at, size, data in tables.values():
        image[at:at + size] = data
    return bytes(image)


def wasm():
    def text(name):
        return leb(len(name)) + name

    def section(kind, content):
        return bytes([kind]) + leb(len(content)) + content

    def custom(name, content):
        return section(0, text(name) + content)

    body = b"\0\x0b"
    code = leb(2) + 2 * (leb(len(body)) + body)
    names = leb(3) + leb(0) + text(b"imported") + leb(1) + text(b"one") + leb(2) + text(b"two")
    data_names = leb(1) + leb(0) + text(b".rodata")
    global_names = leb(1) + leb(0) + text(b"__stack_pointer")
    return b"".join([
        b"\0asm\1\0\0\0",
        section(1, leb(1) + b"\x60\0\0"),
        section(2, leb(1) + text(b"env") + text(b"imported") + b"\0\0"),
        section(3, leb(2) + b"\0\0"),
        section(5, leb(1) + b"\0\1"),
        section(6, leb(1) + b"\x7f\1\x41\x80\x08\x0b"),
        section(7, leb(3) + text(b"memory") + b"\2\0" + text(b"one") + b"\0\1" + text(b"stack") + b"\3\0"),
        section(10, code),
        section(11, leb(1) + b"\0\x41\x80\x08\x0b" + leb(4) + b"data"),
        custom(b"name", b"\1" + leb(len(names)) + names + b"\7" + leb(len(global_names)) + global_names + b"\x09" + leb(len(data_names)) + data_names),
    ])


for name, content in (("dylib.macho", dylib()), ("linked.wasm", wasm())):
    with open(name, "wb") as out:
        out.write(content)
