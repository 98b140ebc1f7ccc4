"""Features as IR2Vec and ProGraML take them: python ir_features.py SHARD.parquet -o FOLDER

Writes two files. `triplets.txt` has a line for each (head, relation, tail) of the seed embedding of
IR2Vec: an instruction's opcode with its type, with the kinds of its operands, and with the opcode that
follows it. `graphs.jsonl` has a graph for each function, as ProGraML has it: nodes for instructions,
variables and constants, and edges for control, data and calls, with positions.
"""

import argparse
import json
import os
import tempfile
from pathlib import Path

import pyarrow.parquet as pq

import bctk.dataset

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("shards", nargs="+")
parser.add_argument("-o", "--output", required=True)
options = parser.parse_args()


def type_class(text):
    """A type in the few classes that IR2Vec tells apart."""
    if text is None or text == "void":
        return "voidTy"
    if text.startswith("i") and text[1:].isdigit():
        return "integerTy"
    if text in ("half", "bfloat", "float", "double", "x86_fp80", "fp128", "ppc_fp128"):
        return "floatTy"
    if text.startswith("ptr") or text.endswith("*"):
        return "pointerTy"
    if text.startswith("<") and not text.startswith("<{"):
        return "vectorTy"
    if text.startswith("["):
        return "arrayTy"
    if text.startswith(("{", "<{", "%")):
        return "structTy"
    return "unknownTy"


def operand_class(operand):
    """What an operand is, for IR2Vec."""
    kind = operand["kind"]
    if kind == "block":
        return "label"
    if kind in ("instruction", "argument"):
        return "pointer" if type_class(operand["type"]) == "pointerTy" else "variable"
    return "function" if kind == "function" else "constant"


def triplets(instructions):
    """The triplets of one function."""
    for number, row in enumerate(instructions):
        yield row["opcode"], "Type", type_class(row["type"])
        for place, operand in enumerate(row["operands"] or []):
            yield row["opcode"], f"Arg{place}", operand_class(operand)
        if number + 1 < len(instructions):
            yield row["opcode"], "Next", instructions[number + 1]["opcode"]


def graph(name, instructions, blocks):
    """The graph of one function."""
    nodes = [{"type": "instruction", "text": row["opcode"]} for row in instructions]
    edges, values = [], {}

    def value(key, kind, text):
        if key not in values:
            values[key] = len(nodes)
            nodes.append({"type": kind, "text": text})
        return values[key]

    for number, row in enumerate(instructions):
        # A result is a variable of its own, between who makes it and who uses it.
        if row["type"] not in (None, "void"):
            edges.append(("data", number, value(("instruction", number), "variable", row["type"]), 0))
        for place, operand in enumerate(row["operands"] or []):
            kind = operand["kind"]
            if kind == "block" or kind == "metadata":
                continue
            if kind == "function" and operand["value"] == row["callee"]:
                edges.append(("call", number, operand["value"] or "", 0))
            elif kind in ("instruction", "argument"):
                edges.append(("data", value((kind, operand["index"]), "variable", operand["type"]), number, place))
            else:
                key = (kind, operand["type"], operand["value"])
                edges.append(("data", value(key, "constant", operand["type"]), number, place))
    for block in blocks:
        first, count = block["first_instruction"], block["instructions"]
        for number in range(first, first + count - 1):
            edges.append(("control", number, number + 1, 0))
        for place, successor in enumerate(block["successors"]):
            target = blocks[successor]["first_instruction"]
            edges.append(("control", first + count - 1, target, place))
    return {"function": name, "nodes": nodes, "edges": edges}


def by_function(path, number, columns):
    """The rows of each function, in the order of the data set; `number` begins at 0 in each."""
    names = ["row", "module", "function", number, *columns]
    rows = []
    for batch in pq.ParquetFile(path).iter_batches(batch_size=4096, columns=names):
        for row in batch.to_pylist():
            if row["module"] is None:
                continue
            if row[number] == 0 and rows:
                yield rows
                rows = []
            rows.append(row)
    if rows:
        yield rows


os.makedirs(options.output, exist_ok=True)
functions = relations = 0
with tempfile.TemporaryDirectory() as temp:
    paths = {}
    for table in ("instructions", "blocks"):
        paths[table] = Path(temp) / f"{table}.parquet"
        bctk.dataset.run(options.shards, paths[table], table)
    with open(Path(options.output) / "triplets.txt", "w", encoding="utf-8") as one, open(
        Path(options.output) / "graphs.jsonl", "w", encoding="utf-8"
    ) as two:
        # Both tables have the same functions in the same order.
        code = by_function(paths["instructions"], "instruction", ["opcode", "type", "operands", "callee"])
        flow = by_function(paths["blocks"], "block", ["first_instruction", "instructions", "successors"])
        for instructions, blocks in zip(code, flow):
            module, name = instructions[0]["row"], instructions[0]["function"]
            assert (module, name) == (blocks[0]["row"], blocks[0]["function"])
            for head, relation, tail in triplets(instructions):
                one.write(f"{head}\t{relation}\t{tail}\n")
                relations += 1
            two.write(json.dumps({"module": module, **graph(name, instructions, blocks)}) + "\n")
            functions += 1
print(f"{functions} functions, {relations} triplets")
