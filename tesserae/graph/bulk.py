"""Making values by the hundred thousand."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_collection() -> Iterator[None]:
    """Spare the search for cycles, which walks every value made so far again and again.

    A compile, or the reading of a graph, makes hardly any cycle; what few there are wait for the
    end of the block.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
