//! The word lists, French and English, folded, in whichever number: plain data, one reason per list.

use super::lexicon::Numeral::{self, Scale, Ten, Unit};

/// Articles, prepositions, pronouns, auxiliaries: they weigh next to nothing and are no part of the canonical form.
pub(super) const STOP: &str = "\
a afin alors an and are as at au aux avec avoir be by c car ce cela celle celui ces cet cette chez d dans \
de depuis des doit du elle en entre est et etre for from has have i il in is it its j je l la le les leur \
leurs lors lorsque m ma me mes moi mon n ne no nos notre nous of on ont or ou par pas plus point pour qu \
quand que qui quoi s sa sans se ses si son sont sous sur t ta te tes than that the their then this to ton \
tu un une vers via vos votre vous was we when which will with y your";

/// Verbs that most titles share. They weigh less: "ajouter" alone proves little, but tells "ajouter X" from
/// "supprimer X".
pub(super) const LIGHT: &str = "\
add affichage affiche afficher ajout ajoute ajouter allow amelioration ameliore ameliorer change \
changement changer correctif correction corrige corriger create creation cree creer enable enlever etq \
faire fait fix fixe gere gerer improve jour make met mettre mis mise modification modifie modifier passage \
passe passer permet permettre peut peux pouvoir proposer rajout rajouter remove rendre repare retire \
retirer set support suppression supprime supprimer update use utilise utiliser veut veux voir vouloir";

/// What an object is rather than which one: people add these to a name that lacks them.
pub(super) const SOFT: &str = "\
anomalie app appli application bug cote depot developpement equipe espace group groupe issue jalon \
milestone numero pole probleme project projet release repo repository site souci tache task team ticket \
truc v version";

/// Words that say no; a hint that says no never stands for a title that does not.
pub(super) const NEGATIONS: &str = "\
aucun aucune cannot cant don dont echec impossible jamais ne never no non not nothing pas rien sans \
without";

/// Words that a number usually follows: after them "un" and "neuf" are numbers, and "lot 12" is not "ligne 12".
pub(super) const COUNTED: &str = "\
alpha beta chapitre cycle erreur etape iteration jalon ligne lot milestone page phase pi point q rc \
release semaine sprint t tome trimestre v version vue";

/// Kinds of objects of the host: "le projet X", "ticket sur X", "the X milestone".
pub(super) const THINGS: &str = "\
depot equipe espace group groupe issue jalon milestone namespace pole project projet repo repository team \
ticket";

/// Words of two letters and more that say something of the number beside them; so may any single letter.
pub(super) const BESIDE_NUMBERS: &[&str] =
    &["release", "point", "virgule", "dot", "numero", "no", "num", "rc", "alpha", "beta"];

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
