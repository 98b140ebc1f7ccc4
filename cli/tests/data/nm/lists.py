"""What llvm-nm 22 says of the inputs, whole and damaged: a line with the arguments, the damage, the status, then its output (>) and messages (!)."""
import os
import subprocess
import tempfile

OPTIONS = ["", "-a", "-P", "-fsysv", "-j", "-m", "-n", "-p", "-S", "-u", "-U", "-g", "-D", "-A", "-x", "-M", "--size-sort", "--export-symbols"]
MORE = {
    "a.elf.o": ["-l", "-C"], "a.riscv.o": ["-l", "--special-syms"], "a.i686.o": ["-l", "-X64", "-X32"], "a.x86_64.macho.o": ["-l", "-s __TEXT __text"],
    "fat.macho": ["--arch=all", "--arch=arm64", "--arch=arm64,x86_64", "--arch=i386", "--arch=bogus"],
    "fat.lib": ["--arch=all", "--arch=arm64"], "dylib.macho": ["--add-dyldinfo", "--dyldinfo-only", "--dyldinfo-only -m", "--no-dyldinfo"],
    "stub-v3.tbd": ["--add-inlinedinfo", "--arch=x86_64"], "stub-v4.tbd": ["--add-inlinedinfo"],
}
ONCE = ["a.wasm64.o", "a.arm64.macho.o", "darwin-arm64.a"]
OF_ARCHIVES = ["", "-M", "-A", "-P"]
# Slices of universal binaries depend on the machine that asks.
HOST = ["fat.macho", "fat.lib"]


def say(options, name, damage, data, folder):
    path = os.path.join(folder, name)
    with open(path, "wb") as out:
        out.write(data)
    done = subprocess.run(["llvm-nm"] + options.split() + [name], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    with open(path, "wb") as out:
        out.write(whole(name))
    if done.returncode not in (0, 1):
        return
    try:
        done.stdout.decode(), done.stderr.decode()
    except UnicodeDecodeError:
        return
    print(f"## {options}|{name}|{damage}|{done.returncode}")
    for mark, text in ((">", done.stdout), ("!", done.stderr)):
        if text:
            lines = text.decode().split("\n")
            ended = lines[-1] == ""
            print("\n".join(mark + line for line in (lines[:-1] if ended else lines)))


def whole(name):
    with open(name, "rb") as file:
        return file.read()


names = sorted(name for name in os.listdir(".") if name.endswith((".o", ".obj", ".a", ".lib", ".macho", ".wasm", ".so", ".tbd")))
with tempfile.TemporaryDirectory() as folder:
    for name in names:
        with open(os.path.join(folder, name), "wb") as out:
            out.write(whole(name))
    for name in names:
        data = whole(name)
        usual = OF_ARCHIVES if name.endswith((".a", ".lib")) else OPTIONS
        for options in ([""] if name in ONCE else [] if name in HOST else usual) + MORE.get(name, []):
            # Stubs have no order of their own.
            if not (name.endswith(".tbd") and options == "-p"):
                say(options, name, "", data, folder)
        options = "--arch=all" if name in HOST else "-M" if name.endswith((".a", ".lib")) else ""
        if name.endswith(".tbd"):
            continue
        # Of archives that are cut short, LLVM reads what happens to lie in memory after them.
        for part in () if name.endswith((".a", ".lib")) else (3, 30, 60, 90):
            size = len(data) * part // 100
            say(options, name, f"cut {size}", data[:size], folder)
        # One byte after the other, at places that no machine chose.
        for number in range(14):
            at = (number * number * 37 + number * 11 + 4) % min(len(data), 700)
            value = (0, 255, 127, 1, 128)[number % 5]
            say(options, name, f"set {at} {value}", data[:at] + bytes([value]) + data[at + 1:], folder)
