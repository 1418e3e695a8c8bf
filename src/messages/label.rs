//! The labels of request fields, for the console's forms.

use super::Sentence;

/// The label of a request field; `None` for a name that no operation has.
#[must_use]
pub fn of(field: &str) -> Option<Sentence> {
    Some(match field {
        "assignee_hint" => Sentence::new("Personne (quelques mots)", "Person (a few words)"),
        "body" => Sentence::new("Commentaire", "Comment"),
        "confirm" => Sentence::new(
            "Confirmer : agir sur ce qui est désigné, sans rien deviner",
            "Confirm: act on what is named, guess nothing",
        ),
        "create_label_if_missing" => {
            Sentence::new("Créer l'étiquette si elle manque", "Create the label if it is missing")
        }
        "description" => Sentence::new("Description", "Description"),
        "dry_run" => Sentence::new(
            "Essai à blanc : dire ce qui serait fait, sans rien changer",
            "Dry run: say what would be done, change nothing",
        ),
        "due_date" => Sentence::new("Échéance (AAAA-MM-JJ)", "Due date (YYYY-MM-DD)"),
        "group_hint" => Sentence::new("Groupe (quelques mots)", "Group (a few words)"),
        "initialize_with_readme" => {
            Sentence::new("Commencer par un fichier README", "Start with a README file")
        }
        "issue_hint" => {
            Sentence::new("Ticket (quelques mots, ou #numéro)", "Issue (a few words, or #number)")
        }
        "issue_hints" => Sentence::new("Tickets (quelques mots chacun)", "Issues (a few words each)"),
        "issues" => Sentence::new("Tickets à créer", "Issues to create"),
        "label_name" => Sentence::new("Étiquette", "Label"),
        "labels" => Sentence::new("Étiquettes", "Labels"),
        "limit" => Sentence::new("Nombre maximal", "At most"),
        "milestone_hint" => Sentence::new("Jalon (quelques mots)", "Milestone (a few words)"),
        "name" | "project_name" => Sentence::new("Nom du projet", "Name of the project"),
        "path" => Sentence::new("Dernier segment du chemin", "Last segment of the path"),
        "project_hint" => Sentence::new("Projet (quelques mots)", "Project (a few words)"),
        "project_path" | "resolved_project_path" => {
            Sentence::new("Chemin complet du projet", "Full path of the project")
        }
        "query" => Sentence::new("Recherche", "Search"),
        "resolved_assignee_id" => Sentence::new("Identifiant de la personne", "Id of the person"),
        "namespace_path" | "resolved_group" | "resolved_group_path" => {
            Sentence::new("Chemin complet du groupe", "Full path of the group")
        }
        "resolved_issue_iid" => Sentence::new("Numéro du ticket", "Number of the issue"),
        "resolved_milestone_id" => Sentence::new("Identifiant du jalon", "Id of the milestone"),
        "root_hint" => Sentence::new("Seulement sous ce chemin", "Only below this path"),
        "state" => Sentence::new("État", "State"),
        "target_group_hint" => {
            Sentence::new("Groupe d'accueil (quelques mots)", "Group that is to hold it (a few words)")
        }
        "title" => Sentence::new("Titre", "Title"),
        "visibility" => Sentence::new("Visibilité", "Visibility"),
        _ => return None,
    })
}

/// The help text of a request field; `None` if its label says enough.
#[must_use]
pub fn help(field: &str) -> Option<Sentence> {
    Some(match field {
        "assignee_hint" => {
            Sentence::new("Son nom à peu près, ou @identifiant.", "Their name, more or less, or @username.")
        }
        "body" => Sentence::new("En Markdown.", "In Markdown."),
        "due_date" => Sentence::new("Vide : l'échéance est retirée.", "Blank: the due date is taken away."),
        "issue_hint" => Sentence::new(
            "Son titre à peu près, son numéro ou son adresse.",
            "Its title, more or less, its number or its address.",
        ),
        "issue_hints" => Sentence::new(
            "Titre à peu près, numéro comme #12, ou adresse.",
            "Title, more or less, number like #12, or address.",
        ),
        "milestone_hint" => Sentence::new("Vide : aucun jalon.", "Blank: no milestone."),
        "path" => Sentence::new("Vide : tiré du nom.", "Blank: made of the name."),
        _ => return None,
    })
}
