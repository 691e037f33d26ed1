// One photo, large: next and previous, zoom, films, Live Photos while held, and what is known of it.

import { element } from './element.js';
import { panel } from './facts.js';
import { dateText, describe, isFilm, isLive } from './words.js';
import { Zoom } from './zoom.js';

// The height of what browsers lay over a film to play and wind it, in pixels.
const CONTROLS = 80;
const isOnControls = ({ target, clientY }) => target.tagName === 'VIDEO' && clientY > target.getBoundingClientRect().bottom - CONTROLS;

export class Viewer {
  // shown: called with each photo that is shown; closed: with the position that was shown last; left: with a photo that
  // is not in the list any more, though it was shown; edits: makes the buttons for a photo.
  constructor(dialog, { shown, closed, left, edits }) {
    Object.assign(this, { dialog, shown, closed, left, edits, isTold: false });
    dialog.addEventListener('close', () => { this.stage?.replaceChildren(); this.list = null; this.closed(this.index); });
    dialog.addEventListener('keydown', (event) => this.key(event));
  }

  show(list, index) {
    Object.assign(this, { list, index });
    if (!this.dialog.open) { this.build(); this.dialog.showModal(); }
    this.draw();
  }

  build() {
    const button = (text, label, action, className = '') => {
      const made = element('button', { type: 'button', textContent: text, className, onclick: action });
      made.setAttribute('aria-label', label);
      return made;
    };
    this.name = element('p');
    this.told = button('Info', 'What is known', () => this.tell(!this.isTold));
    this.stage = element('div', { className: 'stage' });
    this.actions = element('div', { className: 'actions' });
    this.panel = element('aside', { className: 'panel', hidden: !this.isTold });
    this.panel.setAttribute('aria-label', 'What is known');
    this.frame = element('div', { className: 'stage' }, this.stage,
      element('div', { className: 'bar' }, this.name, this.actions, this.told, button('✕', 'Close', () => this.dialog.close())),
      button('‹', 'Previous photo', () => this.step(-1), 'side last'), button('›', 'Next photo', () => this.step(1), 'side next'));
    this.stage.style.position = 'absolute';
    this.stage.style.inset = '0';
    this.dialog.replaceChildren(this.frame, this.panel);
    this.zoom = new Zoom(this.stage);
    this.frame.addEventListener('pointerdown', (event) => this.down(event));
  }

  get item() { return this.list.items[this.index]; }

  get isOpen() { return this.dialog.open; }

  draw() {
    const item = this.item;
    if (!item) { this.list.need(this.index, this.index + 1); this.list.addEventListener('items', () => this.list && this.draw(), { once: true }); return; }
    const isInside = this.actions.contains(document.activeElement);
    this.zoom.reset();
    [this.id, this.drawn] = [item.id, item];
    this.shown(item);
    this.name.replaceChildren(element('bdi', { textContent: item.name }), ` · ${dateText(item.date, item.offset)}`);
    this.actions.replaceChildren(...this.burst(item), ...this.edits(item));
    // What was focused is gone, and keys have to reach the dialog.
    if (isInside) this.told.focus();
    const image = new Image();
    Object.assign(image, { alt: describe(item), draggable: false, src: `/thumbnails/2048/${item.content}/${item.id}` });
    image.style.background = `center / contain no-repeat url("/thumbnails/256/${item.content}/${item.id}")`;
    image.onload = () => { image.style.background = 'none'; if (image.isConnected) this.ahead(); };
    image.onerror = () => this.unshown(image, item);
    this.stage.replaceChildren(image);
    this.facts(item);
    this.list.need(Math.max(0, this.index - 2), this.index + 3);
  }

  burst(item) {
    if (!item.burst || location.hash.startsWith('#/burst/')) return [];
    return [element('a', { className: 'button', href: `#/burst/${encodeURIComponent(item.burst)}`, textContent: 'Show the burst' })];
  }

  // Has the neighbours' pictures at hand, once its own is there.
  ahead() {
    for (const index of [this.index + 1, this.index - 1]) {
      const item = this.list.items[index];
      if (item) new Image().src = `/thumbnails/2048/${item.content}/${item.id}`;
    }
  }

  step(by) {
    const index = this.index + by;
    if (index < 0 || index >= this.list.count) return;
    this.index = index;
    this.draw();
  }

  // The list changed: stays with the photo that is shown, or goes on to the one in its place.
  async changed() {
    if (!this.list || !this.dialog.open) return;
    const [list, id] = [this.list, this.id];
    let index = list.items.findIndex((item) => item?.id === id);
    if (index < 0 && list.items.includes(undefined)) index = await list.find(id).catch(() => -1);
    if (this.list !== list || this.id !== id) return;
    if (index < 0) {
      this.left(this.drawn);
      if (!list.count) { this.dialog.close(); return; }
      this.index = Math.min(this.index, list.count - 1);
      this.draw();
      return;
    }
    this.index = index;
    if (this.item) this.refresh(this.item);
  }

  // Shows what became of the photo: another picture, another name, other buttons.
  refresh(item) {
    const isSame = ['content', 'name', 'date', 'subtypes', 'burst'].every((key) => item[key] === this.drawn[key]);
    if (!isSame) { this.draw(); return; }
    const isInside = this.actions.contains(document.activeElement);
    this.actions.replaceChildren(...this.burst(item), ...this.edits(item));
    if (isInside) this.told.focus();
  }

  async facts(item) {
    const answer = await fetch(`/api/photos/${item.id}`);
    const facts = answer.ok ? await answer.json() : null;
    if (!facts || !this.list || this.id !== item.id) return;
    this.known = facts;
    if (isFilm(item)) this.film(this.file(facts, [2, 6]));
    this.tell(this.isTold);
  }

  file(facts, wanted) { return facts.files.find((file) => wanted.includes(file.kind)); }

  film(file) {
    if (!file) return;
    const film = element('video', { controls: true, playsInline: true, preload: 'metadata', src: `/originals/${this.id}/${file.number}` });
    film.poster = `/thumbnails/1024/${this.item.content}/${this.item.id}`;
    film.setAttribute('aria-label', this.item.name);
    film.onerror = () => this.unplayable(film, file);
    this.stage.replaceChildren(film);
  }

  unshown(image, item) {
    if (!image.isConnected) return;
    const original = element('a', { href: `/originals/${item.id}/0`, download: item.name, textContent: 'Download the file' });
    image.replaceWith(element('p', { className: 'note' }, 'The picture did not come. ', original));
  }

  // Not every browser has what every camera writes.
  unplayable(film, file) {
    if (!film.isConnected) return;
    const picture = element('img', { alt: describe(this.item), src: film.poster });
    const link = element('a', { href: film.src, download: file.name, textContent: 'Download it' });
    film.replaceWith(picture, element('p', { className: 'note' }, 'This browser cannot play this film. ', link));
  }

  // A Live Photo plays while it is held.
  down(event) {
    if (this.zoom.isLarge || isOnControls(event)) return;
    // A finger may begin on a button at the side.
    const file = this.stage.contains(event.target) && this.known && isLive(this.item) && this.file(this.known, [9]);
    const from = event.clientX;
    let [film, isPinch] = [null, false];
    const held = file && setTimeout(() => {
      if (this.zoom.isPinched) return;
      film = element('video', { autoplay: true, loop: true, playsInline: true, src: `/originals/${this.id}/${file.number}` });
      this.stage.append(film);
    }, 250);
    // The press itself comes by here as well.
    const second = (other) => { if (other !== event) isPinch = true; };
    const up = (end) => {
      clearTimeout(held);
      for (const type of ['pointerup', 'pointercancel']) removeEventListener(type, up);
      removeEventListener('pointerdown', second);
      const isSwipe = event.pointerType === 'touch' && end.type === 'pointerup' && !isPinch && !this.zoom.isLarge;
      if (film) film.remove();
      else if (isSwipe && Math.abs(end.clientX - from) > 60) this.step(end.clientX < from ? 1 : -1);
    };
    addEventListener('pointerdown', second);
    for (const type of ['pointerup', 'pointercancel']) addEventListener(type, up);
  }

  key(event) {
    const film = this.stage.querySelector('video[controls]');
    const actions = {
      ArrowLeft: () => this.step(-1), ArrowRight: () => this.step(1), i: () => this.tell(!this.isTold),
      ' ': film && (() => (film.paused ? film.play() : film.pause())),
      '+': () => this.zoom.to(this.zoom.scale * 1.5), '-': () => this.zoom.to(this.zoom.scale / 1.5), 0: () => this.zoom.to(1),
    };
    const action = actions[event.key];
    if (!action || event.target.tagName === 'VIDEO' || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    action();
  }

  tell(isTold) {
    this.isTold = isTold;
    this.panel.hidden = !isTold;
    this.told.setAttribute('aria-expanded', String(isTold));
    if (isTold && this.known?.item.id === this.id) this.panel.replaceChildren(...panel(this.known, this.id));
  }
}
