//! What a caller reads when an operation fails for an unknown reason.

/// projects/check-create
pub const CHECK_PROJECT: &str = "Une erreur inattendue a empêché de vérifier la création du projet.";
/// projects/create and assistant-create
pub const CREATE_PROJECT: &str = "Une erreur inattendue a empêché de créer le projet.";
/// projects/assistant-list
pub const LIST_PROJECTS: &str = "Une erreur inattendue a empêché de lister les projets.";
/// projects/assistant-tasks
pub const PROJECT_TASKS: &str = "Une erreur inattendue a empêché de lister les tâches du projet.";
/// projects/assistant-progress
pub const PROJECT_PROGRESS: &str = "Une erreur inattendue a empêché de calculer l'avancement du projet.";
/// projects/summary
pub const PROJECT_SUMMARY: &str = "Une erreur inattendue a empêché de résumer le projet.";
/// groups/search
pub const SEARCH_GROUPS: &str = "Une erreur inattendue a empêché de chercher les groupes.";
/// issues/create and assistant-create
pub const CREATE_ISSUE: &str = "Une erreur inattendue a empêché de créer le ticket.";
/// issues/assistant-list
pub const LIST_ISSUES: &str = "Une erreur inattendue a empêché de lister les tickets.";
/// issues/assistant-close
pub const CLOSE_ISSUE: &str = "Une erreur inattendue a empêché de fermer le ticket.";
/// issues/assistant-reopen
pub const REOPEN_ISSUE: &str = "Une erreur inattendue a empêché de rouvrir le ticket.";
/// issues/assistant-bulk-close
pub const CLOSE_ISSUES: &str = "Une erreur inattendue a empêché de fermer les tickets.";
/// issues/assistant-update
pub const UPDATE_ISSUE: &str = "Une erreur inattendue a empêché de modifier le ticket.";
/// issues/assistant-comment
pub const COMMENT_ISSUE: &str = "Une erreur inattendue a empêché de commenter le ticket.";
/// issues/assistant-set-due-date
pub const SET_DUE_DATE: &str = "Une erreur inattendue a empêché de fixer l'échéance du ticket.";
/// issues/assistant-assign
pub const ASSIGN_ISSUE: &str = "Une erreur inattendue a empêché d'assigner le ticket.";
/// issues/assistant-list-labels
pub const LIST_LABELS: &str = "Une erreur inattendue a empêché de lister les étiquettes.";
/// issues/assistant-add-label
pub const ADD_LABEL: &str = "Une erreur inattendue a empêché d'ajouter l'étiquette au ticket.";
/// issues/assistant-bulk-add-label and assistant-add-label-all
pub const ADD_LABELS: &str = "Une erreur inattendue a empêché d'ajouter l'étiquette aux tickets.";
/// issues/assistant-batch-create
pub const BATCH_CREATE: &str = "Une erreur inattendue a empêché de créer les tickets.";
