//! What request fields are called where people fill them in.

/// The French label of a request field; none for a name that no operation has.
#[must_use]
pub fn of(field: &str) -> Option<&'static str> {
    Some(match field {
        "assignee_hint" => "Personne (quelques mots)",
        "body" => "Commentaire",
        "confirm" => "Confirmer : agir sur ce qui est désigné, sans rien deviner",
        "create_label_if_missing" => "Créer l'étiquette si elle manque",
        "description" => "Description",
        "dry_run" => "Essai à blanc : dire ce qui serait fait, sans rien changer",
        "due_date" => "Échéance (AAAA-MM-JJ)",
        "group_hint" => "Groupe (quelques mots)",
        "initialize_with_readme" => "Commencer par un fichier README",
        "issue_hint" => "Ticket (quelques mots, ou #numéro)",
        "issue_hints" => "Tickets (quelques mots chacun)",
        "issues" => "Tickets à créer",
        "label_name" => "Étiquette",
        "labels" => "Étiquettes",
        "limit" => "Nombre maximal",
        "milestone_hint" => "Jalon (quelques mots)",
        "name" | "project_name" => "Nom du projet",
        "path" => "Dernier segment du chemin",
        "project_hint" => "Projet (quelques mots)",
        "project_path" | "resolved_project_path" => "Chemin complet du projet",
        "query" => "Recherche",
        "resolved_assignee_id" => "Identifiant de la personne",
        "namespace_path" | "resolved_group" | "resolved_group_path" => "Chemin complet du groupe",
        "resolved_issue_iid" => "Numéro du ticket",
        "resolved_milestone_id" => "Identifiant du jalon",
        "root_hint" => "Seulement sous ce chemin",
        "state" => "État",
        "target_group_hint" => "Groupe d'accueil (quelques mots)",
        "title" => "Titre",
        "visibility" => "Visibilité",
        _ => return None,
    })
}

/// What to put into a request field, in French; none where its label says enough.
#[must_use]
pub fn help(field: &str) -> Option<&'static str> {
    Some(match field {
        "assignee_hint" => "Son nom à peu près, ou @identifiant.",
        "body" => "En Markdown.",
        "due_date" => "Vide : l'échéance est retirée.",
        "group_hint" | "project_hint" | "target_group_hint" => {
            "Son nom à peu près, son chemin complet ou son adresse."
        }
        "issue_hint" => "Son titre à peu près, son numéro ou son adresse.",
        "issue_hints" => "Titre à peu près, numéro comme #12, ou adresse.",
        "milestone_hint" => "Vide : aucun jalon.",
        "path" => "Vide : tiré du nom.",
        _ => return None,
    })
}
