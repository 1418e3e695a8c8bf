/** Every text of the pages that the document does not hold, French and English side by side. */

const plural = (count, one, many) => `${count} ${count === 1 || count === 0 ? one : many}`;
const inEnglish = (count, one, many) => `${count} ${count === 1 ? one : many}`;

export const TEXTS = {
  // The frame of both pages.
  skip: ['Aller au contenu', 'Skip to the content'],
  pages: ['Pages', 'Pages'],
  console: ['Console', 'Console'],
  reference: ['Référence', 'Reference'],
  referenceTitle: ['Référence · Passerelle', 'Reference · Passerelle'],
  token: ['Jeton', 'Token'],
  tokenHelp: [
    'Il reste dans cette page, et s’oublie quand elle se ferme.',
    'It stays in this page, and is forgotten when the page is closed.',
  ],
  tokenLabel: ['Jeton d’accès', 'Access token'],
  operations: ['Opérations', 'Operations'],
  search: ['Chercher une opération', 'Find an operation'],
  none: ['Aucune opération de ce nom.', 'No operation of that name.'],
  unread: [
    (why) => `La description des opérations n’a pas pu être lue (${why}). Rechargez la page.`,
    (why) => `The description of the operations could not be read (${why}). Reload the page.`,
  ],

  signIn: ['Se connecter', 'Sign in'],
  signInOr: ['Ou donnez un jeton d’accès :', 'Or give an access token:'],
  signedInAs: [(name) => `Vous êtes ${name}.`, (name) => `You are ${name}.`],
  signOut: ['Se déconnecter', 'Sign out'],
  signedOut: [
    'Vous êtes déconnecté de cette page. Le serveur d’identité peut vous connaître encore.',
    'You are signed out of this page. The identity server may still know you.',
  ],
  signInAsked: ['Connexion demandée', 'Sign-in needed'],
  signInNone: [
    'Cette passerelle veut savoir qui vous êtes : connectez-vous en haut de la page.',
    'This bridge wants to know who you are: sign in at the top of the page.',
  ],
  signInOver: ['Votre connexion est terminée : connectez-vous de nouveau.', 'Your sign-in is over: sign in again.'],
  signInRefused: [
    (why) => `Le serveur d’identité a refusé la connexion${why ? ` : ${why}` : ''}.`,
    (why) => `The identity server refused the sign-in${why ? `: ${why}` : ''}.`,
  ],
  signInAway: [
    () => 'Le serveur d’identité ne répond pas. Réessayez dans un instant.',
    () => 'The identity server does not answer. Try again in a moment.',
  ],
  signInInsecure: [
    () => 'On ne se connecte qu’à une adresse en https. Prévenez qui s’occupe de la passerelle.',
    () => 'Sign-in needs an https address. Tell whoever looks after the bridge.',
  ],
  signInForeign: [
    () => 'Cette connexion n’a pas été demandée ici : recommencez.',
    () => 'This sign-in was not asked for here: begin again.',
  ],
  language: ['English', 'Français'],

  // The welcome.
  lead: [
    'Dites en quelques mots le projet et le ticket. La passerelle les trouve, puis agit.',
    'Name the project and the issue in a few words. The bridge finds them, then acts.',
  ],
  hostAway: [
    'GitLab ne répond pas à la passerelle en ce moment. Rien ne peut être lu ni modifié d’ici là.',
    'GitLab does not answer the bridge at the moment. Nothing can be read or changed until it does.',
  ],
  hostRefusesAll: [
    'GitLab refuse l’accès à la passerelle : rien ne peut être lu ni modifié. Prévenez qui s’en occupe.',
    'GitLab refuses the bridge’s access: nothing can be read or changed. Tell whoever looks after the bridge.',
  ],
  ask: ['Que voulez-vous faire ?', 'What do you want to do?'],
  askExample: ['fermer, ou portail citoyen', 'close, or citizen portal'],
  askHelp: [
    'Tapez une action, un projet ou un ticket, et choisissez dans la liste. Rien n’est modifié avant que vous n’envoyiez une demande.',
    'Type an action, a project or an issue, and choose from the list. Nothing is changed before you send a request.',
  ],
  askNothing: [
    'Rien de tel. Tapez une action, comme « fermer », ou quelques mots d’un projet ou d’un titre de ticket.',
    'Nothing like that. Type an action, such as “close”, or a few words of a project or of an issue’s title.',
  ],
  offers: ['Ce que ces mots désignent', 'What these words mean'],
  projects: ['Projets', 'Projects'],
  groups: ['Groupes', 'Groups'],
  issues: ['Tickets', 'Issues'],
  recentProjects: ['Projets actifs dernièrement', 'Projects with the latest activity'],
  slogan: ['Quelques mots, le bon ticket', 'A few words, the right issue'],
  labelled: [(label) => `${label} : `, (label) => `${label}: `],
  one: ['Un seul convient', 'Just one fits'],
  oneSays: ['Elle agit, et dit sur quoi.', 'It acts, and says on what.'],
  several: ['Plusieurs conviennent', 'Several fit'],
  severalSays: [
    'Elle demande lequel : un clic pour répondre. Elle ne devine jamais.',
    'It asks which one: a click answers. It never guesses.',
  ],
  noOne: ['Aucun ne convient', 'None fits'],
  noOneSays: [
    'Elle ne change rien, et montre ce qui s’en approche le plus.',
    'It changes nothing, and shows what comes nearest.',
  ],
  sample: ['Échantillon', 'Sample'],
  sampleTitle: ['Ce que vous pouvez demander ici', 'What you can ask for here'],
  sampleLead: [
    'Cette démonstration a ses propres données, inventées. Rien n’y compte : essayez tout.',
    'This demonstration has data of its own, made up. Nothing in it matters: try anything.',
  ],
  sampleTrials: ['Des demandes', 'Some requests'],

  // An operation and its form.
  back: ['‹ Opérations', '‹ Operations'],
  examples: ['Exemples', 'Examples'],
  examplesElsewhere: [
    'Leurs noms sont ceux de la démonstration : mettez les vôtres.',
    'Their names are those of the demonstration: use your own.',
  ],
  exampleTaken: ['Exemple repris dans la demande.', 'Example copied into the request.'],
  send: ['Envoyer', 'Send'],
  sending: ['Envoi…', 'Sending…'],
  clear: ['Vider', 'Clear'],
  readOnly: [
    'Vous ne pouvez que lire ici : cette opération ne peut être envoyée qu’à blanc.',
    'You may only read here: this operation can only be sent as a dry run.',
  ],
  laidOut: [
    'Cette demande vient d’un lien. Rien n’est modifié tant que vous ne cliquez pas sur un bouton ici.',
    'This request comes from a link. Nothing is changed until you press a button here.',
  ],
  more: ['Plus de réglages', 'More settings'],
  needed: [' (nécessaire)', ' (needed)'],
  bounds: [(low, high) => `De ${low} à ${high}.`, (low, high) => `From ${low} to ${high}.`],
  remove: ['Retirer', 'Remove'],
  removeLine: ['Retirer cette ligne', 'Remove this line'],
  removeItem: ['Retirer cette entrée', 'Remove this entry'],
  addLine: ['Ajouter une ligne', 'Add a line'],
  pasteHelp: ['Plusieurs lignes collées dans un titre font autant de tickets.', 'Several lines pasted into a title make as many issues.'],
  addItem: ['Ajouter une entrée', 'Add an entry'],
  clearField: ['Vider sur GitLab', 'Make it empty on GitLab'],
  clearDate: ['Retirer l’échéance', 'Take the due date away'],

  // What comes of a call.
  answer: ['Réponse', 'Answer'],
  working: [
    (seconds, count) => `${count ? `${plural(count, 'ticket', 'tickets')} : en cours` : 'En cours'} depuis ${seconds} s…`,
    (seconds, count) => `${count ? `${inEnglish(count, 'issue', 'issues')}: in progress` : 'In progress'} for ${seconds} s…`,
  ],
  workingLabel: ['En cours', 'In progress'],
  stale: [
    'La demande a changé depuis cette réponse : envoyez-la de nouveau.',
    'The request has changed since this answer: send it again.',
  ],
  chosen: ['Choisi : ', 'Chosen: '],
  choose: ['Choisir', 'Choose'],
  onThis: [
    (title) => title.replace(/d['’]un ticket/, 'de ce ticket').replace('un ticket', 'ce ticket'),
    (title) => title.replace('an issue', 'this issue'),
  ],
  undo: ['Annuler', 'Undo'],
  see: ['Voir', 'See'],
  seeOne: [(name) => ` ${name} sur GitLab`, (name) => ` ${name} on GitLab`],
  score: ['Score', 'Score'],
  tied: ['à égalité', 'a tie'],
  ties: [
    'À égalité, l’ordre ne dit rien : c’est à vous de choisir.',
    'Among ties the order says nothing: the choice is yours.',
  ],
  nearest: ['Ce qui s’en approche le plus', 'What comes nearest'],
  which: [(hint) => `Quel ticket pour « ${hint} » ?`, (hint) => `Which issue for “${hint}”?`],
  nearestTo: [(hint) => `Rien pour « ${hint} ». Ce qui s’en approche le plus`, (hint) => `Nothing for “${hint}”. What comes nearest`],
  pending: ['À préciser', 'To clarify'],
  goOn: ['Continuer avec ces tickets', 'Go on with these issues'],
  pickOne: ['Choisissez au moins un ticket.', 'Choose at least one issue.'],
  forReal: ['Faire pour de bon', 'Do it for real'],
  forRealAll: [(count) => `Modifier ${plural(count, 'ticket', 'tickets')}`, (count) => `Change ${inEnglish(count, 'issue', 'issues')}`],
  revise: ['Modifier la demande', 'Change the request'],
  andMore: [' et plus', ' and more'],
  empty: ['Rien ici.', 'Nothing here.'],
  progress: ['Avancement', 'Progress'],
  done: [' % d’avancement', '% done'],
  dueDate: ['Échéance', 'Due'],
  late: ['en retard', 'late'],
  expired: ['Échu', 'Past due'],
  yes: ['Oui', 'Yes'],
  no: ['Non', 'No'],
  exchange: ['Requête et réponse', 'Request and answer'],
  request: ['Requête', 'Request'],
  curl: ['Ligne curl', 'curl line'],
  python: ['Python', 'Python'],
  javascript: ['JavaScript', 'JavaScript'],
  mcp: ['MCP, envoyé à /mcp', 'MCP, sent to /mcp'],
  otherSamples: ['Python, JavaScript, MCP', 'Python, JavaScript, MCP'],
  reply: [(status, time) => `Réponse (${status}, ${time} ms)`, (status, time) => `Answer (${status}, ${time} ms)`],
  copy: ['Copier', 'Copy'],
  copied: ['Copié', 'Copied'],
  copyOne: [(title) => `Copier : ${title}`, (title) => `Copy: ${title}`],

  // Counts of a bulk answer.
  countCreated: [(count) => plural(count, 'ticket créé', 'tickets créés'), (count) => `${inEnglish(count, 'issue', 'issues')} created`],
  countClosed: [(count) => plural(count, 'ticket fermé', 'tickets fermés'), (count) => `${inEnglish(count, 'issue', 'issues')} closed`],
  countUpdated: [(count) => plural(count, 'ticket modifié', 'tickets modifiés'), (count) => `${inEnglish(count, 'issue', 'issues')} changed`],
  countPreviewed: [(count) => `${count} à faire`, (count) => `${count} to do`],
  countUnchanged: [(count) => plural(count, 'inchangé', 'inchangés'), (count) => `${count} unchanged`],
  countOpen: [(count) => `${count} à préciser`, (count) => `${count} to clarify`],
  countDuplicates: [(count) => plural(count, 'doublon possible', 'doublons possibles'), (count) => inEnglish(count, 'possible duplicate', 'possible duplicates')],
  countMissing: [(count) => plural(count, 'introuvable', 'introuvables'), (count) => `${count} not found`],
  countFailed: [(count) => `${count} en erreur`, (count) => `${count} failed`],
  countNone: ['Aucun ticket', 'No issue'],

  createAll: [(count) => `Créer ${count === 1 ? 'ce ticket' : `les ${count} tickets`} quand même`, (count) => `Create ${count === 1 ? 'this issue' : `the ${count} issues`} anyway`],

  // Refusals.
  unanswered: ['Pas de réponse', 'No answer'],
  unansweredSays: ['La passerelle n’a pas répondu.', 'The bridge did not answer.'],
  unansweredWrite: [
    'La passerelle n’a pas répondu. Vous pouvez renvoyer la demande : elle n’est jamais faite deux fois.',
    'The bridge did not answer. You can send the request again: it is never done twice.',
  ],
  again: ['Réessayer', 'Try again'],
  againNext: ['Réessayez dans un instant : la même demande n’est jamais faite deux fois.', 'Try again in a moment: the same request is never done twice.'],
  unreadable: ['La réponse n’est pas lisible.', 'The answer can’t be read.'],
  httpStatus: ['Statut HTTP', 'HTTP status'],
  code: ['Code', 'Code'],
  requestId: ['Identifiant de la requête', 'Request id'],
  tokenAsked: ['Jeton demandé', 'Token needed'],
  tokenNone: [
    'Cette passerelle demande un jeton d’accès : donnez le vôtre en haut de la page, ou demandez-en un à qui s’occupe de la passerelle.',
    'This bridge asks for an access token: enter yours at the top of the page, or ask whoever looks after the bridge for one.',
  ],
  tokenWrong: ['Jeton non reconnu', 'Token not recognised'],
  tokenUnknown: [
    'La passerelle ne reconnaît pas ce jeton : il est incomplet, expiré ou retiré. Donnez-en un autre.',
    'The bridge does not recognise this token: it is incomplete, expired or revoked. Give another one.',
  ],
  tokenNext: ['Renvoyez ensuite la demande : elle est restée dans le formulaire.', 'Then send the request again: it is still in the form.'],
  hostRefuses: ['GitLab refuse la passerelle', 'GitLab refuses the bridge'],
  hostRefusesHelp: [
    'Ce n’est pas votre jeton : c’est celui de la passerelle, expiré ou retiré. Prévenez qui s’en occupe.',
    'It is not your token but the bridge’s own, expired or revoked. Tell whoever looks after it.',
  ],
  rightNext: [
    'Demandez ce droit à qui s’occupe de la passerelle ou du projet.',
    'Ask whoever looks after the bridge or the project for this right.',
  ],
  unchangedHost: ['Rien n’a été modifié sur GitLab.', 'Nothing was changed on GitLab.'],
  perhapsChanged: [
    'La modification a peut-être été faite. Regardez sur GitLab ce qu’il en est.',
    'The change may have been made. Check on GitLab.',
  ],
  status400: ['Valeur inutilisable', 'Value that can’t be used'],
  status401: ['Jeton demandé', 'Token needed'],
  status403: ['Interdit', 'Forbidden'],
  status404: ['Introuvable', 'Not found'],
  status408: ['Demande reçue trop lentement', 'Request came too slowly'],
  status409: ['Conflit', 'Conflict'],
  status413: ['Demande trop grande', 'Request too large'],
  status415: ['Demande qui n’est pas du JSON', 'Request that is not JSON'],
  status422: ['Demande à corriger', 'Request to be corrected'],
  status429: ['Trop de demandes', 'Too many requests'],
  status500: ['Échec', 'Failure'],
  status502: ['GitLab ne répond pas comme il faut', 'GitLab does not answer as it should'],
  status503: ['Indisponible', 'Unavailable'],
  status504: ['Trop long', 'Too slow'],
  refused: ['Refusé', 'Refused'],

  // The reference.
  documentLead: [
    'Chaque opération est un POST d’un objet JSON. Cette page montre le document OpenAPI :',
    'Each operation is a POST of a JSON object. This page shows the OpenAPI document:',
  ],
  contents: ['Sommaire', 'Contents'],
  shared: ['Partagé', 'Shared'],
  records: ['Enregistrements', 'Records'],
  errors: ['Erreurs', 'Errors'],
  tryIt: ['Essayer', 'Try it'],
  openAll: ['Tout déplier', 'Unfold all'],
  closeAll: ['Tout replier', 'Fold all'],
  requestFields: ['Champs de la demande', 'Request fields'],
  answerFields: ['Champs de la réponse', 'Answer fields'],
  answers: ['Réponses', 'Answers'],
  requestOf: [(title) => `Demande : ${title}`, (title) => `Request: ${title}`],
  answerOf: [(title) => `Réponse : ${title}`, (title) => `Answer: ${title}`],
  exampleRequest: ['Demande', 'Request'],
  field: ['Champ', 'Field'],
  type: ['Type', 'Type'],
  limits: ['Bornes', 'Bounds'],
  default: ['Défaut', 'Default'],
  description: ['Description', 'Description'],
  content: ['Contenu', 'Content'],
  status: ['Statut', 'Status'],
  meaning: ['Sens', 'Meaning'],
  hostAnswered: ['Ce que GitLab a répondu, avec son propre statut', 'What GitLab answered, with its own status'],
  hostStatus: ['statut de l’hôte', 'the host’s status'],
  errorShape: ['Toute erreur est un objet JSON : ', 'Every error is a JSON object: '],
  string: ['texte', 'text'],
  integer: ['entier', 'integer'],
  number: ['nombre', 'number'],
  boolean: ['oui ou non', 'yes or no'],
  value: ['valeur', 'value'],
  listOf: ['liste de ', 'list of '],
  orNull: [', ou null', ', or null'],
  range: [(low, high) => `${low} à ${high}`, (low, high) => `${low} to ${high}`],
  atLeast: [(low) => `${low} au moins`, (low) => `${low} at least`],
  characters: [' caractères', ' characters'],
  elements: [' éléments', ' elements'],
  between: [' ; ', '; '],
};

let language = 'fr';

/** The language of the pages, for dates, numbers and what is asked of the bridge. */
export const spoken = () => language;

/** A text in the language of the pages. */
export function text(name, ...values) {
  const said = TEXTS[name][language === 'en' ? 1 : 0];
  return spaced(typeof said === 'function' ? said(...values) : said);
}

/** A sentence whose French marks stay with their words: they are written with plain spaces. */
export function spaced(sentence) {
  return sentence.replace(/ (?=[:;!?»%])/g, '\u00a0').replaceAll('« ', '«\u00a0');
}

/** What the bridge's sentences say of a yes-or-no field, to programs, and what they say here: people tick a box. */
const TICKED = {
  fr: [[/envoyez (« [^»]+ ») à true/g, 'cochez $1'], [/(« [^»]+ ») à true/g, '$1 coché']],
  en: [[/send (“[^”]+”) set to true/g, 'tick $1'], [/(“[^”]+”) set to true/g, '$1 ticked']],
};

/** A sentence that says to tick a box where the bridge says to send `true`. */
export function ticked(sentence) {
  return TICKED[language].reduce((said, [sent, box]) => said.replace(sent, box), sentence);
}

/** Where this browser keeps the language that was chosen instead of its own. */
const KEPT = 'passerelle-language';

/** The language that was chosen in this browser, if any was, and if it may keep something. */
export function chosenLanguage() {
  try {
    return localStorage.getItem(KEPT) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Makes a button turn the pages to the other language. */
export function languageSwitch(control, turn) {
  control.addEventListener('click', () => {
    const other = language === 'en' ? 'fr' : 'en';
    try {
      localStorage.setItem(KEPT, other);
    } catch {
      // Nothing can be stored, so the choice holds until the page is left.
    }
    return turn(other);
  });
}

/** Turns the pages to a language: what stands in them by name is filled in. */
export function speak(chosen) {
  language = chosen === 'en' ? 'en' : 'fr';
  document.documentElement.lang = language;
  document.getElementById('language')?.setAttribute('lang', language === 'en' ? 'fr' : 'en');
  for (const element of document.querySelectorAll('[data-text]')) element.textContent = text(element.dataset.text);
  for (const element of document.querySelectorAll('[data-label]')) element.setAttribute('aria-label', text(element.dataset.label));
  for (const element of document.querySelectorAll('[data-placeholder]')) element.placeholder = text(element.dataset.placeholder);
}
