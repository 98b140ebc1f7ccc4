#!/usr/bin/env python3
"""Has the code generator of an older LLVM make an object file of a module: text or bitcode, for x86-64 Linux.

usage: code.py LIBRARY IN OUT LEVEL

LIBRARY is the libllvmlite.so of an llvmlite wheel, whose C functions are called here. LEVEL is -O0, which runs no passes but those of code
generation, or -O1 to -O3, which run LLVM's standard passes first. The exit status is not 0 if LLVM refuses the module; it may abort.
"""
import ctypes
import re
import subprocess
import sys
from ctypes import POINTER, byref, c_char_p, c_int, c_size_t, c_uint, c_void_p, string_at

TRIPLE = b"x86_64-unknown-linux-gnu"


def function(library, name, result, *arguments):
    """The function LLVMPY_NAME, or one that does nothing where this library has none."""
    try:
        found = getattr(library, "LLVMPY_" + name)
    except AttributeError:
        return lambda *_: None
    found.restype, found.argtypes = result, list(arguments)
    return found


def fail(step, message):
    print("error: %s: %s" % (step, message.decode(errors="replace") if message else "no message"), file=sys.stderr)
    sys.exit(1)


def parse(library, data):
    context = function(library, "GetGlobalContext", c_void_p)()
    message = c_void_p()
    if data[:4] in (b"BC\xc0\xde", b"\xde\xc0\x17\x0b"):
        buffer = ctypes.create_string_buffer(data, len(data))
        read = function(library, "ParseBitcode", c_void_p, c_void_p, c_void_p, c_size_t, POINTER(c_void_p))
        module = read(context, ctypes.addressof(buffer), len(data), byref(message))
    else:
        read = function(library, "ParseAssembly", c_void_p, c_void_p, c_char_p, POINTER(c_void_p))
        module = read(context, data, byref(message))
    if not module:
        fail("parse", string_at(message.value) if message.value else b"")
    if function(library, "VerifyModule", c_int, c_void_p, POINTER(c_void_p))(module, byref(message)):
        fail("verify", string_at(message.value) if message.value else b"")
    return module


def optimize(library, module, level):
    builder = function(library, "PassManagerBuilderCreate", c_void_p)()
    function(library, "PassManagerBuilderSetOptLevel", None, c_void_p, c_uint)(builder, level)
    function(library, "PassManagerBuilderUseInlinerWithThreshold", None, c_void_p, c_uint)(builder, 225)
    passes = function(library, "CreatePassManager", c_void_p)()
    function(library, "PassManagerBuilderPopulateModulePassManager", None, c_void_p, c_void_p)(builder, passes)
    function(library, "RunPassManager", c_int, c_void_p, c_void_p)(passes, module)


def modernize(output, code):
    """Renames the sections of constructors: the library leaves LLVM's old default, which today's systems do not run."""
    names = set(re.findall(rb"\0(?:\.rela)?(\.[cd]tors(?:\.\d{5})?)(?=\0)", code))
    options = []
    for name in sorted(names):
        kind, _, order = name.decode().lstrip(".").partition(".")
        new = {"ctors": ".init_array", "dtors": ".fini_array"}[kind]
        # The order of the old ones is the other way round.
        new += ".%05d" % (65535 - int(order)) if order else ""
        options += ["--rename-section", "%s=%s" % (name.decode(), new)]
    if options:
        subprocess.run(["objcopy", *options, output], check=True)


def main(path, source, output, level):
    library = ctypes.CDLL(path)
    parts = ("Core", "TransformUtils", "ScalarOpts", "Vectorization", "InstCombine", "IPO", "Analysis", "CodeGen", "Target")
    targets = ("AllTargetInfos", "AllTargets", "AllTargetMCs", "AllAsmPrinters", "AllAsmParsers", "NativeTarget", "NativeAsmPrinter")
    for name in parts + targets + ("NativeAsmParser",):
        function(library, "Initialize" + name, None)()
    with open(source, "rb") as file:
        module = parse(library, file.read())
    level = int(level.removeprefix("-O"))
    if level:
        optimize(library, module, level)
    message = c_char_p()
    target = function(library, "GetTargetFromTriple", c_void_p, c_char_p, POINTER(c_char_p))(TRIPLE, byref(message))
    if not target:
        fail("target", message.value)
    # Later releases take the name of an ABI, which the earlier ones do not look for.
    kinds = (c_void_p, c_char_p, c_char_p, c_char_p, c_int, c_char_p, c_char_p, c_int, c_int, c_char_p)
    machine = function(library, "CreateTargetMachine", c_void_p, *kinds)(
        target, TRIPLE, b"x86-64", b"", level, b"pic", b"default", 0, 0, b"")
    emit = function(library, "TargetMachineEmitToMemory", c_void_p, c_void_p, c_void_p, c_int, POINTER(c_char_p))
    buffer = emit(machine, module, 1, byref(message))
    if not buffer:
        fail("emit", message.value)
    start = function(library, "GetBufferStart", c_void_p, c_void_p)(buffer)
    size = function(library, "GetBufferSize", c_size_t, c_void_p)(buffer)
    code = string_at(start, size)
    with open(output, "wb") as file:
        file.write(code)
    modernize(output, code)


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__.strip())
    main(*sys.argv[1:])
