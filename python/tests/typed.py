"""What users write, for mypy: `test_stubs.py` checks it."""

from typing import List, Optional

import bctk
from bctk import tables


def first_call(path: str) -> Optional[bctk.Instruction]:
    """Everything has a type, with optional things as such."""
    module = bctk.read(path, limits={"depth": 10})
    for function in module.functions:
        name: Optional[str] = function.name
        where = function.subprogram
        if where is not None and where.name:
            print(name, where.name, where.line)
        for block in function.blocks:
            for instruction in block.instructions:
                place = instruction.debug_location
                if place is not None:
                    print(place.line, place.inlined_at)
                callee = instruction.callee
                if isinstance(callee, bctk.Function):
                    print(callee.name, [attribute.name for attribute in callee.attributes])
                    return instruction
    return None


def others(module: bctk.Module, path: str) -> int:
    one: bctk.Function = module.functions["main"]
    some: List[bctk.Function] = module.functions[1:]
    older, changes = module.translate((9, 0))
    table: bctk.tables.Table = tables.functions([path, b"x", ("n", b"x"), module], text=True, threads=2)
    mapper: bctk.dataset.Mapper = bctk.dataset.mapper("functions", keep=["id"])
    with bctk.open(path) as file:
        closed: bool = file.closed
    parsed: bctk.Module = bctk.parse("", name=bctk.demangle("x"))
    users: List[Optional[str]] = [user.name for user in one.arguments[0].users]
    table.write_parquet(path, compression="snappy")
    frames = (table.to_arrow(), table.to_polars(), table.to_pandas(types_mapper=None))
    print(str(parsed), closed, users, frames, table.num_errors)
    print(one, some, older.to_text(), [change.count for change in changes], mapper)
    return bctk.tables.modules(path).num_rows + table.num_rows
