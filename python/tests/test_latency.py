"""How long it takes to come to the first function of a large module. BCTK_LARGE names a file, such as 46 MB of bitcode with debug
information; the time is that of the processor, so that other work on the machine does not count."""

import os
import time

import pytest

import bctk

LARGE = os.environ.get("BCTK_LARGE")


@pytest.mark.skipif(not LARGE, reason="BCTK_LARGE names no file")
def test_the_first_function_comes_soon():
    best = float("inf")
    for _ in range(5):
        start = time.process_time()
        module = bctk.read(LARGE)
        function = next(function for function in module.functions if not function.is_declaration)
        assert function.instructions
        best = min(best, time.process_time() - start)
    assert best < 0.150 * os.path.getsize(LARGE) / 46e6
