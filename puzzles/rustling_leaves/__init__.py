"""Rustling Leaves (Paolo Mori, KOSMOS 2020): the complete rules of all four sheets."""
