"""The list of trials."""

TRIALS = []


def trial(promise, smoke=True):
    """Adds a trial of a promise of docs/hold.md. It is given the binary, and gives a figure and whether the promise held. Long ones
    are left out of `--smoke`."""

    def add(function):
        TRIALS.append((promise, smoke, function))
        return function

    return add
