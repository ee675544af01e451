"""Answers and pictures as text, SVG and PNG."""
