"""LLVM bitcode and assembly of every LLVM, without LLVM."""

from bctk._bctk import __version__

__all__ = ["__version__"]
