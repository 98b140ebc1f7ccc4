"""Random programs of six languages, the same for the same seed.

A program is a row of pieces. Half of the pieces are random functions (arithmetic, loops, branches,
calls between them) that are made once as a tree and printed in each language; the other half are
the features that a language's front end is known by (`features_*.py`): structs, classes, closures,
generics, exceptions, unions, slices and so on, with random names, sizes and expressions.
"""

from __future__ import annotations

import random

LANGUAGES = ("c", "c++", "rust", "zig", "d", "fortran")

WORDS = (
    "node table cache index frame value total score limit width depth entry queue stack token state "
    "event range offset buffer packet header record group level point angle speed color shade image "
    "pixel block chunk page list tree graph edge path route cost weight delta sigma ratio scale blend "
    "count size rank order match parse build merge split apply reduce visit walk scan probe fetch store"
).split()


class Random(random.Random):
    """A random generator that also makes names that are not used yet."""

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.taken = 0

    def name(self, prefix: str = "") -> str:
        self.taken += 1
        return f"{prefix}{self.choice(WORDS)}_{self.choice(WORDS)}{self.taken}"

    def small(self) -> int:
        return self.choice((1, 2, 3, 4, 5, 7, 8, 10, 13, 16, 24, 31, 40, 64, 99, 100, 127))


class Style:
    """How one language writes the parts of a random function."""

    ints = ("int", "long")
    floats = ("double",)
    end = ";"

    def binary(self, op: str, a: str, b: str, kind: str) -> str:
        if op == "/" and kind not in self.floats:
            return f"({a} / ({b} | 1))"
        if op in ("<<", ">>"):
            return f"({a} {op} ({b} & 7))"
        return f"({a} {op} {b})"

    def constant(self, value: int, kind: str) -> str:
        return f"{value}.5" if kind in self.floats else str(value)

    def declare(self, name: str, kind: str, value: str) -> str:
        return f"{kind} {name} = {value};"

    def assign(self, name: str, value: str) -> str:
        return f"{name} = {value}{self.end}"

    def element(self, index: str) -> str:
        return f"p[(unsigned long){index} % 16u]"

    def compare(self, a: str, op: str, b: str) -> str:
        return f"{a} {op} {b}"

    def if_open(self, condition: str) -> str:
        return f"if ({condition}) {{"

    def if_else(self) -> str:
        return "} else {"

    def if_close(self) -> str:
        return "}"

    def loop_open(self, var: str, count: str) -> str:
        return f"for (int {var} = 0; {var} < {count}; {var}++) {{"

    def loop_close(self) -> str:
        return "}"

    def loop_index(self, var: str, kind: str) -> str:
        return f"({kind}){var}"

    def index(self, name: str, kind: str) -> str:
        """A variable as a number of an element."""
        return f"(long){name}" if kind in self.floats else name

    def call(self, name: str, arguments: list[str]) -> str:
        return f"{name}({', '.join(arguments)}, p)"

    def function(self, name: str, kind: str, names: list[str], body: list[str], result: str) -> str:
        parameters = ", ".join(f"{kind} {n}" for n in names)
        return "\n".join([f"{kind} {name}({parameters}, {kind} *p) {{", *body, f"return {result};", "}"])


class CStyle(Style):
    ints = ("int", "long", "unsigned", "short", "unsigned char", "long long")
    floats = ("double", "float")


class DStyle(Style):
    ints = ("int", "long", "uint", "ulong")
    floats = ("double", "float")

    def element(self, index: str) -> str:
        return f"p[cast(size_t)({index}) % 16]"

    def index(self, name: str, kind: str) -> str:
        return f"cast(long){name}" if kind in self.floats else name

    def loop_index(self, var: str, kind: str) -> str:
        return f"cast({kind}){var}"


class RustStyle(Style):
    ints = ("i32", "i64", "u32", "u64", "i128", "u8")
    floats = ("f64", "f32")
    METHODS = {"+": "wrapping_add", "-": "wrapping_sub", "*": "wrapping_mul", "<<": "wrapping_shl", ">>": "wrapping_shr"}

    def binary(self, op: str, a: str, b: str, kind: str) -> str:
        if kind in self.floats:
            return f"({a} {op} {b})"
        if op in ("<<", ">>"):
            return f"({a}).{self.METHODS[op]}({b} as u32)"
        if op == "/":
            return f"({a}).wrapping_div({b} | 1)"
        if op in self.METHODS:
            return f"({a}).{self.METHODS[op]}({b})"
        return f"({a} {op} {b})"

    def constant(self, value: int, kind: str) -> str:
        return f"{value}.5{kind}" if kind in self.floats else f"{value}{kind}"

    def declare(self, name: str, kind: str, value: str) -> str:
        return f"let mut {name}: {kind} = {value};"

    def element(self, index: str) -> str:
        return f"p[({index}) as usize % 16]"

    def if_open(self, condition: str) -> str:
        return f"if {condition} {{"

    def loop_open(self, var: str, count: str) -> str:
        return f"for {var} in 0..{count} {{"

    def loop_index(self, var: str, kind: str) -> str:
        return f"({var} as {kind})"

    def index(self, name: str, kind: str) -> str:
        return name

    def function(self, name: str, kind: str, names: list[str], body: list[str], result: str) -> str:
        parameters = ", ".join(f"mut {n}: {kind}" for n in names)
        return "\n".join([f"pub fn {name}({parameters}, p: &mut [{kind}]) -> {kind} {{", *body, result, "}"])


class ZigStyle(Style):
    ints = ("i32", "i64", "u32", "u64", "u128", "i16")
    floats = ("f64", "f32")

    def binary(self, op: str, a: str, b: str, kind: str) -> str:
        if op == "/" and kind not in self.floats:
            return f"@divTrunc({a}, ({b} | 1))"
        if op in ("<<", ">>"):
            return f"({a} {op} 3)" if op == ">>" else f"({a} *% 8)"
        if op in "+-*" and kind not in self.floats:
            return f"({a} {op}% {b})"
        return f"({a} {op} {b})"

    def constant(self, value: int, kind: str) -> str:
        return f"@as({kind}, {value}.5)" if kind in self.floats else f"@as({kind}, {value})"

    def declare(self, name: str, kind: str, value: str) -> str:
        # Zig wants a variable to be changed somewhere.
        return f"var {name}: {kind} = {value}; {name} = -{name} + {value};" if kind in self.floats else (
            f"var {name}: {kind} = {value}; {name} +%= 1;"
        )

    def element(self, index: str) -> str:
        return f"p[{index}]"

    def loop_open(self, var: str, count: str) -> str:
        return f"for (0..{count}) |{var}| {{ p[{var} % 16] = p[0];"

    def loop_index(self, var: str, kind: str) -> str:
        return f"@as({kind}, @floatFromInt({var}))" if kind in self.floats else f"@as({kind}, @intCast({var}))"

    def index(self, name: str, kind: str) -> str:
        if kind in self.floats:
            return "7"
        return f"@as(usize, @intCast({name} & 15))"

    def function(self, name: str, kind: str, names: list[str], body: list[str], result: str) -> str:
        parameters = ", ".join(f"a_{n}: {kind}" for n in names)
        copies = [f"var {n} = a_{n}; {n} = {n} + 1;" if kind in self.floats else f"var {n} = a_{n}; {n} +%= 1;" for n in names]
        return "\n".join([f"pub fn {name}({parameters}, p: [*]{kind}) {kind} {{ p[1] = p[0];", *copies, *body, f"return {result};", "}"])


class FortranStyle(Style):
    ints = ("integer(4)", "integer(8)")
    floats = ("real(8)", "real(4)")
    end = ""
    NAMES = {"&": "iand", "|": "ior", "^": "ieor"}

    def binary(self, op: str, a: str, b: str, kind: str) -> str:
        if kind in self.floats:
            return f"({a} {op} {b})"
        if op in self.NAMES:
            return f"{self.NAMES[op]}({a}, {b})"
        if op in ("<<", ">>"):
            return f"ishft({a}, {'3' if op == '<<' else '-3'})"
        if op == "/":
            return f"({a} / ior({b}, {self.constant(1, kind)}))"
        return f"({a} {op} {b})"

    def constant(self, value: int, kind: str) -> str:
        suffix = "_" + kind[-2]
        return f"{value}.5{suffix}" if kind in self.floats else f"{value}{suffix}"

    def declare(self, name: str, kind: str, value: str) -> str:
        return f"{name} = {value}"

    def element(self, index: str) -> str:
        return f"p(1 + iand(int({index}, 4), 15))"

    def index(self, name: str, kind: str) -> str:
        return name

    def compare(self, a: str, op: str, b: str) -> str:
        return f"{a} {'/=' if op == '!=' else op} {b}"

    def if_open(self, condition: str) -> str:
        return f"if ({condition}) then"

    def if_else(self) -> str:
        return "else"

    def if_close(self) -> str:
        return "end if"

    def loop_open(self, var: str, count: str) -> str:
        return f"do {var} = 1, {count}"

    def loop_close(self) -> str:
        return "end do"

    def loop_index(self, var: str, kind: str) -> str:
        return f"{'real' if kind in self.floats else 'int'}({var}, {kind[-2]})"

    def call(self, name: str, arguments: list[str]) -> str:
        return f"{name}({', '.join('(' + a + ')' for a in arguments)}, p)"

    def function(self, name: str, kind: str, names: list[str], body: list[str], result: str) -> str:
        # Locals are declared before the statements; the makers name them x<n> and loops ix<n>.
        text = "\n".join(body)
        locals_ = sorted({w for w in text.replace("(", " ").replace(")", " ").replace(",", " ").split() if w[0] == "x" and w[1:].isdigit()} - set(names))
        loops = sorted({w for w in text.replace("(", " ").replace(")", " ").replace(",", " ").split() if w[:2] == "ix" and w[2:].isdigit()})
        lines = [f"recursive function {name}({', '.join(names)}, p) result(res)"]
        lines += [f"{kind} :: {n}" for n in names] + [f"{kind} :: p(16), res"]
        lines += [f"{kind} :: {n}" for n in locals_] + [f"integer(4) :: {n}" for n in loops]
        return "\n".join([*lines, *body, f"res = {result}", f"end function {name}"])


STYLES = {"c": CStyle(), "c++": CStyle(), "rust": RustStyle(), "zig": ZigStyle(), "d": DStyle(), "fortran": FortranStyle()}


class Maker:
    """Makes random functions in one language's style."""

    def __init__(self, rng: Random, language: str) -> None:
        self.rng = rng
        self.style = STYLES[language]
        self.functions: dict[str, list[tuple[str, int]]] = {}
        self.counter = 0

    def expression(self, names: list[str], kind: str, depth: int = 2) -> str:
        rng, style = self.rng, self.style
        if depth == 0 or rng.random() < 0.15:
            roll = rng.random()
            if roll < 0.2:
                return style.constant(rng.small(), kind)
            if roll < 0.4:
                return style.element(style.index(rng.choice(names), kind))
            return rng.choice(names)
        callees = self.functions.get(kind)
        if callees and rng.random() < 0.15:
            name, count = rng.choice(callees)
            return style.call(name, [rng.choice(names) for _ in range(count)])
        ops = "+-*" if kind in style.floats else "+-*/&|^"
        op = rng.choice([*ops, "<<", ">>"] if ops[-1] == "^" else [*ops, "/"])
        return style.binary(op, self.expression(names, kind, depth - 1), self.expression(names, kind, depth - 1), kind)

    def statements(self, names: list[str], kind: str, depth: int, count: int) -> list[str]:
        rng, style, out = self.rng, self.style, []
        for _ in range(count):
            roll = rng.random()
            if depth and roll < 0.2:
                condition = style.compare(rng.choice(names), rng.choice(("<", ">", "==", "!=", "<=")), self.expression(names, kind, 1))
                out.append(style.if_open(condition))
                out += self.statements(names, kind, depth - 1, rng.randint(1, 3))
                if rng.random() < 0.5:
                    out.append(style.if_else())
                    out += self.statements(names, kind, depth - 1, rng.randint(1, 3))
                out.append(style.if_close())
            elif depth and roll < 0.4:
                self.counter += 1
                var = f"ix{self.counter}"
                out.append(style.loop_open(var, str(rng.small())))
                out.append(style.assign(rng.choice(names), style.binary("+", rng.choice(names), style.loop_index(var, kind), kind)))
                out += self.statements(names, kind, depth - 1, rng.randint(1, 3))
                out.append(style.loop_close())
            elif roll < 0.55:
                out.append(style.assign(style.element(style.index(rng.choice(names), kind)), self.expression(names, kind)))
            else:
                out.append(style.assign(rng.choice(names), self.expression(names, kind)))
        return out

    def function(self) -> str:
        rng, style = self.rng, self.style
        kind = rng.choice((*style.ints, *style.floats))
        names = [f"x{i}" for i in range(rng.randint(1, 4))]
        name, count, body = rng.name("f_"), len(names), []
        for i in range(rng.randint(0, 3)):
            fresh = f"x{count + i}"
            body.append(style.declare(fresh, kind, self.expression(names, kind, 1)))
            names.append(fresh)
        body += self.statements(names, kind, rng.choice((0, 1, 1, 2, 2, 3)), rng.randint(1, 8))
        text = style.function(name, kind, names[:count], body, self.expression(names, kind))
        self.functions.setdefault(kind, []).append((name, count))
        return text


def program(language: str, seed: str) -> str:
    """One program. Sizes are spread as those of real modules: most small, a few large."""
    from features import FEATURES, HEAD, TAIL

    rng = Random(f"{language}/{seed}")
    maker = Maker(rng, language)
    size = max(1, min(150, int(rng.lognormvariate(1.9, 0.95))))
    pieces: list[str] = []
    for _ in range(size):
        if rng.random() < 0.5:
            pieces.append(maker.function())
        else:
            pieces.append(rng.choice(FEATURES[language])(rng, maker))
    return HEAD[language](rng, maker, pieces) + "\n".join(pieces) + TAIL[language](rng, maker, pieces)
