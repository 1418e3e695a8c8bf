"""How long /health/live takes of two processes, asked in turn until standard input ends: prints the longest of each, in seconds.

In a process of its own, so that what a trial does meanwhile does not keep it waiting."""

import http.client
import select
import sys
import time


def main():
    longest = dict.fromkeys(sys.argv[1:], 0.0)
    while not select.select([sys.stdin], [], [], 0.005)[0]:
        for address in longest:
            start = time.monotonic()
            connection = http.client.HTTPConnection(address, timeout=120)
            connection.request("GET", "/health/live", headers={"host": "localhost"})
            connection.getresponse().read()
            connection.close()
            longest[address] = max(longest[address], time.monotonic() - start)
    print(*longest.values())


if __name__ == "__main__":
    main()
