// One photo of a grid: its picture, and what is marked on it.

import { element } from './element.js';
import { badge, describe } from './words.js';

// isNew: whether it comes before one's eyes.
export function made(isNew) {
  const tile = element('button', { type: 'button', className: isNew ? 'tile new' : 'tile still', gone: false });
  tile.setAttribute('role', 'option');
  return tile;
}

// Shows an item; side: pixels of the picture; pictures: brings it.
export function fill(tile, item, side, pictures) {
  if (tile.item === item) return;
  const before = tile.item;
  tile.item = item;
  tile.dataset.id = item.id;
  tile.setAttribute('aria-label', describe(item));
  if (before?.content !== item.content) picture(tile, item, side, pictures);
  tile.querySelectorAll('.badge, .heart').forEach((mark) => mark.remove());
  for (const [className, textContent] of [['badge', badge(item)], ['heart', item.isFavorite ? '♥' : '']]) {
    if (textContent) tile.append(element('span', { className, textContent, ariaHidden: 'true' }));
  }
}

// Asks once more for a picture that did not come.
export function again(tile, side, pictures) {
  if (tile.classList.contains('broken')) picture(tile, tile.item, side, pictures);
}

// The one before stays until the new one is there.
function picture(tile, item, side, pictures) {
  tile.classList.remove('broken');
  const image = element('img', { alt: '', decoding: 'async' });
  image.onload = () => { image.classList.add('there'); tile.querySelectorAll('img').forEach((old) => old !== image && old.remove()); };
  image.onerror = () => { image.remove(); tile.classList.add('broken'); };
  tile.prepend(image);
  pictures.load(tile, image, `/thumbnails/${side}/${item.content}/${item.id}`);
}
