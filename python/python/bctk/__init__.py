"""LLVM bitcode and assembly of every LLVM, without LLVM.

>>> import bctk
>>> module = bctk.read("python/tests/data/small.bc")
>>> for function in module.functions:
...     for instruction in function.instructions:
...         if instruction.opcode == "call":
...             print(f"{function.name} calls {instruction.callee.name} at {instruction.debug_location}")
main calls square at small.c:12:16
main calls printf at small.c:13:19
"""

from bctk import _bctk
from bctk._bctk import *  # noqa: F403
from bctk._bctk import __version__
from bctk._errors import Error, InternalError

__all__ = [name for name in dir(_bctk) if not name.startswith("_")] + ["Error", "InternalError", "__version__"]
