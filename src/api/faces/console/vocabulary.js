/** Words that people use for operations and for objects, without accents. */

/**
 * What people say, by the words of the operations' names. In a sentence the first action counts: what follows is often a title
 * with verbs of its own.
 */
export const ACTIONS = {
  reopen: /^(rouvr|reouv|reopen)/,
  close: /^(ferm|clos|clot|clor|resolu|resou|close|closing|finish)/,
  comment: /^(comment|repond|reply|note[rz]?$)/,
  assign: /^(assign|attribu|confi(e|er|ez)$|affect)/,
  due: /^(echeance|deadline|due$)/,
  label: /^(etiquet|label|tagu?|tags|marqu)/,
  update: /^(modifi|chang|renomm|rename|updat|edit)/,
  check: /^(verifi|check)/,
  create: /^(cre[ez]|creer|creation|ajout|ouvr|nouve|signal|declar|create|creat|add$|adds$|new$|report|open$)/,
  progress: /^(avance|progres|pourcent|percent)/,
  summary: /^(resum|bilan|synthes|summar|overview|glance)/,
  tasks: /^(tache|task|todo)/,
  members: /^(membres|members)$/,
  milestones: /^(jalons|milestones)$/,
  search: /^(cherch|trouv|search|find$)/,
  show: /^(lis$|lire$|lisez$|detail|contenu|read$|describe)/,
  list: /^(list|montr|affich|voir$|vois$|donn|quel|show|see$|which|what|give)/,
};
export const THINGS = {
  project: /^(projets?|projects?|depots?|repos?|repository)$/,
  group: /^(groupes?|groups?)$/,
  issue: /^(tickets?|issues?|bugs?|anomalies?)$/,
  labels: /^(etiquettes?|labels?)$/,
};

/** The words of an operation's name, in the singular. */
export const named = ({ name }) => name.replace(/^assistant_/, '').split('_').map((word) => ({ issues: 'issue', projects: 'project', groups: 'group', find: 'search' })[word] ?? word);
