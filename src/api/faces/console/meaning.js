/**
 * Loose words as operations and their fields. These are simple rules over the words that the document has for its operations;
 * nothing is sent for them, and people see what was picked before anything is. Nothing here touches the page.
 */

import { folded, wordsOf } from './evidence.js';
import { fill } from './filling.js';
import { ACTIONS, THINGS, named } from './vocabulary.js';

const AMOUNTS = {
  all: /^(tous|toutes|all|every)$/,
  bulk: /^(plusieurs|several|multiple)$/,
};
/** Words in operations' names that a sentence must have: without them the operation does not fit. */
const RARE = ['all', 'bulk', 'batch', 'check'];

/** Weak verbs, whose object says more: "add a comment", "give a summary". */
const WEAK = ['create', 'list', 'update', 'search'];
const TOPICS = ['label', 'due', 'comment', 'summary', 'progress', 'tasks', 'members', 'milestones'];
/** One issue, not all of a project's. */
const ONE_ISSUE = /(^|[\s'’])(le|l|ce|cet|cette|the|this)[\s'’]+(ticket|issue|bug|anomalie)\b|#\d/;
const ASKS_STATE = /\b(ou en est|ou en sont|combien|how far|how many|how is)\b/;

/** The content of a sentence: an action, things, an amount. */
function heard(sentence) {
  const words = wordsOf(folded(sentence));
  const find = (kinds) => words.flatMap((word) => Object.keys(kinds).find((kind) => kinds[kind].test(word)) ?? []);
  const things = find(THINGS);
  const action = ASKS_STATE.test(folded(sentence)) ? 'progress' : actionIn(sentence, find(ACTIONS), things);
  const said = new Set([action, ...things, ...find(AMOUNTS)].filter(Boolean));
  const isMany = said.has('bulk') || sentence.trim().includes('\n') || (sentence.match(/#\d/g) ?? []).length > 1;
  if (isMany) said.add(action === 'create' ? 'batch' : 'bulk');
  return said;
}

/** The first action, unless its verb is weak and its object follows directly. A sentence without an action asks to list things. */
function actionIn(sentence, [first, second], [thing]) {
  const isTopic = TOPICS.includes(second) && isBeginning(sentence, ACTIONS[second]);
  // "Show the issue about the login page" asks for that one.
  if (first === 'list' && thing === 'issue' && ONE_ISSUE.test(folded(sentence))) return 'show';
  // "List the labels" asks for a list; it adds no label.
  if (first === 'list' && second === 'label') return 'list';
  if (isTopic && (WEAK.includes(first) || second === 'due')) return second;
  if (first === 'list' && thing === 'group') return 'search';
  if (first) return first;
  return thing && isFirst(sentence, THINGS[thing]) ? 'list' : undefined;
}

const isFirst = (sentence, kind) => kind.test(wordsOf(folded(sentence))[0] ?? '');

/** Whether a word of this kind stands among the first of a sentence. */
const isBeginning = (sentence, kind) => wordsOf(folded(sentence)).slice(0, 5).some((word) => kind.test(word));

/**
 * The operations that a sentence fits, best first, each with the fields that it fills.
 *
 * @param {import('./description.js').Operation[]} operations
 * @param {string} sentence
 * @returns {{operation: import('./description.js').Operation, request: object}[]}
 */
export function pick(operations, sentence) {
  const said = heard(sentence);
  const rarity = rarityIn(operations);
  const scored = operations.map((operation) => ({ operation, score: nearness(operation, said) + shared(operation, sentence, rarity) }));
  const best = Math.max(...scored.map(({ score }) => score));
  return scored.filter(({ score }) => score >= 2 && score >= best - 2)
    .sort((one, other) => other.score - one.score)
    .slice(0, 3)
    .map(({ operation }) => ({ operation, request: fill(operation, sentence) }));
}

function nearness(operation, said) {
  const words = named(operation);
  const actions = Object.keys(ACTIONS).filter((action) => words.includes(action));
  const isActed = actions.some((action) => said.has(action));
  const things = words.filter((word) => word in THINGS && said.has(word)).length;
  const amounts = ['all', 'bulk', 'batch'].filter((word) => words.includes(word) && said.has(word)).length;
  const unsaid = RARE.filter((word) => words.includes(word) && !said.has(word)).length;
  // Loose words are for operations that take them: the others want a full path.
  const isExact = operation.fields.some(({ name, required }) => required && /_path$/.test(name));
  return (isActed ? 3 : 0) + things + 2 * amounts - 3 * unsaid - (isExact ? 1 : 0);
}

/** How much a sentence shares with what the document says of an operation; rare words count more. At most 1.5. */
function shared(operation, sentence, rarity) {
  const own = saidOf(operation);
  const common = new Set(wordsOf(folded(sentence)).map(stem).filter((word) => own.has(word)));
  return Math.min(1.5, [...common].reduce((sum, word) => sum + rarity.get(word), 0));
}

const stem = (word) => word.slice(0, 5);
const saidOf = ({ title, purpose, summary }) => new Set(wordsOf(folded(`${title} ${purpose} ${summary}`)).filter((word) => word.length > 3).map(stem));

function rarityIn(operations) {
  const counts = new Map();
  for (const operation of operations) for (const word of saidOf(operation)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return new Map([...counts].map(([word, count]) => [word, 1 / count]));
}
