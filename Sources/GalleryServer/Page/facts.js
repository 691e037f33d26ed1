// The panel with what is known of a photo.

import { element } from './element.js';
import { dateText, kinds, momentText, sizeText, zoneText } from './words.js';

// PHAssetResourceType.alternatePhoto: the RAW file beside a JPEG, or the other way round.
const ALTERNATE = 4;

// What is written before a date, and why it is that, by where it is from. All others are written in the files.
const DATES = {
  user: ['taken', 'somebody set it'],
  filename: ['dated', 'no file says when it was taken, but the name does'],
  directory: ['dated', 'no file says when it was taken, but the folder\'s name does'],
  mtime: ['file written', 'no file says when it was taken: it is when the file was last written'],
};

function rows(pairs, className = '') {
  return element('dl', { className }, ...pairs.filter(([, value]) => value).flatMap(([name, value]) => [
    element('dt', { textContent: name }), element('dd', { dir: 'auto' }, value),
  ]));
}

function placeText({ latitude, longitude, altitude }) {
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}${altitude == null ? '' : `, ${Math.round(altitude)} m`}`;
}

export function panel(facts, id) {
  const { item } = facts;
  const files = facts.files.map((file) => {
    const link = element('a', { href: `/originals/${id}/${file.number}`, download: file.name }, element('bdi', { textContent: file.name }));
    return element('div', {}, link, ` ${file.type}${file.bytes ? `, ${sizeText(file.bytes)}` : ''}`);
  });
  const albums = facts.albums.map((album) => element('div', {},
    element('a', { href: `#/album/${album.id}` }, element('bdi', { textContent: album.title }))));
  const [dateName, dateReason] = DATES[facts.dates.source] ?? ['taken'];
  // What the files say of the date is not why it is another.
  const reasons = facts.reasons.filter(({ value }) => !dateReason || value !== 'creationDate')
    .map(({ value, rule, detail }) => [value, `because ${detail} (${rule})`]);
  if (dateReason) reasons.unshift([dateName, dateReason]);
  const isPair = facts.files.some((file) => file.kind === ALTERNATE);
  const parts = [
    element('h2', {}, element('bdi', { textContent: facts.title || item.name })),
    rows([
      [dateName, dateText(item.date, item.offset) + zoneText(item.offset)], ['caption', facts.caption], ['keywords', facts.keywords.join(', ')],
      ['stars', facts.stars ? '★'.repeat(facts.stars) : ''], ['pixels', item.width ? `${item.width} × ${item.height}` : ''],
      ['kinds', [...kinds(item), ...(isPair ? ['RAW + JPEG'] : [])].join(', ')], ['camera', facts.camera.join(', ')],
      ['place', facts.place && placeText(facts.place)], ['cannot be read', facts.unreadable],
      ['came', facts.dates.added && momentText(facts.dates.added)],
    ]),
    element('h2', { textContent: 'Files' }), ...files,
  ];
  if (albums.length) parts.push(element('h2', { textContent: 'Albums' }), ...albums);
  if (reasons.length) parts.push(element('h2', { textContent: 'Why' }), rows(reasons, 'why'));
  return parts;
}
