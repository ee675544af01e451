"""Makes the shared test code importable: ``core.conformance``, ``rustling_leaves.support``."""

import sys
from pathlib import Path

TESTS = str(Path(__file__).parents[1])
if TESTS not in sys.path:
    sys.path.append(TESTS)
