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
  tokenLabel: ['Jeton d’accès', 'Access token'],
  tokenHelp: [
    'À donner si cette passerelle en demande un. Il reste dans cette page, et s’oublie quand elle se ferme.',
    'To be given if this bridge asks for one. It stays in this page, and is forgotten when the page is closed.',
  ],
  operations: ['Opérations', 'Operations'],
  search: ['Chercher une opération', 'Find an operation'],
  none: ['Aucune opération de ce nom.', 'No operation of that name.'],
  unread: [
    (why) => `La description des opérations n’a pas pu être lue (${why}). Rechargez la page.`,
    (why) => `The description of the operations could not be read (${why}). Reload the page.`,
  ],

  // The welcome.
  slogan: ['Quelques mots, le bon ticket', 'A few words, the right issue'],
  lead: [
    'Dites ce que vous voulez comme vous le diriez à un collègue. La passerelle trouve le projet et le ticket, puis agit.',
    'Say what you want as you would to a colleague. The bridge finds the project and the issue, then acts.',
  ],
  ask: ['Dites-le avec vos mots', 'Say it in your words'],
  askExample: ['ferme le ticket page de connexion dans portail citoyen', 'close the ticket login page in citizen portal'],
  askHelp: [
    'La console choisit l’opération et remplit la demande. Rien n’est envoyé avant que vous ne l’ayez relue.',
    'The console picks the operation and fills in the request. Nothing is sent before you have read it.',
  ],
  // Sentences that a test sends: each finds what it names in the demonstration.
  askLike: [
    'Ou encore : « où en est portail citoyen », « crée un ticket Traduire le menu dans formation », « assigne #12 à @testeur dans portail citoyen ».',
    'Or else: “how far is citizen portal”, “create an issue Translate the menu in formation”, “assign #12 to @testeur in citizen portal”.',
  ],
  prepare: ['Préparer', 'Prepare'],
  prepareOne: [(title) => `Préparer : ${title}`, (title) => `Prepare: ${title}`],
  labelled: [(label) => `${label} : `, (label) => `${label}: `],
  picked: ['Opérations qui conviennent', 'Operations that fit'],
  unpicked: [
    'Aucune opération ne se reconnaît dans ces mots : choisissez-la dans la liste.',
    'No operation is recognised in these words: choose one in the list.',
  ],
  from: [(words) => `D’après « ${words} ». Relisez, puis envoyez.`, (words) => `From “${words}”. Read it over, then send it.`],
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
  sampleProjects: ['Des projets', 'Some projects'],
  sampleIssues: ['Des tickets', 'Some issues'],
  sampleGroups: ['Des groupes', 'Some groups'],
  sampleTrials: ['Des demandes', 'Some requests'],

  // An operation and its form.
  back: ['‹ Opérations', '‹ Operations'],
  examples: ['Exemples', 'Examples'],
  examplesElsewhere: [
    'Leurs noms sont ceux de la démonstration : mettez les vôtres.',
    'Their names are those of the demonstration: put yours.',
  ],
  exampleTaken: ['Exemple repris dans la demande.', 'Example copied into the request.'],
  send: ['Envoyer', 'Send'],
  sending: ['Envoi…', 'Sending…'],
  clear: ['Vider', 'Clear'],
  readOnly: [
    'Cette passerelle est en lecture seule : cette opération ne peut être envoyée qu’à blanc.',
    'This bridge is read-only: this operation can only be sent as a dry run.',
  ],
  more: ['Plus de réglages', 'More settings'],
  needed: [' (nécessaire)', ' (needed)'],
  bounds: [(low, high) => `De ${low} à ${high}.`, (low, high) => `From ${low} to ${high}.`],
  remove: ['Retirer', 'Remove'],
  removeLine: ['Retirer cette ligne', 'Remove this line'],
  removeItem: ['Retirer cette entrée', 'Remove this entry'],
  addLine: ['Ajouter une ligne', 'Add a line'],
  addItem: ['Ajouter une entrée', 'Add an entry'],
  paste: ['Coller une liste', 'Paste a list'],
  pasteLabel: ['Un titre par ligne', 'One title a line'],
  pasteAdd: [
    (count) => (count ? `Ajouter ${plural(count, 'ticket', 'tickets')}` : 'Ajouter'),
    (count) => (count ? `Add ${inEnglish(count, 'issue', 'issues')}` : 'Add'),
  ],
  pasted: [(count) => `${plural(count, 'entrée ajoutée', 'entrées ajoutées')}.`, (count) => `${inEnglish(count, 'entry', 'entries')} added.`],
  clearField: ['Vider sur GitLab', 'Make it empty on GitLab'],
  clearDate: ['Retirer l’échéance', 'Take the due date away'],

  // What comes of a call.
  answer: ['Réponse', 'Answer'],
  working: [
    (seconds, count) => `${count ? `${plural(count, 'ticket', 'tickets')} : en cours` : 'En cours'} depuis ${seconds} s…`,
    (seconds, count) => `${count ? `${inEnglish(count, 'issue', 'issues')}: at work` : 'At work'} for ${seconds} s…`,
  ],
  workingLabel: ['En cours', 'At work'],
  stale: [
    'La demande a changé depuis cette réponse : envoyez-la de nouveau.',
    'The request has changed since this answer: send it again.',
  ],
  chosen: ['Choisi : ', 'Chosen: '],
  createdAnyway: ['créer quand même', 'create anyway'],
  choose: ['Choisir', 'Choose'],
  onThis: [
    (title) => title.replace(/d['’]un ticket/, 'de ce ticket').replace('un ticket', 'ce ticket'),
    (title) => title.replace('an issue', 'this issue'),
  ],
  undo: ['Annuler', 'Undo'],
  chooseOne: [(name) => `Choisir ${name}`, (name) => `Choose ${name}`],
  see: ['Voir', 'See'],
  seeOne: [(name) => ` ${name} sur GitLab`, (name) => ` ${name} on GitLab`],
  score: ['Score', 'Score'],
  tied: ['à égalité', 'a tie'],
  ties: [
    'À égalité, l’ordre ne dit rien : c’est à vous de choisir.',
    'Among ties the order says nothing: the choice is yours.',
  ],
  found: ['Mots retrouvés : ', 'Words found: '],
  missing: [(words) => ` ; absents : ${words}`, (words) => `; missing: ${words}`],
  related: ['Aucun mot identique.', 'No word is the same.'],
  nearest: ['Ce qui s’en approche le plus', 'What comes nearest'],
  which: [(hint) => `Quel ticket pour « ${hint} » ?`, (hint) => `Which issue for “${hint}”?`],
  nearestTo: [(hint) => `Rien pour « ${hint} ». Ce qui s’en approche le plus`, (hint) => `Nothing for “${hint}”. What comes nearest`],
  pending: ['À préciser', 'To clarify'],
  goOn: ['Continuer avec ces tickets', 'Go on with these issues'],
  pickOne: ['Choisissez au moins un ticket.', 'Choose at least one issue.'],
  createAnyway: ['Créer quand même', 'Create anyway'],
  forReal: ['Faire pour de bon', 'Do it for real'],
  forRealAll: [(count) => `Modifier ${plural(count, 'ticket', 'tickets')}`, (count) => `Change ${inEnglish(count, 'issue', 'issues')}`],
  revise: ['Modifier la demande', 'Change the request'],
  milestoneLost: [
    (hint) => `Le ticket serait alors créé sans le jalon « ${hint} ».`,
    (hint) => `The issue would then be created without the milestone “${hint}”.`,
  ],
  andMore: [' et plus', ' and more'],
  empty: ['Rien ici.', 'Nothing here.'],
  progress: ['Avancement', 'Progress'],
  done: [' % d’avancement', '% done'],
  expired: ['Échu', 'Past due'],
  yes: ['Oui', 'Yes'],
  no: ['Non', 'No'],
  exchange: ['Requête et réponse', 'Request and answer'],
  request: ['Requête', 'Request'],
  curl: ['Ligne curl', 'curl line'],
  reply: [(status, time) => `Réponse (${status}, ${time} ms)`, (status, time) => `Answer (${status}, ${time} ms)`],
  copy: ['Copier', 'Copy'],
  copied: ['Copié', 'Copied'],
  copyOne: [(title) => `Copier : ${title}`, (title) => `Copy: ${title}`],

  // Counts of a bulk answer.
  countDone: [(count) => plural(count, 'fait', 'faits'), (count) => `${count} done`],
  countPreviewed: [(count) => `${count} à faire`, (count) => `${count} to do`],
  countUnchanged: [(count) => plural(count, 'inchangé', 'inchangés'), (count) => `${count} unchanged`],
  countOpen: [(count) => `${count} à préciser`, (count) => `${count} to clarify`],
  countMissing: [(count) => plural(count, 'introuvable', 'introuvables'), (count) => `${count} not found`],
  countFailed: [(count) => `${count} en erreur`, (count) => `${count} failed`],
  countNone: ['Aucun ticket', 'No issue'],

  // The look for duplicates before a batch.
  duplicatesTitle: [
    (count) => `${plural(count, 'ticket existe peut-être déjà', 'tickets existent peut-être déjà')}`,
    (count) => `${inEnglish(count, 'issue may exist already', 'issues may exist already')}`,
  ],
  duplicatesSay: [
    'Rien n’est encore créé. Les titres ont été comparés entre eux et aux tickets ouverts modifiés en dernier.',
    'Nothing has been created yet. The titles were compared with each other and with the open issues changed last.',
  ],
  duplicatesWhich: ['Titres qui se ressemblent', 'Titles that are alike'],
  newTitle: ['À créer', 'To be created'],
  alikeTo: ['Ressemble à', 'Is like'],
  sameList: ['dans cette liste', 'in this list'],
  createAll: [(count) => `Créer ${count === 1 ? 'ce ticket' : `les ${count} tickets`} quand même`, (count) => `Create ${count === 1 ? 'this issue' : `the ${count} issues`} anyway`],
  createOthers: [(count) => `Créer ${count === 1 ? 'l’autre seulement' : `les ${count} autres seulement`}`, (count) => `Create the other ${count === 1 ? 'one' : count} only`],

  // Refusals.
  unanswered: ['Pas de réponse', 'No answer'],
  unansweredSays: ['La passerelle n’a pas répondu.', 'The bridge did not answer.'],
  unansweredWrite: [
    'La passerelle n’a pas répondu. Renvoyer la même demande ne fait rien deux fois.',
    'The bridge did not answer. Sending the same request again does nothing twice.',
  ],
  again: ['Renvoyer', 'Send again'],
  unreadable: ['La réponse n’est pas lisible.', 'The answer can’t be read.'],
  httpStatus: ['Statut HTTP', 'HTTP status'],
  code: ['Code', 'Code'],
  requestId: ['Identifiant de la requête', 'Request id'],
  tokenAsked: ['Jeton demandé', 'Token needed'],
  hostRefuses: ['GitLab refuse la passerelle', 'GitLab refuses the bridge'],
  hostRefusesHelp: [
    'Ce n’est pas votre jeton : c’est celui de la passerelle, expiré ou retiré. Prévenez qui s’en occupe.',
    'It is not your token but the bridge’s own, expired or revoked. Tell whoever looks after it.',
  ],
  unchanged401: [
    'Rien n’a été modifié sur GitLab. Donnez un jeton valable, ou prévenez qui s’occupe de la passerelle, puis renvoyez la demande.',
    'Nothing was changed on GitLab. Give a valid token, or tell whoever looks after the bridge, then send the request again.',
  ],
  unchanged403: [
    'Rien n’a été modifié sur GitLab. Demandez ce droit à qui s’occupe de la passerelle ou du projet.',
    'Nothing was changed on GitLab. Ask whoever looks after the bridge or the project for this right.',
  ],
  perhapsChanged: [
    'La modification a peut-être été faite. Regardez sur GitLab avant de renvoyer la demande.',
    'The change may have been made. Look on GitLab before you send the request again.',
  ],
  hostFails: ['GitLab ne répond pas comme il faut', 'GitLab does not answer as it should'],
  refused: ['Refusé', 'Refused'],
  failed: ['Échec', 'Failure'],
  status403: ['Interdit', 'Forbidden'],
  status404: ['Introuvable', 'Not found'],
  status409: ['Conflit', 'Conflict'],
  status413: ['Demande trop grande', 'Request too large'],
  status422: ['Demande à corriger', 'Request to be corrected'],
  status429: ['Trop de demandes', 'Too many requests'],
  status503: ['Indisponible', 'Unavailable'],
  status504: ['Trop long', 'Too slow'],

  // The reference.
  documentLead: [
    'Chaque opération est un POST d’un objet JSON. Cette page montre le document OpenAPI, dont les descriptions sont en anglais :',
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

/** What a box is told in a sentence of the bridge: people tick it, and send no `true`. */
const TICKED = {
  fr: [[/envoyez (« [^»]+ ») à true/g, 'cochez $1'], [/(« [^»]+ ») à true/g, '$1 coché']],
  en: [[/send (“[^”]+”) set to true/g, 'tick $1'], [/(“[^”]+”) set to true/g, '$1 ticked']],
};

/** A sentence that says to tick a box where the bridge says to send `true`. */
export function ticked(sentence) {
  return TICKED[language].reduce((said, [sent, box]) => said.replace(sent, box), sentence);
}

/** Turns the pages to a language: what stands in them by name is filled in. */
export function speak(chosen) {
  language = chosen === 'en' ? 'en' : 'fr';
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll('[data-text]')) element.textContent = text(element.dataset.text);
  for (const element of document.querySelectorAll('[data-label]')) element.setAttribute('aria-label', text(element.dataset.label));
  for (const element of document.querySelectorAll('[data-placeholder]')) element.placeholder = text(element.dataset.placeholder);
}
