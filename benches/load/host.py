"""Canned answers of a host, of real size, and a host that gives them after a while. Standard library only."""
import asyncio, json, random, re, sys
from pathlib import Path

ISSUES = (1, 10, 25, 50, 100)  # sizes of issue pages
GROUP_PAGES = 1000  # 100,000 groups

WORDS = (
    "annuaire portail citoyen facture paiement guichet stock commande suivi agenda mobile web carte serveur archive rapport "
    "budget contrat agent usager dossier demande recherche export import catalogue planning badge accès sécurité audit journal "
    "tableau bord compte connexion page erreur mise jour"
).split()
HOST = "https://gitlab.example.com"


class Maker:
    """Makes objects with the fields and the sizes that a GitLab answers."""

    def __init__(self):
        self.random = random.Random(7)

    def words(self, count):
        return " ".join(self.random.choice(WORDS).capitalize() for _ in range(count))

    def user(self, number):
        return {
            "id": number, "username": f"agent{number}", "public_email": None, "name": self.words(2), "state": "active", "locked": False,
            "avatar_url": f"{HOST}/uploads/-/system/user/avatar/{number}/avatar.png", "web_url": f"{HOST}/agent{number}",
        }

    def milestone(self, number):
        return {
            "id": 300 + number, "iid": number, "project_id": 1000, "title": f"Sprint {number}", "description": self.words(12),
            "state": "active", "created_at": "2025-01-01T00:00:00.000Z", "updated_at": "2025-01-01T00:00:00.000Z", "due_date": None,
            "start_date": None, "expired": False, "web_url": f"{HOST}/ville/portail/-/milestones/{number}",
        }

    def project(self, number):
        name = "Portail Citoyen" if number == 0 else self.words(self.random.randint(2, 4))
        slug, namespace = name.lower().replace(" ", "-"), f"pole-{number % 9}/equipe-{number % 31}"
        return {
            "id": 1000 + number, "description": self.words(9), "name": name, "name_with_namespace": f"Pôle / Équipe / {name}",
            "path": slug, "path_with_namespace": f"{namespace}/{slug}", "created_at": "2024-03-05T10:11:12.131Z",
            "default_branch": "main", "tag_list": [], "topics": [], "ssh_url_to_repo": f"git@gitlab.example.com:{namespace}/{slug}.git",
            "http_url_to_repo": f"{HOST}/{namespace}/{slug}.git", "web_url": f"{HOST}/{namespace}/{slug}",
            "readme_url": f"{HOST}/{namespace}/{slug}/-/blob/main/README.md", "forks_count": 0, "avatar_url": None, "star_count": 3,
            "last_activity_at": "2025-11-01T09:00:00.000Z", "visibility": "private",
            "namespace": {"id": 50, "name": "Équipe", "path": namespace.split("/")[1], "kind": "group", "full_path": namespace,
                          "parent_id": 5, "avatar_url": None, "web_url": f"{HOST}/groups/{namespace}"},
        }

    def issue(self, number, labels=True):
        return {
            "id": 70000 + number, "iid": number, "project_id": 1000, "title": self.words(self.random.randint(4, 9)),
            "description": "\n\n".join(self.words(25) for _ in range(4)), "state": "opened", "created_at": "2025-10-01T08:00:00.000Z",
            "updated_at": "2025-11-10T08:00:00.000Z", "closed_at": None, "closed_by": None,
            "labels": self.random.sample(["bug", "à faire", "front", "back", "dette"], 2) if labels else [],
            "milestone": self.milestone(number % 5 + 1), "assignees": [self.user(number % 40)], "author": self.user(number % 23),
            "type": "ISSUE", "assignee": self.user(number % 40), "user_notes_count": number % 9, "merge_requests_count": 0, "upvotes": 0,
            "downvotes": 0, "due_date": None, "confidential": False, "discussion_locked": None, "issue_type": "issue",
            "web_url": f"{HOST}/pole-0/equipe-0/portail-citoyen/-/issues/{number}",
            "time_stats": {"time_estimate": 0, "total_time_spent": 0, "human_time_estimate": None, "human_total_time_spent": None},
            "task_completion_status": {"count": 0, "completed_count": 0}, "blocking_issues_count": 0, "has_tasks": True,
            "task_status": "0 of 0 checklist items completed",
            "_links": {part: f"{HOST}/api/v4/projects/1000/issues/{number}/{part}" for part in ("self", "notes", "award_emoji", "project")},
            "references": {"short": f"#{number}", "relative": f"#{number}", "full": f"pole-0/equipe-0/portail-citoyen#{number}"},
            "severity": "UNKNOWN", "moved_to_id": None, "imported": False, "imported_from": "none", "service_desk_reply_to": None,
        }

    def group(self, number):
        name = self.words(self.random.randint(1, 3))
        slug = f"{name.lower().replace(' ', '-')}-{number}"
        return {
            "id": 9000 + number, "web_url": f"{HOST}/groups/pole-{number % 97}/{slug}", "name": name, "path": slug,
            "description": self.words(6), "visibility": "private", "share_with_group_lock": False,
            "require_two_factor_authentication": False, "two_factor_grace_period": 48, "project_creation_level": "developer",
            "auto_devops_enabled": None, "subgroup_creation_level": "maintainer", "emails_disabled": False, "mentions_disabled": None,
            "lfs_enabled": True, "default_branch_protection": 2, "avatar_url": None, "request_access_enabled": True,
            "full_name": f"Pôle {number % 97} / {name}", "full_path": f"pole-{number % 97}/{slug}",
            "created_at": "2023-01-01T00:00:00.000Z", "parent_id": 5,
        }


def write_bodies(folder, group_pages=GROUP_PAGES):
    """Writes one file an answer: projects, pages of issues by their size, pages of groups by their number."""
    folder, make = Path(folder), Maker()
    folder.mkdir(parents=True, exist_ok=True)

    def write(name, value):
        (folder / name).write_text(json.dumps(value, ensure_ascii=False, separators=(",", ":")))

    write("projects.json", [make.project(number) for number in range(50)])
    issues = [make.issue(number) for number in range(1, 101)]
    for size in ISSUES:
        write(f"issues-{size}.json", issues[:size])
    write("bare-issues.json", [make.issue(number, labels=False) for number in range(1, 101)])
    for page in range(1, group_pages + 1):
        write(f"groups-{page}.json", [make.group(page * 100 + place) for place in range(100)])


NGINX = """
worker_processes 1; daemon off; pid {folder}/nginx.pid; error_log {folder}/nginx.err;
events {{ worker_connections 4096; }}
http {{
  access_log off; default_type application/json; keepalive_requests 1000000;
  client_body_temp_path {folder}/t1; proxy_temp_path {folder}/t2; fastcgi_temp_path {folder}/t3; uwsgi_temp_path {folder}/t4; scgi_temp_path {folder}/t5;
  server {{
    listen 127.0.0.1:{port} backlog=4096; root {bodies}; open_file_cache max=2000;
    location ~ ^/of-(?<pages>[0-9]+)/api/v4/groups$ {{ add_header x-total-pages $pages; try_files /groups-$arg_page.json =404; }}
    location ~ /api/v4/projects$ {{ add_header x-total-pages 1; try_files /projects.json =404; }}
    location ~ /issues$ {{ add_header x-total-pages 9; try_files /issues-$arg_per_page.json =404; }}
  }}
}}
"""


class SlowHost:
    """A host that answers after `delay` seconds: 100 pages of groups, one project, 100 issues without labels."""

    def __init__(self, bodies, delay):
        read = lambda name: (Path(bodies) / name).read_bytes()
        self.delay = delay
        self.groups = [read(f"groups-{page}.json") for page in range(1, 101)]
        self.projects, issues = read("projects.json"), json.loads(read("bare-issues.json"))
        self.issues = json.dumps(issues).encode()
        self.bare = {issue["iid"]: json.dumps(issue).encode() for issue in issues}
        self.labelled = {issue["iid"]: json.dumps({**issue, "labels": ["bug"]}).encode() for issue in issues}

    def answer(self, line):
        method, target, _ = line.split(" ", 2)
        page = int((re.search(r"[?&]page=(\d+)", target) or [0, "1"])[1])
        if issue := re.search(r"/issues/(\d+)$", target):
            return 1, (self.labelled if method == "PUT" else self.bare)[int(issue[1])]
        if "/groups" in target:
            return 100, self.groups[page - 1]
        if "/labels" in target:
            return 1, b'[{"id": 1, "name": "bug"}]'
        return 1, self.issues if "/issues" in target else self.projects

    async def serve(self, reader, writer):
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                if length := re.search(rb"(?i)content-length: *(\d+)", head):
                    await reader.readexactly(int(length[1]))
                pages, body = self.answer(head.split(b"\r\n", 1)[0].decode())
                await asyncio.sleep(self.delay)
                writer.write(f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n"
                             f"x-total-pages: {pages}\r\n\r\n".encode() + body)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()


async def run(bodies, port, milliseconds):
    server = await asyncio.start_server(SlowHost(bodies, milliseconds / 1000).serve, "127.0.0.1", port, backlog=1024)
    async with server:
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(run(sys.argv[1], int(sys.argv[2]), float(sys.argv[3])))
