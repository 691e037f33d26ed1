// Changes what is in the library, where the server lets pages do so. What came of it arrives as a change of the list.

import { element } from './element.js';

const find = (id) => document.getElementById(id);
// What must not happen to the next photo, which takes the place of one that leaves, by the second click of two.
const ONCE = new Set(['delete', 'restore', 'hidden', 'remove']);
const BETWEEN = 700;
const many = (count) => `${count} ${count === 1 ? 'photo' : 'photos'}`;

export class Edits {
  // place: tells which collection is shown, or null; done: called after an edit.
  constructor(place, done) {
    Object.assign(this, { place, done, isAllowed: false });
    [this.toast, this.chooser] = ['toast', 'chooser'].map(find);
  }

  // undo: the edit that takes it back, or makes that of what came of it.
  async perform(edit, undo = null, words = '') {
    if (ONCE.has(edit.kind) && performance.now() < (this.next ?? 0)) return null;
    this.next = performance.now() + BETWEEN;
    let outcome = null;
    try {
      const answer = await fetch('/api/edits', {
        method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(edit),
      });
      const told = await answer.json();
      if (answer.ok) outcome = told; else words = `That was not done: ${told.error}`;
    } catch { words = 'That was not done: the server does not answer.'; }
    if (outcome) this.next = performance.now() + BETWEEN;
    if (words) this.say(words, outcome && (typeof undo === 'function' ? undo(outcome) : undo));
    if (outcome) this.done();
    if (document.activeElement === document.body) find('photos').focus();
    return outcome;
  }

  say(words, undo) {
    clearTimeout(this.hiding);
    this.toast.replaceChildren(words);
    if (undo) {
      this.toast.append(element('button', { type: 'button', textContent: 'Undo', onclick: () => { this.toast.replaceChildren(); this.next = 0; this.perform(undo); } }));
    }
    // The layer of a dialog covers what is outside of it.
    (document.querySelector('#viewer[open]') ?? document.body).append(this.toast);
    this.hiding = setTimeout(() => this.toast.replaceChildren(), 8000);
  }

  // The buttons for some photos.
  buttons(items) {
    if (!this.isAllowed || !items.length) return [];
    const photos = items.map((item) => item.id);
    const place = this.place();
    const button = (text, action) => element('button', { type: 'button', textContent: text, onclick: action });
    if (place?.isTrash) return [button('Restore', () => this.perform({ kind: 'restore', photos }, { kind: 'delete', photos }, `${many(photos.length)} restored.`))];
    const [hearts, hides] = [items.some((item) => !item.isFavorite), !items.every((item) => item.isHidden)];
    const made = [
      button(hearts ? '♡ Favorite' : '♥ Not a favorite', () => this.heart(items, hearts)),
      button(hides ? 'Hide' : 'Show', () => this.perform({ kind: 'hidden', photos, value: hides }, { kind: 'hidden', photos, value: !hides },
        `${many(photos.length)} ${hides ? 'hidden' : 'shown'}.`)),
      button('Add to album…', () => this.choose(photos)),
    ];
    if (place?.isOwn) {
      const album = place.id;
      made.push(button('Remove from album', () => this.perform({ kind: 'remove', album, photos }, { kind: 'add', album, photos },
        `${many(photos.length)} removed from the album.`)));
    }
    made.push(button('Delete', () => this.perform({ kind: 'delete', photos }, { kind: 'restore', photos }, `${many(photos.length)} deleted.`)));
    return made;
  }

  // Sets hearts or takes them away; of several photos that can be undone, for those that it changes.
  heart(items, value) {
    const [photos, changed] = [items, items.filter((item) => Boolean(item.isFavorite) !== value)].map((of) => of.map((item) => item.id));
    if (photos.length === 1) return this.perform({ kind: 'favorite', photos, value });
    return this.perform({ kind: 'favorite', photos, value }, { kind: 'favorite', photos: changed, value: !value },
      `${many(changed.length)} ${value ? 'made favorites' : 'no favorites any more'}.`);
  }

  // Says something that matters less than what an edit said a moment ago.
  mention(words) { if (!this.toast.textContent) this.say(words); }

  // Asks for the title of a new album, under rows of other choices.
  makeAlbum(heading = 'New album', photos = [], rows = []) {
    this.name(heading, '', 'Make album', (title) => this.perform({ kind: 'makeAlbum', title, photos }, null, `Album ${title} made.`), rows);
  }

  // The buttons for the album that is shown.
  albumButtons() {
    const album = this.place();
    if (!this.isAllowed || !album?.isOwn) return [];
    const rename = element('button', { type: 'button', textContent: 'Rename', onclick: () => this.name('Rename the album', album.title,
      'Rename', (title) => this.perform({ kind: 'renameAlbum', album: album.id, title })) });
    const remove = element('button', { type: 'button', textContent: 'Delete album', onclick: async () => {
      if (!confirm(`Delete the album “${album.title}”? Its photos stay.`)) return;
      if (await this.perform({ kind: 'deleteAlbum', album: album.id })) location.hash = '#/';
    } });
    return [rename, remove];
  }

  async choose(photos) {
    const answer = await fetch('/api/library').catch(() => null);
    const albums = answer?.ok ? (await answer.json()).albums.filter((album) => album.isOwn) : [];
    const rows = albums.map(({ id, title }) => element('button', { type: 'button', textContent: title, onclick: () => {
      this.chooser.close();
      const undo = ({ added }) => (added.length ? { kind: 'remove', album: id, photos: added } : null);
      this.perform({ kind: 'add', album: id, photos }, undo, `${many(photos.length)} added to ${title}.`);
    } }));
    this.makeAlbum('Add to album', photos, rows);
  }

  // Asks for a title, under rows of other choices.
  name(heading, value, verb, action, rows = []) {
    const input = element('input', { type: 'text', value, required: true, maxLength: 100, id: 'name', pattern: '.*\\S.*', title: 'Letters or signs that can be seen' });
    const form = element('form', { method: 'dialog', onsubmit: () => action(input.value.trim()) },
      element('label', { htmlFor: 'name', textContent: 'Title' }), input,
      element('button', { type: 'submit', textContent: verb }));
    this.chooser.setAttribute('aria-label', heading);
    this.chooser.replaceChildren(element('h2', { textContent: heading }), ...rows, form,
      element('button', { type: 'button', textContent: 'Cancel', onclick: () => this.chooser.close() }));
    this.chooser.showModal();
  }
}
