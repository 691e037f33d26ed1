// One photo, large: next and previous, zoom, films, Live Photos while held, and what is known of it.

import { element } from './element.js';
import { dateText, describe, isLive, kinds, sizeText } from './words.js';

export class Viewer {
  // closed: called with the position that was shown last; edits: makes the buttons for a photo.
  constructor(dialog, closed, edits) {
    Object.assign(this, { dialog, closed, edits, isTold: false });
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
    this.panel = element('aside', { className: 'panel', hidden: true });
    this.panel.setAttribute('aria-label', 'What is known');
    this.frame = element('div', { className: 'stage' }, this.stage,
      element('div', { className: 'bar' }, this.name, this.actions, this.told, button('✕', 'Close', () => this.dialog.close())),
      button('‹', 'Previous photo', () => this.step(-1), 'side last'), button('›', 'Next photo', () => this.step(1), 'side next'));
    this.stage.style.position = 'absolute';
    this.stage.style.inset = '0';
    this.dialog.replaceChildren(this.frame, this.panel);
    this.listenToStage();
  }

  listenToStage() {
    this.stage.addEventListener('dblclick', (event) => this.zoom(this.scale > 1 ? 1 : 2.5, event));
    this.stage.addEventListener('wheel', (event) => {
      event.preventDefault();
      this.zoom(this.scale * Math.exp(-event.deltaY / 400), event);
    }, { passive: false });
    this.stage.addEventListener('pointerdown', (event) => this.down(event));
  }

  get item() { return this.list.items[this.index]; }

  draw() {
    const item = this.item;
    if (!item) { this.list.need(this.index, this.index + 1); this.list.addEventListener('items', () => this.list && this.draw(), { once: true }); return; }
    [this.scale, this.shown] = [1, item.id];
    this.name.textContent = `${item.name} · ${dateText(item.date)}`;
    this.actions.replaceChildren(...this.burst(item), ...this.edits(item));
    const image = new Image();
    Object.assign(image, { alt: describe(item), draggable: false, src: `/thumbnails/2048/${item.content}/${item.id}` });
    image.style.background = `center / contain no-repeat url("/thumbnails/256/${item.content}/${item.id}")`;
    image.onload = () => { image.style.background = 'none'; };
    this.stage.replaceChildren(image);
    this.ahead();
    this.facts(item);
  }

  burst(item) {
    if (!item.burst || location.hash.startsWith('#/burst/')) return [];
    return [element('a', { className: 'button', href: `#/burst/${item.burst}`, textContent: 'Show the burst' })];
  }

  // Has the neighbours' pictures at hand.
  ahead() {
    for (const index of [this.index + 1, this.index - 1]) {
      const item = this.list.items[index];
      if (item) new Image().src = `/thumbnails/2048/${item.content}/${item.id}`;
    }
    this.list.need(Math.max(0, this.index - 2), this.index + 3);
  }

  step(by) {
    const index = this.index + by;
    if (index < 0 || index >= this.list.count) return;
    this.index = index;
    this.draw();
  }

  // The list changed: stays with the photo that is shown, or goes on to the one in its place.
  changed() {
    if (!this.list || !this.dialog.open) return;
    const index = this.list.items.findIndex((item) => item?.id === this.shown);
    if (index >= 0) {
      this.index = index;
      const isHere = this.actions.contains(document.activeElement);
      this.actions.replaceChildren(...this.burst(this.item), ...this.edits(this.item));
      // What was focused is gone, and keys have to reach the dialog.
      if (isHere) this.told.focus();
      return;
    }
    if (!this.list.count) return this.dialog.close();
    this.index = Math.min(this.index, this.list.count - 1);
    this.draw();
  }

  async facts(item) {
    const answer = await fetch(`/api/photos/${item.id}`);
    if (!answer.ok || this.shown !== item.id) return;
    const facts = await answer.json();
    this.known = facts;
    if (item.isFilm) this.film(this.file(facts, [2, 6]));
    this.tell(this.isTold);
  }

  file(facts, wanted) { return facts.files.find((file) => wanted.includes(file.kind)); }

  film(file) {
    if (!file) return;
    const film = element('video', { controls: true, playsInline: true, preload: 'metadata', src: `/originals/${this.shown}/${file.number}` });
    film.poster = `/thumbnails/1024/${this.item.content}/${this.item.id}`;
    film.setAttribute('aria-label', this.item.name);
    this.stage.replaceChildren(film);
  }

  // A Live Photo plays while it is held.
  down(event) {
    if (this.scale > 1) return this.drag(event);
    const file = this.known && isLive(this.item) && this.file(this.known, [9]);
    const from = event.clientX;
    let film = null;
    const held = file && setTimeout(() => {
      film = element('video', { autoplay: true, loop: true, playsInline: true, src: `/originals/${this.shown}/${file.number}` });
      this.stage.append(film);
    }, 250);
    const up = (end) => {
      clearTimeout(held);
      if (film) film.remove();
      else if (event.pointerType === 'touch' && Math.abs(end.clientX - from) > 60) this.step(end.clientX < from ? 1 : -1);
    };
    addEventListener('pointerup', up, { once: true });
  }

  drag(event) {
    const image = this.stage.querySelector('img');
    if (!image) return;
    const [x, y] = [event.clientX - this.x, event.clientY - this.y];
    const move = (next) => { [this.x, this.y] = [next.clientX - x, next.clientY - y]; this.place(image); };
    addEventListener('pointermove', move);
    addEventListener('pointerup', () => removeEventListener('pointermove', move), { once: true });
  }

  zoom(scale, event) {
    const image = this.stage.querySelector('img');
    if (!image) return;
    const next = Math.max(1, Math.min(scale, 12));
    const box = this.stage.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left - box.width / 2, event.clientY - box.top - box.height / 2];
    [this.x, this.y] = next === 1 ? [0, 0]
      : [x - ((x - (this.x ?? 0)) * next) / this.scale, y - ((y - (this.y ?? 0)) * next) / this.scale];
    this.scale = next;
    this.place(image);
  }

  place(image) { image.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`; }

  key(event) {
    const actions = { ArrowLeft: () => this.step(-1), ArrowRight: () => this.step(1), i: () => this.tell(!this.isTold) };
    const action = actions[event.key];
    if (!action || event.target.tagName === 'VIDEO' || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    action();
  }

  tell(isTold) {
    this.isTold = isTold;
    this.panel.hidden = !isTold;
    this.told.setAttribute('aria-expanded', String(isTold));
    if (isTold && this.known?.item.id === this.shown) this.panel.replaceChildren(...panel(this.known, this.shown));
  }
}

function rows(pairs) {
  return element('dl', {}, ...pairs.filter(([, value]) => value).flatMap(([name, value]) => [
    element('dt', { textContent: name }), element('dd', {}, value),
  ]));
}

function panel(facts, id) {
  const { item } = facts;
  const { latitude, longitude, altitude } = facts.place ?? {};
  const place = facts.place ? `${latitude.toFixed(5)}, ${longitude.toFixed(5)}${altitude == null ? '' : `, ${Math.round(altitude)} m`}` : '';
  const files = facts.files.map((file) => {
    const link = element('a', { href: `/originals/${id}/${file.number}`, download: file.name, textContent: file.name });
    return element('div', {}, link, ` ${file.type}${file.bytes ? `, ${sizeText(file.bytes)}` : ''}`);
  });
  const albums = facts.albums.map((album) => element('div', {}, element('a', { href: `#/album/${album.id}`, textContent: album.title })));
  const reasons = facts.reasons.map(({ value, rule, detail }) => [value, `because ${detail} (${rule})`]);
  const parts = [
    element('h2', { textContent: facts.title || item.name }),
    rows([
      ['taken', dateText(item.date)], ['caption', facts.caption], ['keywords', facts.keywords.join(', ')],
      ['stars', facts.stars ? '★'.repeat(facts.stars) : ''], ['pixels', item.width ? `${item.width} × ${item.height}` : ''],
      ['kinds', kinds(item).join(', ')], ['camera', facts.camera.join(', ')], ['place', place],
      ['cannot be read', facts.unreadable], ['came', facts.added && dateText(facts.added)],
    ]),
    element('h2', { textContent: 'Files' }), ...files,
  ];
  if (albums.length) parts.push(element('h2', { textContent: 'Albums' }), ...albums);
  if (reasons.length) parts.push(element('h2', { textContent: 'Why' }), rows(reasons));
  return parts;
}
