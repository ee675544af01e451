"""One executor for many inputs: in-process, processes, or a Dask cluster.

All three are used through the ``submit`` of :mod:`concurrent.futures`; results come in the order
of the inputs, and only a bounded number of inputs is under way at a time.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import AbstractContextManager, contextmanager
from typing import TypeVar

from leafwise.puzzles.core.errors import BadUse

T = TypeVar("T")
R = TypeVar("R")


def run_ordered(
    function: Callable[[T], R], tasks: Iterable[T], *, jobs: int = 1, scheduler: str | None = None
) -> Iterator[R]:
    """Apply ``function`` to every task, results in order.

    ``function`` and tasks must be picklable with ``jobs > 1`` or a ``scheduler`` address.
    """
    if scheduler is None and jobs == 1:
        yield from map(function, tasks)
        return
    with _executor(jobs, scheduler) as executor:
        waiting = deque()  # type: ignore[var-annotated]
        most = 4 * jobs if scheduler is None else 256
        try:
            for task in tasks:
                waiting.append(executor.submit(function, task))
                if len(waiting) >= most:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()


def _executor(jobs: int, scheduler: str | None) -> AbstractContextManager[Executor]:
    if scheduler is not None:
        return _cluster(scheduler)
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    # fork would copy the threads of compiled code in an unknown state
    return ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn"))


@contextmanager
def _cluster(address: str) -> Iterator[Executor]:
    """The executor of a Dask cluster; raises BadUse where there is none."""
    try:
        from distributed import Client
    except ImportError:
        raise BadUse(
            "--scheduler", repr(address), "needs the extra: pip install 'leafwise[cluster]'"
        ) from None
    try:
        client = Client(address, timeout=10)
    except (OSError, ValueError, TimeoutError) as error:
        raise BadUse("--scheduler", repr(address), f"no Dask scheduler there ({error})") from None
    with client, client.get_executor() as executor:
        yield executor
