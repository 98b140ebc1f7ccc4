"""The call graph of a wheel's bitcode: python wheel_call_graph.py PACKAGE.whl [-o GRAPH.dot]

Members of the wheel may be bitcode, archives of it, or objects and libraries that were compiled with
-fembed-bitcode or -ffat-lto-objects. A function that one module calls and another defines is one node.
"""

from __future__ import annotations

import argparse
import collections
import zipfile

import pyarrow as pa
import pyarrow.compute as pc

import bctk.dataset

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("wheel")
parser.add_argument("-o", "--output", help="write the graph for Graphviz")
options = parser.parse_args()

with zipfile.ZipFile(options.wheel) as wheel:
    members = [m.filename for m in wheel.infolist() if m.filename.endswith((".bc", ".o", ".a", ".so", ".pyd", ".dylib", ".ll"))]
    sources = pa.table({"content": [wheel.read(m) for m in members], "name": members})

# Members without bitcode are error rows: they are left out here.
calls = bctk.dataset.mapper("calls", name_column="name")(sources)
functions = bctk.dataset.mapper("functions", name_column="name")(sources)
for row in functions.filter(pc.is_valid(functions["error"])).select(["source", "error"]).to_pylist():
    print(f"left out: {row['source']}: {row['error']}")

def shown(name: str | None) -> str:
    """The name of a function; modules may have functions without one."""
    return "(no name)" if name is None else name


defined = {shown(name) for name in functions.filter(pc.equal(functions["is_declaration"], False))["name"].to_pylist()}
edges = collections.Counter()
indirect = collections.Counter()
for row in calls.select(["caller", "callee", "kind", "is_intrinsic"]).to_pylist():
    if row["kind"] == "direct" and not row["is_intrinsic"]:
        edges[shown(row["caller"]), shown(row["callee"])] += 1
    elif row["kind"] == "indirect":
        indirect[shown(row["caller"])] += 1

called = {callee for _, callee in edges}
print(f"{len(members)} files, {len(defined)} functions defined, {len(edges)} edges, {sum(indirect.values())} indirect calls")
print(f"called but not defined: {', '.join(sorted(called - defined)) or 'none'}")
print(f"defined but not called: {', '.join(sorted(defined - called)) or 'none'}")
if options.output:
    with open(options.output, "w", encoding="utf-8") as out:
        out.write("digraph calls {\n")
        for (caller, callee), count in sorted(edges.items()):
            shape = "" if callee in defined else " [style=dashed]"
            out.write(f'  "{caller}" -> "{callee}"{shape};  // {count}\n')
        out.write("}\n")
