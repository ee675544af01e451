"""``leafwise analyse``: where a played game was won and lost."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from ..options import Common, common, file_argument

if TYPE_CHECKING:
    from leafwise.puzzles.core.records import Log
    from leafwise.solver.analysis import Analysis, Decision

    from ..run import Answer, Ask


@click.command("analyse")
@file_argument
@click.option("--worlds", type=click.IntRange(1), metavar="N", help="Playouts a move of the table.")
@click.option("--svg", metavar="OUT", help="Draw the expected result by turn as SVG.")
@common(limit=120.0)
@click.pass_context
def command(ctx: click.Context, /, file: str, common: Common, **options: Any) -> None:
    """Replay a record with a hint at each decision of yours: what each move cost, what was luck.

    The sums close: first expectation + luck + opponents + changes of the estimate - losses =
    result. With -o the record is written
    again with the judgement as comments, which replaying ignores.

    \b
    Examples:
      leafwise analyse game.toml
      leafwise analyse game.toml --svg line.svg -o judged.toml
    """
    from ..run import run

    options["output"] = common.output
    plain = replace(common, output=None)
    targets = [options["svg"], options["output"]]
    ctx.exit(run(answer, [file], plain, options, targets=targets, label="analysing"))


def answer(ask: Ask) -> Answer:
    """The judged game as text, JSON and files; raises what the engine raises."""
    from leafwise.puzzles.core import records
    from leafwise.solver import analysis

    from ..kernels import ready
    from ..render.analysis import analysis_text
    from ..run import Answer

    log = records.read(ask.game, ask.doc)
    ready(ask.game.id, ask.common.quiet)
    found = analysis.analyse(ask.game, log, budget=ask.budget(), worlds=ask.options["worlds"])
    title = f"{ask.game.title}: {ask.name}"
    files: list[tuple[str, bytes]] = []
    if ask.options["svg"]:
        files.append((ask.options["svg"], _svg(title, ask.game.unit, found).encode("utf-8")))
    if ask.options["output"]:
        files.append((ask.options["output"], annotated(ask, log, found).encode("utf-8")))
    notes = _notes(ask, log)
    text = analysis_text(title, ask.game.unit, found, ask.style, ask.common.verbose, notes)
    return Answer(analysis_json(found, ask.game.unit), text, files=tuple(files))


def _notes(ask: Ask, log: Log) -> list[str]:
    """What the numbers count where hints count something else, and how the others ended."""
    from leafwise.puzzles.core.game import Goal, number
    from leafwise.solver import registry

    analyst = registry.analyst(ask.game.id)
    notes = []
    if analyst.goal(log.start) is not Goal.SCORE:
        notes.append(f"own {ask.game.unit}; hints rank by the lead over the others")
    ended = ask.game.turn(log.last).kind == "over"
    others = ask.game.players(log.last) if ended else ()
    if others:
        told = ", ".join(f"{row.player} {number(row.total)}" for row in others)
        notes.append(f"final {ask.game.unit}: {told}")
    return notes


def analysis_json(found: Analysis, unit: str) -> dict[str, Any]:
    """The answer without the common keys; ``decisions`` in the order of the record."""
    from leafwise.solver.analysis import LABELS

    return {
        "unit": unit,
        "finished": found.finished,
        "result": found.result,
        "best_result": found.best_result,
        "first": found.first,
        "first_error": found.first_half,
        "luck": found.luck,
        "luck_error": found.luck_half,
        "others": found.others,
        "others_error": found.others_half,
        "drift": found.drift,
        "drift_error": found.drift_half,
        "loss": found.loss,
        "loss_error": found.loss_half,
        "smaller_is_better": found.smaller_is_better,
        "worst": list(found.worst()),
        "decisions": [decision_json(made) for made in found.decisions],
        "forced": found.forced,
        "labels": [
            {"label": row.name, "sign": row.sign, "spread": row.spread, "result": row.result}
            for row in LABELS
        ],
        "method": ", ".join(found.methods),
        "worlds": found.worlds,
        "limited_by": found.limited_by,
    }


def decision_json(made: Decision) -> dict[str, Any]:
    """One judged decision."""
    return {
        "entry": made.entry,
        "what": made.what,
        "move": made.move,
        "better": made.better,
        "value": made.value,
        "value_error": made.value_half,
        "chosen": made.chosen,
        "loss": made.loss,
        "loss_low": max(0.0, made.loss - made.half),
        "loss_high": made.loss + made.half,
        "spread": made.spread,
        "label": made.label,
        "luck": made.luck,
        "others": made.others,
        "drift": made.drift,
        "event": made.event,
        "proof": made.proof,
        "why": made.why,
        "plan": list(made.plan),
    }


def _svg(title: str, unit: str, found: Analysis) -> str:
    from ..render.chart import Mark, chart

    worst = set(found.worst())
    marks = [
        Mark(made.entry, made.value, made.chosen, f"{made.move}: {made.label}", n in worst)
        for n, made in enumerate(found.decisions)
    ]
    return chart(title, unit, marks, found.result)


def annotated(ask: Ask, log: Log, found: Analysis) -> str:
    """The record as TOML with the judgement of each entry as comments above it."""
    from leafwise.puzzles.core import records
    from leafwise.puzzles.core.document import dump_toml
    from leafwise.puzzles.core.layout import inline

    start = {key: value for key, value in ask.doc.items() if key != records.KEY}
    plain = {key: value for key, value in start.items() if not _is_table(value)}
    tables = {key: value for key, value in start.items() if _is_table(value)}
    lines = [
        f"# {found.first:.1f} expected, luck {_signed(found.luck)}, "
        f"opponents {_signed(found.others)}, estimate {_signed(found.drift)}, "
        f"lost {found.loss:.1f}: {found.result:.1f} {ask.game.unit}",
        dump_toml(plain).rstrip("\n"),
        f"{records.KEY} = [",
    ]
    for number, item in enumerate(records.entries(ask.game, log), 1):
        lines += [f"    # {_remark(made)}" for made in found.decisions if made.entry == number]
        lines.append(f"    {inline(item.text)},")
    lines.append("]")
    rest = dump_toml(tables) if tables else ""
    return "\n".join(lines) + "\n" + (f"\n{rest}" if rest else "")


def _is_table(value: Any) -> bool:
    """Whether TOML may write the value as sections, which must come after the record."""
    if isinstance(value, list):
        return bool(value) and all(isinstance(item, dict) for item in value)
    return isinstance(value, dict)


def _signed(value: float) -> str:
    return f"{value:+.1f}" if abs(value) >= 0.05 else "0"


def _remark(made: Decision) -> str:
    text = f"{made.move}: {made.value:.1f} expected"
    if made.loss >= 0.05:
        text += f", {made.label}, lost {made.loss:.1f} +- {made.half:.1f}, better {made.better}"
    else:
        text += f", {made.label}"
    if made.event:
        text += f"; then {made.event}"
    gains = (("luck", made.luck), ("opponents", made.others), ("estimate", made.drift))
    told = [f"{name} {_signed(gain)}" for name, gain in gains if abs(gain) >= 0.05]
    if told:
        text += f"; {', '.join(told)}"
    return " ".join(text.split())
