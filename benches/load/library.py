"""The calls of python-gitlab as tools: a line of JSON in, what the library answers out. `library.py HOST TOKEN`, for peers.py."""
import json, sys

import gitlab

host = gitlab.Gitlab(sys.argv[1], private_token=sys.argv[2])


def issues_of(project):
    return host.projects.get(project, lazy=True).issues


def attributes(objects):
    return [found.attributes for found in objects]


TOOLS = {
    "projects": lambda search: attributes(host.projects.list(search=search, get_all=False)),
    "issues": lambda project, **query: attributes(issues_of(project).list(get_all=False, **query)),
    "update": lambda project, issue, **change: issues_of(project).update(issue, change),
}

for line in sys.stdin:
    name, arguments = json.loads(line)
    print(json.dumps(TOOLS[name](**arguments), ensure_ascii=False, separators=(",", ":")), flush=True)
