"""Writes the figures of `figures.json` and `peers.json` into docs/performance.md and draws docs/performance.svg."""
import json
from pathlib import Path

START, END = "<!-- figures -->\n", "<!-- /figures -->"
PEERS_START, PEERS_END = "<!-- peers -->\n", "<!-- /peers -->"


def shown(spread, digits=2, unit=""):
    middle, least, most = (f"{value:.{digits}f}" for value in spread)
    around = f" ({least} to {most})" if least != most else ""
    return f"{middle}{unit}{around}"


def scaled(spread, factor):
    return [value * factor for value in spread]


def tables(figures):
    listing, far, start = figures["listing"], figures["far"], figures["start"]
    full = figures["listing_in_full"]
    kept, read = figures["bytes"]
    rows = [
        ("CPU of an issue listing by hint, 100 issues, ratio to the floor", "≤ 0.45", shown(listing["cpu_ratio"])),
        ("the same, read in full each time", "≤ 0.90", shown(full["cpu_ratio"])),
        ("throughput, ratio to the floor", "≥ 2.2", shown(listing["throughput_ratio"])),
        ("the same, read in full each time", "", shown(full["throughput_ratio"])),
        ("bytes from the host for a listing that was made before, of those in full", "≤ 2 %", f"{kept / read:.2%}: {kept:,.0f} of {read:,.0f}"),
        ("1,000 equal listings at once, host 20 ms away: calls to the host", "≤ 4", shown(figures["equal"]["1000"], 0)),
        ("the same, 100 listings", "", shown(figures["equal"]["100"], 0)),
        ("peak memory, 32 connections", "≤ 32 MiB", shown(listing["peak_mib"], 0, " MiB")
         + f", in full {shown(full['peak_mib'], 0)}, the floor {shown(listing['floor_peak_mib'], 0)}"),
        ("memory at rest", "≤ 12 MiB", shown(start["rest_mib"], 1, " MiB")),
        ("groups/search where there are 100 pages, 20 ms each: the host's search narrows", "≤ 0.33 s", shown(far["pages"]["seconds"], 3, " s")),
        ("CPU of the same", "", shown(far["pages"]["cpu_s"], 3, " s")),
        ("CPU of groups/search over 20 pages that are kept", "≤ 0.02 s", shown(figures["groups_kept"]["2000"]["cpu_s"], 3, " s")),
        ("a label on 100 issues, host 20 ms away", "≤ 0.62 s", shown(far["bulk"]["seconds"], 3, " s")),
        ("start to listening", "≤ 10 ms", shown(start["start_ms"], 0, " ms")),
        ("binary, stripped", "≤ 24 MiB", f"{figures['binary_mib']:.1f} MiB"),
    ]
    lines = ["| figure | to reach | measured |", "|---|---|---|"] + [f"| {name} | {goal} | {value} |" for name, goal, value in rows]
    lines += ["", "| a conversation, host this far | calls to the host | bytes from it | milliseconds |", "|---|---|---|---|"]
    for name, figure in figures["conversations"].items():
        lines.append(f"| {name} | {shown(figure['calls'], 0)} | {shown(figure['bytes'], 0)} | {shown(figure['ms'], 0)} |")
    lines += ["", "| callers | requests a second | CPU a request, µs | half answered in, ms | 99 % answered in, ms | peak, MiB |", "|---|---|---|---|---|---|"]
    for count, figure in figures["callers"].items():
        lines.append(f"| {int(count):,} | {shown(figure['rps'], 0)} | {shown(figure['cpu_us'], 0)} | {shown(figure['p50_ms'], 1)} "
                     f"| {shown(figure['p99_ms'], 1)} | {shown(figure['peak_mib'], 0)} |")
    lines += ["", "| issues on the page | CPU a request, µs | requests a second |", "|---|---|---|"]
    for size, figure in figures["issues"].items():
        lines.append(f"| {size} | {shown(figure['cpu_us'], 0)} | {shown(figure['rps'], 0)} |")
    lines += ["", "| groups read and scored | seconds | CPU, ms | CPU a group, µs |", "|---|---|---|---|"]
    for count, figure in figures["groups"].items():
        lines.append(f"| {int(count):,} | {shown(figure['seconds'], 3)} | {shown(scaled(figure['cpu_s'], 1000), 0)} "
                     f"| {figure['cpu_s'][0] / int(count) * 1e6:.1f} |")
    lines += ["", f"Medians of {figures['rounds']} rounds of {figures['seconds']} s, least and most in brackets.", ""]
    return "\n".join(lines)


def peers(figures):
    lines = ["| | " + " | ".join(figures) + " |", "|---|" + "---|" * len(figures)]

    def row(name, value):
        lines.append(f"| {name} | " + " | ".join(value(figure) for figure in figures.values()) + " |")

    row("calls of tools", lambda figure: shown(figure["tools"], 0))
    row("their answers, as a model reads them, kB", lambda figure: shown(scaled(figure["read"], 1e-3), 1))
    row("the list of tools, as a model reads it, kB", lambda figure: shown(scaled(figure["listed"], 1e-3), 1) if any(figure["listed"]) else "")
    row("calls to the host", lambda figure: shown(figure["calls"], 0))
    row("bytes from the host, kB", lambda figure: shown(scaled(figure["bytes"], 1e-3), 1))
    for place, away in enumerate((0, 20, 200)):
        row(f"milliseconds, host {away} ms away", lambda figure: shown(figure["ms"][place], 0))
    row("CPU, ms", lambda figure: shown(figure["cpu_ms"], 0))
    row("peak memory, MiB", lambda figure: shown(figure["peak_mib"], 0))
    return "\n".join([*lines, ""])


WIDTH, HEIGHT, LEFT, TOP = 300, 190, 62, 34


def chart(place, title, across, points):
    """One chart: medians as dots on straight lines, least and most as bars, both axes from zero."""
    most_x, most_y = max(x for x, _ in points) * 1.05, max(spread[2] for _, spread in points) * 1.1
    x_at = lambda x: LEFT + x / most_x * WIDTH
    y_at = lambda y: TOP + HEIGHT - y / most_y * HEIGHT
    parts = [f'<g transform="translate({place * (WIDTH + LEFT + 24)} 0)">', f'<text x="{LEFT}" y="18" class="title">{title}</text>',
             f'<path class="axis" d="M{LEFT} {TOP}V{TOP + HEIGHT}H{LEFT + WIDTH}"/>',
             f'<text x="{LEFT + WIDTH / 2}" y="{TOP + HEIGHT + 34}" text-anchor="middle">{across}</text>']
    for part in (0, 0.5, 1):
        parts.append(f'<text x="{LEFT - 6}" y="{y_at(most_y * part / 1.1) + 4:.0f}" text-anchor="end">{most_y * part / 1.1:,.4g}</text>')
        parts.append(f'<text x="{x_at(most_x * part / 1.05):.0f}" y="{TOP + HEIGHT + 16}" text-anchor="middle">{most_x * part / 1.05:,.0f}</text>')
    parts.append('<polyline class="line" points="' + " ".join(f"{x_at(x):.1f},{y_at(y[0]):.1f}" for x, y in points) + '"/>')
    for x, (middle, least, most) in points:
        parts.append(f'<path class="spread" d="M{x_at(x):.1f} {y_at(least):.1f}V{y_at(most):.1f}"/>')
        parts.append(f'<circle cx="{x_at(x):.1f}" cy="{y_at(middle):.1f}" r="3.5"/>')
    return "\n".join([*parts, "</g>"])


STYLE = """text{font:12px sans-serif;fill:#555}.title{font-weight:bold;fill:#222}.axis{stroke:#999;fill:none}
.line{stroke:#1f6feb;stroke-width:2;fill:none}.spread{stroke:#1f6feb;stroke-width:6;opacity:.3}circle{fill:#1f6feb}
@media(prefers-color-scheme:dark){text{fill:#aaa}.title{fill:#eee}}"""


def picture(figures):
    points = lambda part, key, factor=1: [(int(count), scaled(figure[key], factor)) for count, figure in figures[part].items()]
    charts = [
        chart(0, "CPU of a listing, µs, by issues", "issues on the page", points("issues", "cpu_us")),
        chart(1, "CPU of groups/search, ms, by groups", "groups", points("groups", "cpu_s", 1000)),
        chart(2, "half answered in, ms, by callers", "concurrent callers", points("callers", "p50_ms")),
    ]
    width, height = 3 * (WIDTH + LEFT + 24), TOP + HEIGHT + 44
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">\n<title>How cost grows</title>\n'
            f"<style>{STYLE}</style>\n" + "\n".join(charts) + "\n</svg>\n")


def between(text, start, end, new):
    head, rest = text.split(start)
    return head + start + new + end + rest.split(end, 1)[1]


def write(root):
    figures = json.loads((root / "benches/load/figures.json").read_text())
    document = root / "docs/performance.md"
    text = document.read_text()
    text = between(text, START, END, tables(figures))
    text = between(text, PEERS_START, PEERS_END, peers(json.loads((root / "benches/load/peers.json").read_text())))
    document.write_text(text)
    (root / "docs/performance.svg").write_text(picture(figures))


if __name__ == "__main__":
    write(Path(__file__).resolve().parents[2])
