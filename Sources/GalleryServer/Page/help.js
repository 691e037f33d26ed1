// What can be searched for, in a dialog: words, conditions to try, and what conditions can name.

import { element } from './element.js';

const CONDITIONS = [
  ['isFavorite == YES', 'favorites'], ['mediaSubtypes CONTAINS photoPanorama', 'panoramas'],
  ['mediaType == video AND duration > 60', 'films of more than a minute'], ['latitude != nil', 'photos with a place'],
  ['creationDate >= "2023-07-01" AND creationDate < "2023-08-01"', 'photos of July 2023'],
  ['directory CONTAINS[cd] "rome"', 'photos below a folder with Rome in its name, in any case'],
  ["ANY keywords == 'beach'", 'photos with a keyword'],
];
const codes = (words) => words.flatMap((word, index) => [index ? ', ' : '', element('code', { textContent: word })]);

// keys: what conditions can name; valueNames: the names of values, by key.
export function showHelp(dialog, { keys, valueNames }) {
  const close = () => dialog.close();
  const examples = CONDITIONS.map(([condition, words]) => element('li', {},
    element('a', { href: `#/search/${encodeURIComponent(condition)}`, textContent: condition, onclick: close }), ` – ${words}`));
  dialog.setAttribute('aria-label', 'How to search');
  dialog.replaceChildren(element('h2', { textContent: 'How to search' }),
    element('p', { textContent: 'Words find photos that have all of them in their path, title, caption, keywords or camera; '
      + 'four digits are a year as well: rome 2023.' }),
    element('p', { textContent: 'Conditions ask for what is known of photos. Some to try:' }), element('ul', {}, ...examples),
    ...Object.keys(valueNames).sort().map((key) => element('p', {}, `${key} has these values: `, ...codes(valueNames[key]), '.')),
    element('p', {}, 'Conditions can name ', ...codes(keys), '.'),
    element('p', {}, 'They are joined by ', ...codes(['AND', 'OR', 'NOT']), ' and parentheses. Texts stand in quotation marks.'),
    element('button', { type: 'button', textContent: 'Close', onclick: close }));
  dialog.showModal();
}
