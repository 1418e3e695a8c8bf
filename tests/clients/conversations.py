"""Fifty conversations in French and English, played through the official MCP client: a model that passes the person's words on,
and a person who knows what they mean. Each has to end on the object that was meant, with at most one question: once with forms,
with the first demo, once with the question as data, with the second. `conversations.py MCP_URL MCP_URL`"""

import asyncio
import json
import sys

from mcp import Client
from mcp.types import ElicitResult

COMMENT, CLOSE, REOPEN = "assistant_comment_issue", "assistant_close_issue", "assistant_reopen_issue"
ASSIGN, DUE, LABEL = "assistant_assign_issue", "assistant_set_due_date", "assistant_add_label"
SUMMARY, CREATE = "project_summary", "assistant_create_issue"

CITIZEN, AGENTS = "ville/numerique/portail-citoyen", "ville/numerique/portail-agents"

# The tool, the project's words, the issue's, the path of the project that is meant, a part of the title that is.
CONVERSATIONS = [
    (COMMENT, "portail citoyen", "erreur 500", CITIZEN, "à l'envoi du formulaire"),
    (COMMENT, "portail citoyen", "erreur 500", CITIZEN, "lors de l'envoi"),
    (COMMENT, "the citizens' portal", "login page", CITIZEN, "page de connexion"),
    (COMMENT, "portail citoyen", "cookie banner", CITIZEN, "Cookie banner"),
    (COMMENT, "portail citoyen", "double authentification", CITIZEN, "double authentification"),
    (COMMENT, "portail citoyen", "the logo is blurry", CITIZEN, "logo est flou"),
    (COMMENT, "portail citoyen", "captcha malvoyants", CITIZEN, "captcha"),
    (COMMENT, "portail citoyen", "mot de passe", CITIZEN, "mot de passe oublié"),
    (COMMENT, "portail citoyen", "page d'accueil", CITIZEN, "carrousel"),
    (COMMENT, "citizen portal", "password", CITIZEN, "tentatives de mot de passe"),
    (COMMENT, "portail citoyen mobile", "android", CITIZEN + "-mobile", "Android 12"),
    (COMMENT, "portail citoyen mobile", "notifications en double", CITIZEN + "-mobile", "notifications"),
    (COMMENT, "mobile citizen portal", "fingerprint", CITIZEN + "-mobile", "empreinte"),
    (COMMENT, AGENTS, "page de connexion lente", AGENTS, "lente le lundi"),
    (COMMENT, AGENTS, "télétravail déconnectés", AGENTS, "télétravail"),
    (COMMENT, AGENTS, "shortcut to the mail", AGENTS, "messagerie"),
    (COMMENT, "ged v2", "verrou", "ville/numerique/socle/ged-v2", "verrou"),
    (COMMENT, "ged v3", "electronic signature", "ville/numerique/socle/ged-v3", "Signature électronique"),
    (COMMENT, "sauvegardes", "dimanche", "ville/numerique/socle/sauvegardes", "dimanche"),
    (COMMENT, "sauvegardes", "disk space alert", "ville/numerique/socle/sauvegardes", "espace disque"),
    (COMMENT, "supervision", "trop d'alertes", "ville/numerique/socle/supervision", "alertes la nuit"),
    (COMMENT, "données ouvertes", "vélos", "ville/numerique/donnees/donnees-ouvertes", "vélos"),
    (COMMENT, "données ouvertes", "broken download link", "ville/numerique/donnees/donnees-ouvertes", "Broken download"),
    (COMMENT, "cartographie", "pistes cyclables", "ville/numerique/donnees/cartographie", "pistes cyclables"),
    (COMMENT, "permis de construire", "voisinage", "ville/urbanisme/permis-de-construire", "voisinage"),
    (COMMENT, "building permits", "number assigned twice", "ville/urbanisme/permis-de-construire", "deux fois"),
    (COMMENT, "signalements", "lampadaire", "ville/voirie/signalements", "Lampadaire"),
    (COMMENT, "signalements", "pothole by the school", "ville/voirie/signalements", "Nid-de-poule"),
    (COMMENT, "éclairage public", "armoire en défaut", "ville/voirie/eclairage-public", "Armoire 14"),
    (COMMENT, "billettique", "student fare", "ville/transports/billettique", "demandeurs d'emploi"),
    (COMMENT, "vélos en libre-service", "station de la gare", "ville/transports/velos-en-libre-service", "station de la gare"),
    (COMMENT, "cantine en ligne", "facture en double", "ville/education/cantines/cantine-en-ligne", "Facture en double"),
    (COMMENT, "cantine en ligne", "allergie", "ville/education/cantines/cantine-en-ligne", "allergie"),
    (COMMENT, "portail familles", "forgotten password", "ville/education/periscolaire/portail-familles", "Mot de passe"),
    (COMMENT, "actes en ligne", "birth certificate", "ville/etat-civil/actes-en-ligne", "acte de naissance"),
    (CLOSE, "portail citoyen", "carte bancaire", CITIZEN, "carte bancaire"),
    (CLOSE, "portail citoyen", "search in the faq", CITIZEN, "foire aux questions"),
    (CLOSE, "intranet front", "jours fériés", "ville/numerique/socle/intranet-front", "jours fériés"),
    (CLOSE, "intranet back", "memory leak", "ville/numerique/socle/intranet-back", "Fuite de mémoire"),
    (REOPEN, "ged v2", "conseil municipal", "ville/numerique/socle/ged-v2", "Conseil municipal"),
    (REOPEN, "cadastre", "millésime", "ville/urbanisme/cadastre", "ancien"),
    (ASSIGN, "portail citoyen", "privacy policy", CITIZEN, "privacy policy"),
    (DUE, "portail citoyen", "mentions légales", CITIZEN, "mentions légales"),
    (LABEL, "portail citoyen", "fil d'ariane", CITIZEN, "fil d'Ariane"),
    (SUMMARY, "portail", None, AGENTS, None),
    (SUMMARY, "signalements mobile", None, "ville/voirie/signalements-mobile", None),
    (SUMMARY, "éclairage", None, "ville/voirie/eclairage-public", None),
    (SUMMARY, "school canteen menus", None, "ville/education/cantines/menus-des-cantines", None),
    (CREATE, "portail citoyen", "Erreur 500 sur le formulaire de contact", CITIZEN, None),
    (CREATE, "signalements", "Pigeons sur la place", "ville/voirie/signalements", None),
]

MORE = {
    COMMENT: {"body": "Vu."},
    ASSIGN: {"assignee_hint": "@dev.front"},
    DUE: {"due_date": "2027-01-31"},
    LABEL: {"label_name": "front"},
}


class Conversation:
    """One conversation, the person in it, and what it took."""

    def __init__(self, tool, project, issue, path, title):
        self.tool, self.path, self.title = tool, path, title
        self.arguments = {"project_hint": project, **MORE.get(tool, {})}
        if issue is not None:
            self.arguments["title" if tool == CREATE else "issue_hint"] = issue
        self.questions = self.exchanges = self.bytes = 0

    def recognises(self, text: str) -> bool:
        return bool(self.title and self.title in text) or f"({self.path})" in text

    def fill_in(self, params) -> ElicitResult:
        self.questions += 1
        (name, field), *_ = params.requested_schema["properties"].items()
        choices = {choice["title"].replace("\u00a0", " "): choice["const"] for choice in field["oneOf"]}
        meant = [choice for title, choice in choices.items() if self.recognises(title)] or [
            choice for choice in choices.values() if choice == "create"
        ]
        return ElicitResult(action="accept", content={name: (meant or ["none"])[0]})

    async def say(self, client, arguments) -> dict:
        result = await client.call_tool(self.tool, arguments)
        self.exchanges += 1
        self.bytes += len(json.dumps(arguments)) + len(result.content[0].text.encode())
        return result.structured_content

    def choose(self, told: dict) -> dict | None:
        """What the model sends once the person chose among what it showed them."""
        if told["status"] == "duplicate_warning":
            return {**self.arguments, "confirm": True, "resolved_project_path": self.path}
        rows = [(kind, row) for kind in ["issues", "projects"] for way in ["candidate", "suggested"]
                for row in told.get(f"{way}_{kind}") or []]
        path = (told.get("project") or {}).get("path_with_namespace")
        for kind, row in rows:
            if kind == "issues" and self.title and self.title in row["title"]:
                confirmed = {"confirm": True, "resolved_project_path": path, "resolved_issue_iid": row["iid"]}
                return {**self.arguments, **confirmed}
            if kind == "projects" and path is None and row["path_with_namespace"] == self.path:
                return {**self.arguments, "project_hint": self.path}
        return None

    async def hold(self, client, forms: bool) -> dict:
        told = await self.say(client, self.arguments)
        while not forms and self.exchanges < 4 and told["status"].endswith(("needed", "not_found", "warning")):
            further = self.choose(told)
            if further is None:
                break
            self.questions += 1
            told = await self.say(client, further)
        return told

    def is_right(self, told: dict) -> bool:
        if self.tool == CREATE:
            return told["status"] == "created" and f"/{self.path}/" in told["issue"]["web_url"]
        project = (told.get("project") or {}).get("path_with_namespace") == self.path
        return project and (self.title is None or self.title in ((told.get("issue") or {}).get("title") or ""))

    def is_wrong(self, told: dict) -> bool:
        acted = told["status"] in {"commented", "closed", "reopened", "assigned", "updated", "created"}
        return acted and not self.is_right(told)


async def play(url: str, forms: bool) -> None:
    conversations = [Conversation(*row) for row in CONVERSATIONS]
    failed = wrong = 0
    for conversation in conversations:
        async def fill_in(_, params, person=conversation):
            return person.fill_in(params)

        async with Client(url, mode="auto", elicitation_callback=fill_in if forms else None) as client:
            told = await conversation.hold(client, forms)
        right = conversation.is_right(told) and conversation.questions <= 1
        wrong += conversation.is_wrong(told)
        failed += not right
        if not right:
            print(f"  not right: {conversation.arguments}: {conversation.questions} questions, {told['message']}")
    total = lambda name: sum(getattr(conversation, name) for conversation in conversations)
    print(f"{'forms' if forms else 'data'}: {len(conversations)} conversations, {len(conversations) - failed} right, "
          f"{wrong} wrong acts, {total('questions')} questions, {total('exchanges')} exchanges, {total('bytes')} bytes")
    assert wrong == 0 and failed == 0


async def main() -> None:
    for url, forms in zip(sys.argv[1:], [True, False]):
        await play(url, forms)


asyncio.run(main())
