#!/usr/bin/env python3
"""What several files of deploy/ say of the same thing is the same.

    tests/deploy/agree.py [--write]

`--write` makes deploy/kubernetes/monitoring/prometheusrule.yaml of the alerts. Needs PyYAML.
"""

import sys
from pathlib import Path

import yaml

DEPLOY = Path(__file__).parents[2] / "deploy"
RULE = DEPLOY / "kubernetes/monitoring/prometheusrule.yaml"
HEAD = """\
# The alerts of ../../prometheus/alerts.yml for the Prometheus operator; made of that file by tests/deploy/agree.py --write.
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: passerelle
  labels:
    app.kubernetes.io/name: passerelle
spec:
"""


def read(name):
    return list(yaml.safe_load_all((DEPLOY / name).read_text()))


def rule():
    """The alerts as a PrometheusRule, with their own comments left behind."""
    alerts = (DEPLOY / "prometheus/alerts.yml").read_text()
    body = alerts[alerts.index("groups:") :]
    return HEAD + "".join(f"  {line}".rstrip() + "\n" for line in body.splitlines())


def labels_of(resource):
    return resource["metadata"]["labels"]


if "--write" in sys.argv:
    RULE.write_text(rule())

assert RULE.read_text() == rule(), "prometheusrule.yaml: run tests/deploy/agree.py --write"
assert yaml.safe_load(RULE.read_text())["spec"] == read("prometheus/alerts.yml")[0]

[deployment], [service], [ingress] = map(read, ["kubernetes/deployment.yaml", "kubernetes/service.yaml", "kubernetes/ingress.yaml"])
[monitor], [probe] = map(read, ["kubernetes/monitoring/podmonitor.yaml", "kubernetes/monitoring/probe.yaml"])
pod = deployment["spec"]["template"]
[container] = pod["spec"]["containers"]
ports = {port["name"] for port in container["ports"]}
service_ports = {port["name"] for port in service["spec"]["ports"]}

# Whatever selects the pods selects them by labels that they have, and calls a port that they open.
for selector in (service["spec"]["selector"], monitor["spec"]["selector"]["matchLabels"], deployment["spec"]["selector"]["matchLabels"]):
    assert selector.items() <= pod["metadata"]["labels"].items(), selector
assert {endpoint["port"] for endpoint in monitor["spec"]["podMetricsEndpoints"]} <= ports
assert {port["targetPort"] for port in service["spec"]["ports"]} <= ports
backends = [path["backend"]["service"] for entry in ingress["spec"]["rules"] for path in entry["http"]["paths"]]
assert all(backend["name"] == service["metadata"]["name"] and backend["port"]["name"] in service_ports for backend in backends)

# Readiness is never the host's: that one is for the alert, which knows its target by its path.
assert container["livenessProbe"]["httpGet"]["path"] == "/health/live"
assert container["readinessProbe"]["httpGet"]["path"] == "/health/ready"
assert all(target.endswith("/health/host") for target in probe["spec"]["targets"]["staticConfig"]["static"])
for name in ("balancer/haproxy.cfg", "caddy/Caddyfile"):
    lines = [line for line in (DEPLOY / name).read_text().splitlines() if not line.strip().startswith("#")]
    assert any("/health/ready" in line for line in lines) and not any("/health/host" in line for line in lines), name

# No alert depends on what a job is called.
assert 'job="' not in (DEPLOY / "prometheus/alerts.yml").read_text()

# Every image has a version.
compose = yaml.safe_load((DEPLOY.parent / "compose.yaml").read_text())
for name, one in compose["services"].items():
    assert "build" in one or ":" in one["image"].rsplit("/", 1)[-1] and not one["image"].endswith(":latest"), name
[kustomization] = read("kubernetes/kustomization.yaml")
assert all(image.get("digest") or image["newTag"] != "latest" for image in kustomization["images"])
