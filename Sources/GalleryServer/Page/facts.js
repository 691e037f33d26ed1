// The panel with what is known of a photo.

import { element } from './element.js';
import { dateText, kinds, momentText, sizeText, zoneText } from './words.js';

// PHAssetResourceType.alternatePhoto: the RAW file beside a JPEG, or the other way round.
const ALTERNATE = 4;

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
  const reasons = facts.reasons.map(({ value, rule, detail }) => [value, `because ${detail} (${rule})`]);
  const isPair = facts.files.some((file) => file.kind === ALTERNATE);
  const parts = [
    element('h2', {}, element('bdi', { textContent: facts.title || item.name })),
    rows([
      ['taken', dateText(item.date, item.offset) + zoneText(item.offset)], ['caption', facts.caption], ['keywords', facts.keywords.join(', ')],
      ['stars', facts.stars ? '★'.repeat(facts.stars) : ''], ['pixels', item.width ? `${item.width} × ${item.height}` : ''],
      ['kinds', [...kinds(item), ...(isPair ? ['RAW + JPEG'] : [])].join(', ')], ['camera', facts.camera.join(', ')],
      ['place', facts.place && placeText(facts.place)], ['cannot be read', facts.unreadable],
      ['came', facts.added && momentText(facts.added)],
    ]),
    element('h2', { textContent: 'Files' }), ...files,
  ];
  if (albums.length) parts.push(element('h2', { textContent: 'Albums' }), ...albums);
  if (reasons.length) parts.push(element('h2', { textContent: 'Why' }), rows(reasons, 'why'));
  return parts;
}
