"""Drives the demo through the client that was generated from its OpenAPI document."""

import sys

from generated import Client
from generated.api.issues import assistant_close_issue, assistant_list_issues
from generated.api.projects import assistant_project_progress
from generated.models import (
    AssistantCloseIssueRequest,
    AssistantListIssuesRequest,
    AssistantProjectProgressRequest,
    Failure,
)

client = Client(base_url=sys.argv[1])


def close(**fields):
    return assistant_close_issue.sync(client=client, body=AssistantCloseIssueRequest(**fields))


unclear = close(project_hint="portail citoyen", issue_hint="erreur 500")
assert unclear.status.value == "issue_clarification_needed", unclear
assert unclear.issue is None and len(unclear.candidate_issues) > 1, unclear

meant = unclear.candidate_issues[0]
closed = close(
    confirm=True, resolved_project_path=unclear.project.path_with_namespace, resolved_issue_iid=meant.iid
)
assert closed.status.value == "closed" and closed.issue.iid == meant.iid, closed

listed = assistant_list_issues.sync(
    client=client, body=AssistantListIssuesRequest(project_hint="portail citoyen", state="closed", limit=100)
)
assert meant.iid in [issue.iid for issue in listed.issues], listed

progress = assistant_project_progress.sync(
    client=client, body=AssistantProjectProgressRequest(project_hint="formation")
)
assert 0 <= progress.progress_percent <= 100, progress

refused = close(confirm=True)
assert isinstance(refused, Failure) and refused.code == "invalid_argument", refused

print("the generated client asked back, confirmed, listed, measured and was refused")
