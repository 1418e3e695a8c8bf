/** Building pages. Every text goes in as text: nothing here, or in any file of this folder, reads markup from a string. */

/**
 * An element with its attributes and children. An attribute that is a function listens to the event it names; one that is
 * `true` stands without a value; one that is `false`, `null` or `undefined` is left out, and so are such children.
 *
 * @param {string} tag
 * @param {Object<string, any>} attributes
 * @param {...(Node|string|false|null|undefined|Array)} children
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== false && child !== null && child !== undefined));
  return element;
}

/** A link where the address is one of the web, else just its text: an address of the host could be anything. */
export function link(address, ...text) {
  const protocol = URL.canParse(address ?? '') ? new URL(address).protocol : '';
  const safe = protocol === 'https:' || protocol === 'http:';
  return safe ? el('a', { href: address, rel: 'noopener noreferrer', target: '_blank' }, ...text) : el('span', {}, ...text);
}

/** A button that does something on this page. */
export function button(text, click, attributes = {}) {
  return el('button', { type: 'button', click, ...attributes }, text);
}

/** A French sentence whose marks stay with their words: the bridge writes plain spaces. */
export function sentence(text) {
  return text.replace(/ (?=[:;!?»%])/g, '\u00a0').replaceAll('« ', '«\u00a0');
}

/** Text with its `code` marked, as the document's descriptions have it. */
export function prose(text) {
  return text.split('`').map((part, index) => (index % 2 ? el('code', {}, part) : part));
}

/** A copy of a program text, with a button that takes it to the clipboard. */
export function code(title, text) {
  const block = el('pre', { tabindex: '0', role: 'region', 'aria-label': title }, text);
  const copy = button('Copier', async () => {
    if (await copied(text)) copy.textContent = 'Copié';
    else getSelection()?.selectAllChildren(block);
    setTimeout(() => { copy.textContent = 'Copier'; }, 2000);
  }, { class: 'quiet', 'aria-label': `Copier : ${title}` });
  return el('figure', { class: 'code' }, el('figcaption', {}, el('span', {}, title), copy), block);
}

/** The clipboard is for secure pages alone: elsewhere the text is selected instead. */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
