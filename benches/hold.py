#!/usr/bin/env python3
"""Hostile callers and hostile hosts against a real process: does each promise of docs/hold.md hold, and what does it cost?

    benches/hold.py BINARY [--smoke] [WORD …]

Runs the trials of `trials/`, or those whose names have one of the words, or with `--smoke` those that take seconds. Prints a line each and
fails where one does not hold.
"""

import sys
import time

from trials import callers, heads, hosts, keys, scoring, words  # noqa: F401 - they add their trials
from trials.registry import TRIALS


def main():
    binary, options = sys.argv[1], sys.argv[2:]
    wanted = [word for word in options if word != "--smoke"]
    failed = 0
    for promise, smoke, run in TRIALS:
        if ("--smoke" in options and not smoke) or (wanted and not any(word in promise for word in wanted)):
            continue
        start = time.monotonic()
        try:
            figure, held = run(binary)
        except Exception as failure:  # noqa: BLE001 - one that can't be tried does not hold
            figure, held = f"{type(failure).__name__}: {failure}", False
        failed += not held
        print(f"{'held  ' if held else 'BROKEN'} {promise}: {figure} ({time.monotonic() - start:.1f} s)", flush=True)
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
