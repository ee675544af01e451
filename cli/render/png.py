"""An SVG as PNG, with the fonts that the project depends on and no others."""

from __future__ import annotations

from functools import cache


def to_png(svg: str, zoom: float = 1.5) -> bytes:
    """PNG bytes; texts never depend on the fonts of the machine."""
    import resvg_py

    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            zoom=zoom,
            skip_system_fonts=True,
            font_files=list(font_files()),
            font_family="PT Sans",
            sans_serif_family="PT Sans",
        )
    )


@cache
def font_files() -> tuple[str, ...]:
    """The regular and the bold font file (PT Sans, SIL Open Font License)."""
    import fontpkg

    return tuple(str(fontpkg.path("PT Sans", weight)) for weight in (400, 700))
