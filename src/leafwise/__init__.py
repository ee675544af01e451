"""leafwise: analysis of three forest board games (hints, solving, what-if scores)."""

__version__ = "0.1.0"
