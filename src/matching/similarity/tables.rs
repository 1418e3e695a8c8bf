//! The word lists, French and English, folded and in the singular: plain data, one reason per list.

use super::lexicon::Numeral::{self, Scale, Ten, Unit};

/// Articles, prepositions, pronouns, auxiliaries: they weigh next to nothing and are no part of the canonical form.
pub(super) const STOP: &str = "\
a afin alors an and are as at au aux avec avoir be by c car ce cela celle celui ces cet cette chez d dans de depuis \
des doit du elle en entre est et etre for from has have i il in is it its j je l la le les leur leurs lors lorsque m ma \
me mes moi mon n ne no nos notre nous of on ont or ou par pas plus pour qu quand que qui quoi s sa sans se ses si son \
sont sous sur t ta te tes than that the their then this to ton tu un une vers via vos votre vous was we when which will \
with y your";

/// Verbs that most titles share. They weigh less: "ajouter" alone proves little, but tells "ajouter X" from "supprimer X".
pub(super) const LIGHT: &str = "\
add afficher affiche affichage ajouter ajoute ajout allow ameliorer ameliore amelioration change changer changement \
corriger corrige correction correctif create creer cree creation enable enlever etq faire fait fix fixe gerer gere \
improve jour make met mettre mise mis modifier modifie modification passer passe permet permettre passage pouvoir peut peux \
proposer rajout rajouter remove rendre repare retirer retire set supprimer supprime suppression support update use \
utiliser utilise veut veux voir vouloir";

/// What an object is rather than which one: people add these to a name that lacks them.
pub(super) const SOFT: &str = "\
anomalie app appli application bug cote depot developpement equipe espace feature group groupe issue jalon \
milestone numero page pole probleme project projet release repo repository site souci tache task team ticket truc v version";

/// Words that say no; a hint that says no never stands for a title that does not.
pub(super) const NEGATIONS: &str = "\
aucun aucune cannot cant don dont echec impossible jamais ne never no non not nothing pas rien sans without";

/// Words that a number usually follows: after them "un" and "neuf" are numbers, and "lot 12" is not "ligne 12".
pub(super) const COUNTED: &str = "\
alpha beta chapitre cycle erreur etape iteration jalon ligne lot milestone page phase pi point q rc release semaine sprint t tome \
trimestre v version vue zep";

/// Kinds of objects of the host: "le projet X", "ticket sur X", "the X milestone".
pub(super) const THINGS: &str = "\
depot equipe espace group groupe issue jalon milestone namespace pole project projet repo repository team ticket";

/// Words that the cutting of a text looks at though they belong to no other list.
pub(super) const SIGNALS: &[&str] =
    &["v", "release", "version", "point", "virgule", "dot", "numero", "n", "no", "num"];

/// Polite and hesitating phrases and spoken separators, dropped wherever they stand.
pub(super) const COURTESIES: &[&str] = &[
    "s il te plait",
    "s il vous plait",
    "stp",
    "svp",
    "merci",
    "please",
    "thanks",
    "euh",
    "heu",
    "je crois",
    "je pense",
    "tu sais",
    "tiret du bas",
    "tiret bas",
    "tiret",
    "slash",
    "underscore",
    "i think",
    "you know",
];

/// Phrases that lead to the name, dropped at the start of a text that goes on after them.
pub(super) const LEAD_INS: &[&str] = &[
    "il faut regarder",
    "je voudrais",
    "je cherche",
    "peux tu",
    "tu peux",
    "i want",
    "can you",
    "could you",
    "look for",
    "il s agit de",
    "mets le dans",
    "mets la dans",
    "mettre dans",
    "a mettre dans",
    "c est pour",
    "c est",
    "les projets de",
    "celui qui s appelle",
    "celle qui s appelle",
    "celui sur",
    "celle sur",
    "celui",
    "celle",
    "the one about",
    "the one called",
    "the one named",
    "ferme",
    "fermer",
    "close",
    "rouvre",
    "rouvrir",
    "reopen",
    "cherche",
    "trouve",
    "find",
];

/// Words of action among the lead-ins: they only lead when a kind of object follows ("ferme le ticket X"), since
/// "fermer la fenêtre" is a title.
pub(super) const LEAD_VERBS: &[&str] =
    &["ferme", "fermer", "close", "rouvre", "rouvrir", "reopen", "cherche", "trouve", "find"];

/// What may stand before a kind of object: "dans notre projet X".
pub(super) const DETERMINERS: &str = "l le la les un une mon ma mes notre nos ce cette cet au aux du de d the this my our dans sur pour chez in of to";

/// What may stand between a kind of object and its name: "le projet qui s'appelle X".
pub(super) const CONNECTORS: &[&str] = &[
    "qui s appelle",
    "qui parle de",
    "qui parle d",
    "qui concerne",
    "appele",
    "appelee",
    "nomme",
    "nommee",
    "called",
    "named",
    "about",
    "a propos de",
    "concernant",
    "numero",
    "sur",
    "de",
    "des",
    "du",
    "d",
    "please",
];

/// Spelled numbers, French and English, and the way speech-to-text misspells some.
pub(super) const NUMERALS: &[(&str, Numeral)] = &[
    ("zero", Unit(0)),
    ("un une one", Unit(1)),
    ("deux two", Unit(2)),
    ("trois troi three", Unit(3)),
    ("quatre katre four", Unit(4)),
    ("cinq cink five", Unit(5)),
    ("six", Unit(6)),
    ("sept seven", Unit(7)),
    ("huit uit eight", Unit(8)),
    ("neuf nine", Unit(9)),
    ("dix ten", Unit(10)),
    ("onze eleven", Unit(11)),
    ("douze twelve", Unit(12)),
    ("treize thirteen", Unit(13)),
    ("quatorze fourteen", Unit(14)),
    ("quinze fifteen", Unit(15)),
    ("seize sixteen", Unit(16)),
    ("seventeen", Unit(17)),
    ("eighteen", Unit(18)),
    ("nineteen", Unit(19)),
    ("vingt vingts twenty", Ten(20)),
    ("trente thirty", Ten(30)),
    ("quarante forty", Ten(40)),
    ("cinquante fifty", Ten(50)),
    ("soixante sixty", Ten(60)),
    ("septante seventy", Ten(70)),
    ("huitante octante eighty", Ten(80)),
    ("nonante ninety", Ten(90)),
    ("cent cents hundred", Scale(100)),
    ("mille thousand", Scale(1000)),
];

/// Spelled ordinals: numbers where something counted follows ("premier trimestre").
pub(super) const ORDINALS: &[(&str, u32)] = &[
    ("premier premiere first", 1),
    ("deuxieme second seconde", 2),
    ("troisieme third", 3),
    ("quatrieme fourth", 4),
    ("cinquieme fifth", 5),
    ("sixieme sixth", 6),
    ("septieme seventh", 7),
    ("huitieme eighth", 8),
    ("neuvieme ninth", 9),
    ("dixieme tenth", 10),
];

/// Abbreviations that stand for several words; both sides of a comparison are written out.
pub(super) const PHRASES: &[(&str, &str)] = &[
    ("bdd", "base donnee"),
    ("cb", "carte bancaire"),
    ("cgu", "condition generale utilisation"),
    ("dashboard", "tableau bord"),
    ("e2e", "bout bout"),
    ("maj", "mise jour"),
    ("mdp", "mot passe"),
    ("mep", "mise production"),
    ("mr", "merge request"),
    ("password", "mot passe"),
    ("pj", "piece jointe"),
    ("pr", "pull request"),
    ("rdv", "rendez vous"),
    ("sso", "single sign on"),
];

/// One word in several forms: abbreviations, translations, irregular families.
pub(super) const SAME: &[&str] = &[
    "a11y accessibilite accessibility",
    "accueil home",
    "actualite news",
    "admin administration administrateur administratif administrator",
    "ado adolescent",
    "agenda calendrier calendar",
    "alerte alert",
    "app appli application",
    "april avril",
    "auth authentification authentication",
    "august aout",
    "auto automatique automatic automatiquement automatically",
    "back backend",
    "boutique shop store",
    "bouton button btn",
    "branch branche",
    "carto cartographie",
    "champ field",
    "citizen citoyen citoyenne",
    "city ville commune",
    "cle key",
    "client customer",
    "colonne column",
    "com communication",
    "commande order",
    "commentaire comment",
    "compte account",
    "conf config configuration",
    "connexion login connection",
    "conge leave",
    "couche layer",
    "couleur color colour",
    "december decembre",
    "demo demonstration",
    "dep dependance dependency dependencie",
    "dev developpement development developpeur developer",
    "doc documentation docs",
    "donnee data",
    "dossier folder",
    "droit permission",
    "ecole school",
    "emploi job",
    "enseignant teacher",
    "env environnement environment",
    "equipe team",
    "erreur error",
    "eleve student",
    "example exemple",
    "facture invoice",
    "fichier file",
    "evenement event",
    "february fevrier",
    "filtre filter",
    "flux feed",
    "form formulaire",
    "formation training",
    "fournisseur supplier",
    "front frontend",
    "gen generateur generator",
    "info information",
    "infra infrastructure",
    "january janvier",
    "inventaire inventory stock",
    "journal log",
    "july juillet",
    "jun june juin",
    "k8 k8s kubernetes",
    "langue language",
    "library bibliotheque lib librairie",
    "lien link url",
    "list liste",
    "livraison delivery",
    "mail email courriel",
    "marche market marketplace",
    "march mars",
    "max maximum maximal maximale",
    "may mai",
    "message msg",
    "min minimum minimal minimale",
    "minute min",
    "monitoring supervision",
    "notif notification notifier",
    "november novembre",
    "october octobre",
    "orga organisation organization organisme",
    "outil tool",
    "package paquet",
    "paiement payment",
    "param parametre parameter parametrage setting",
    "panier cart",
    "photo picture image",
    "plan map",
    "prix price",
    "preprod preproduction",
    "prez presentation",
    "pro professionnel",
    "prod production",
    "prog programme program",
    "projet project",
    "promo promotion",
    "proto prototype",
    "qualite quality",
    "rapport report",
    "recap recapitulatif",
    "recherche search rechercher",
    "regle rule",
    "reseau network",
    "reservation booking",
    "ref referentiel reference",
    "repo repository depot",
    "reu reunion meeting",
    "sauvegarde backup",
    "sante health",
    "schema scheme",
    "securite security",
    "september septembre",
    "serveur server",
    "service svc",
    "simu simulateur simulator simulation",
    "site website web",
    "spec specification",
    "stat statistique statistic",
    "stockage storage",
    "synchro synchronisation synchroniser sync synchronization",
    "tel telephone phone",
    "template modele",
    "test tester",
    "titre title",
    "token jeton",
    "trad traduction translation traduire translate",
    "trimestre quarter t q",
    "tuto tutoriel tutorial",
    "util utilitaire utility",
    "utilisateur user usager",
    "valid validation valideur validator validateur",
    "verif verification",
    "vis visualisation",
    "visio visioconference",
];

/// Words of like meaning: in titles one is used for the other.
pub(super) const ALIKE: &[&str] = &[
    "ajouter ajoute ajout add rajouter rajoute rajout mettre create creer creation cree",
    "ameliorer ameliore amelioration improve optimiser optimise enhance enhancement",
    "autoriser autorise permettre permet allow",
    "bloquer bloque empecher empeche interdire",
    "bord dashboard",
    "bug erreur error probleme souci anomalie issue defaut",
    "changer change modifier modifie modification remplacer remplace editer edit changement replace",
    "corriger corrige correction correctif fix fixe reparer repare repair resolve resoudre solve bugfix hotfix",
    "creer cree creation create faire generer",
    "deplacer deplace bouger bouge move relocate",
    "download telecharger telechargement recuperer exporter",
    "ecran screen page vue",
    "fichier document piece",
    "gestion management",
    "gestionnaire manager",
    "header entete tete",
    "lenteur lent chargement slow performance perf",
    "libelle texte label intitule",
    "liste tableau table",
    "update upgrade actualiser actualisation mise montee",
    "mettre mise met",
    "migrer migration passer passe passage switch",
    "montrer montre afficher affiche affichage voir visualiser visualisation show display",
    "recrutement hiring",
    "rename renommer renomme",
    "support prise charge",
    "supprimer supprime suppression delete remove drop enlever enleve retirer retire retrait virer effacer",
    "utiliser utilise utilisation use employer emploie usage",
];

/// Lists whose members exclude each other: a hint that says one never stands for a title that says another.
/// `|` parts the sides. Taken up: the pairs that projects, milestones and titles are told apart by.
pub(super) const OPPOSITES: &[&str] = &[
    "activer active activation enable|desactiver desactive desactivation disable",
    "ajouter ajoute ajout add rajouter rajoute creer cree creation create|supprimer supprime suppression delete remove enlever enleve retirer retire retrait drop",
    "afficher affiche affichage montrer show display|masquer masque cacher hide",
    "ouvrir ouvert ouverte ouverture open rouvrir|fermer ferme fermee fermeture close closed",
    "avec with|sans without",
    "avant before|apres after",
    "autoriser autorise permettre allow accepter accepte accept|interdire interdit bloquer bloque empecher forbid deny \
     block refuser refuse refus reject",
    "augmenter augmente augmentation increase|diminuer diminue reduire reduit baisse decrease reduce",
    "demarrer demarre demarrage start|arreter arrete arret stop",
    "envoyer envoi envoie send|recevoir recoit reception receive",
    "installer installation install|desinstaller desinstallation uninstall",
    "connecter connexion login|deconnecter deconnexion logout",
    "abonner abonnement subscribe|desabonner desabonnement unsubscribe",
    "inscription inscrire|desinscription desinscrire",
    "verrouiller lock|deverrouiller unlock",
    "import importer importe importation|export exporter exporte exportation",
    "upload televersement|download telechargement telecharger",
    "entrant entrante entree input inbound incoming|sortant sortante sortie output outbound outgoing",
    "front frontend|back backend",
    "client|serveur server",
    "android|ios",
    "windows|linux|mac macos",
    "public publique|prive privee private",
    "interne internal|externe external",
    "inclusion|exclusion",
    "admin administrateur|agent|usager utilisateur user|instructeur|expert",
    "ancien ancienne old legacy|nouveau nouvelle nouvel new",
    "premier premiere first|dernier derniere last",
    "precedent previous|suivant next",
    "haut top|bas bottom",
    "gauche left|droite right",
    "min minimum minimal minimale|max maximum maximal maximale",
    "debut|fin",
    "local locale|distant remote",
    "mineur mineure minor|majeur majeure major",
    "prod production|preprod preproduction|recette|staging",
    "entreprise|particulier",
    "nord north|sud south",
    "lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche",
    "janvier january|fevrier february|mars march|avril april|mai may|juin june|juillet july|aout august|septembre \
     september|octobre october|novembre november|decembre december",
    "courriel mail email|sms|push|courrier",
    "csv|pdf|excel xls xlsx|json|xml|odt",
    "mysql|postgre postgresql postgres|sqlite|mongodb|oracle",
];
