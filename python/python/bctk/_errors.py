"""The exceptions of bctk."""

from __future__ import annotations

from typing import Any, Optional, Tuple

__all__ = ["Error", "InternalError"]


class Error(Exception):
    """A file could not be read, written or translated.

    The message says what was expected and found, and where. A file that the system cannot open or write is an `OSError`,
    such as `FileNotFoundError`.

    >>> import bctk
    >>> try:
    ...     bctk.read(b"BC\\xc0\\xde")
    ... except bctk.Error as error:
    ...     print(error.kind)
    bitcode-malformed
    """

    file: Optional[str] = None
    """The name of the file."""
    kind: Optional[str] = None
    """What went wrong, as a word: ``bitcode-malformed``, ``bitcode-truncated``, ``bitcode-limit``, ``bitcode-unsupported``,
    ``text``, ``not-llvm``, ``modules``, ``unrepresentable``, ``description``, ``symbol``, ``open``, ``write`` or ``bug``."""
    bit_offset: Optional[int] = None
    """The place in bitcode, in bits from the start of the stream."""
    block_path: Optional[str] = None
    """The blocks and the record around that place, such as ``MODULE/FUNCTION[3]/INST_CAST``."""
    line: Optional[int] = None
    """The line in a text, from 1."""
    column: Optional[int] = None
    """The column in a text, from 1."""

    def __reduce__(self) -> Tuple[Any, ...]:
        """Pickles the error with its places, so that it can leave a worker process."""
        return (type(self), self.args, dict(self.__dict__))


class InternalError(Error):
    """A bug in bctk. The file may be damaged, but bctk should have said so in another way."""
