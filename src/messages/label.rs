//! The labels of request fields, for the console's forms.

use super::Phrase;

/// The label of a request field; `None` for a name that no operation has.
#[must_use]
pub fn of(field: &str) -> Option<Phrase> {
    Some(match field {
        "assignee_hint" => Phrase::new("Personne (quelques mots)", "Person (a few words)"),
        "body" => Phrase::new("Commentaire", "Comment"),
        "confirm" => Phrase::new(
            "Confirmer : agir sur ce qui est désigné, sans rien deviner",
            "Confirm: act on what is named, guess nothing",
        ),
        "create_label_if_missing" => {
            Phrase::new("Créer l'étiquette si elle manque", "Create the label if it is missing")
        }
        "description" => Phrase::new("Description", "Description"),
        "dry_run" => Phrase::new(
            "Essai à blanc : dire ce qui serait fait, sans rien changer",
            "Dry run: say what would be done, change nothing",
        ),
        "due_date" => Phrase::new("Échéance (AAAA-MM-JJ)", "Due date (YYYY-MM-DD)"),
        "group_hint" => Phrase::new("Groupe (quelques mots)", "Group (a few words)"),
        "initialize_with_readme" => {
            Phrase::new("Commencer par un fichier README", "Start with a README file")
        }
        "issue_hint" => Phrase::new("Ticket (quelques mots, ou #numéro)", "Issue (a few words, or #number)"),
        "issue_hints" => Phrase::new("Tickets (quelques mots chacun)", "Issues (a few words each)"),
        "issues" => Phrase::new("Tickets à créer", "Issues to create"),
        "label_name" => Phrase::new("Étiquette", "Label"),
        "labels" => Phrase::new("Étiquettes", "Labels"),
        "limit" => Phrase::new("Nombre maximal", "At most"),
        "milestone_hint" => Phrase::new("Jalon (quelques mots)", "Milestone (a few words)"),
        "name" | "project_name" => Phrase::new("Nom du projet", "Name of the project"),
        "path" => Phrase::new("Dernier segment du chemin", "Last segment of the path"),
        "project_hint" => Phrase::new("Projet (quelques mots)", "Project (a few words)"),
        "project_path" | "resolved_project_path" => {
            Phrase::new("Chemin complet du projet", "Full path of the project")
        }
        "query" => Phrase::new("Recherche", "Search"),
        "resolved_assignee_id" => Phrase::new("Identifiant de la personne", "Id of the person"),
        "namespace_path" | "resolved_group" | "resolved_group_path" => {
            Phrase::new("Chemin complet du groupe", "Full path of the group")
        }
        "resolved_issue_iid" => Phrase::new("Numéro du ticket", "Number of the issue"),
        "resolved_milestone_id" => Phrase::new("Identifiant du jalon", "Id of the milestone"),
        "root_hint" => Phrase::new("Seulement sous ce chemin", "Only below this path"),
        "state" => Phrase::new("État", "State"),
        "target_group_hint" => {
            Phrase::new("Groupe d'accueil (quelques mots)", "Group that is to hold it (a few words)")
        }
        "title" => Phrase::new("Titre", "Title"),
        "visibility" => Phrase::new("Visibilité", "Visibility"),
        _ => return None,
    })
}

/// The help text of a request field; `None` if its label says enough.
#[must_use]
pub fn help(field: &str) -> Option<Phrase> {
    Some(match field {
        "assignee_hint" => {
            Phrase::new("Son nom à peu près, ou @identifiant.", "Their name, more or less, or @username.")
        }
        "body" => Phrase::new("En Markdown.", "In Markdown."),
        "due_date" => Phrase::new("Vide : l'échéance est retirée.", "Blank: the due date is taken away."),
        "issue_hint" => Phrase::new(
            "Son titre à peu près, son numéro ou son adresse.",
            "Its title, more or less, its number or its address.",
        ),
        "issue_hints" => Phrase::new(
            "Titre à peu près, numéro comme #12, ou adresse.",
            "Title, more or less, number like #12, or address.",
        ),
        "milestone_hint" => Phrase::new("Vide : aucun jalon.", "Blank: no milestone."),
        "path" => Phrase::new("Vide : tiré du nom.", "Blank: made of the name."),
        _ => return None,
    })
}
