#!/usr/bin/env python3
"""Two replicas behind HAProxy, in front of a sandbox host, under load, while one is stopped and started again.

    deploy/balancer/try.py target/release/passerelle [SECONDS]

Callers create issues as fast as they can. At the end the host must hold exactly the issues that they were told of: none lost,
none twice. Needs haproxy.
"""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

CALLERS = 16
PROJECT = "ville/voirie/signalements"
PROGRAM = sys.argv[1]
SECONDS = float(sys.argv[2]) if len(sys.argv) > 2 else 6


def free_address():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return "127.0.0.1:%d" % taken.getsockname()[1]


def start(command, address, **settings):
    """Starts the program where it should listen, and waits until it does."""
    settings |= {"SERVER__PORT": address.split(":")[1], "LOG__FILTER": "warn"}
    environment = os.environ | {f"PASSERELLE__{key}": value for key, value in settings.items()}
    process = subprocess.Popen([PROGRAM, command], env=environment, stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline().startswith("listening on")
    return process


def replica(address):
    return start("serve", address, UPSTREAM__BASE_URL=f"http://{host}", UPSTREAM__TOKEN="sandbox-token")


def call(connection, number):
    body = {"confirm": True, "resolved_project_path": PROJECT, "title": f"Essai {number}"}
    headers = {"Content-Type": "application/json"}
    connection.request("POST", "/api/v1/issues/assistant-create", json.dumps(body), headers)
    answer = connection.getresponse()
    answer.read()
    return answer.status


def calls(caller, until, answers):
    connection = http.client.HTTPConnection(balancer, timeout=30)
    number = 0
    while time.monotonic() < until:
        number += 1
        try:
            answers.append(call(connection, f"{caller}-{number}"))
        except (OSError, http.client.HTTPException) as error:
            answers.append(type(error).__name__)
            connection.close()


def issues():
    """How many trial issues the host holds, and how many titles they have."""
    connection, titles, page = http.client.HTTPConnection(host), [], 1
    while page:
        path = f"/api/v4/projects/{PROJECT.replace('/', '%2F')}/issues?per_page=100&page={page}"
        connection.request("GET", path, headers={"PRIVATE-TOKEN": "sandbox-token"})
        answer = connection.getresponse()
        titles += [issue["title"] for issue in json.loads(answer.read())]
        page = int(answer.headers.get("x-next-page") or 0)
    trials = [title for title in titles if re.fullmatch(r"Essai \d+-\d+", title)]
    return len(trials), len(set(trials))


def served(address):
    """How many calls a replica has answered."""
    connection = http.client.HTTPConnection(address)
    connection.request("GET", "/metrics")
    counts = re.findall(r"^passerelle_outcomes_total\{.*\} (\d+)$", connection.getresponse().read().decode(), re.M)
    return sum(map(int, counts))


host, one, two, balancer = (free_address() for _ in range(4))
processes = [start("sandbox", host), replica(one), replica(two)]
try:
    addresses = {"BALANCER_ADDRESS": balancer, "REPLICA_ONE": one, "REPLICA_TWO": two}
    config = Path(__file__).with_name("haproxy.cfg")
    processes.append(subprocess.Popen(["haproxy", "-q", "-f", config], env=os.environ | addresses, stdout=subprocess.DEVNULL))
    time.sleep(2)

    answers = [[] for _ in range(CALLERS)]
    until = time.monotonic() + SECONDS
    threads = [threading.Thread(target=calls, args=(caller, until, answers[caller])) for caller in range(CALLERS)]
    for thread in threads:
        thread.start()
    time.sleep(SECONDS / 3)
    before = served(one)
    processes[1].send_signal(signal.SIGTERM)
    code = processes[1].wait(timeout=40)
    time.sleep(SECONDS / 3)
    processes[1] = replica(one)
    for thread in threads:
        thread.join()

    counted = Counter(answer for caller in answers for answer in caller)
    print(f"answers: {dict(counted)}")
    print(f"replica one: {before} calls before SIGTERM, exit code {code}, {served(one)} calls after its return")
    print(f"replica two: {served(two)} calls")
    print("issues at the host, and different titles among them: %d, %d" % issues())
    assert set(counted) == {200}, "a call was lost"
    assert issues() == (counted[200], counted[200]), "a write was lost or made twice"
    assert code == 0 and before and served(one) and served(two)
finally:
    for process in processes:
        process.terminate()
