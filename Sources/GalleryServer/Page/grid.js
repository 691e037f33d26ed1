// The grid: only what is seen is in the document, however long the list is.

import { element } from './element.js';
import { Headings } from './headings.js';
import { target } from './keys.js';
import { Pictures } from './pictures.js';
import { Scroll } from './scroll.js';
import { Selection } from './selection.js';
import { again, fill, made } from './tile.js';

export class Grid {
  // open: called with a position; selected: called with the items that are selected.
  constructor(elements, open, selected) {
    Object.assign(this, elements, { open, tiles: new Map(), headings: new Headings(elements.canvas), focus: 0, list: null });
    this.scroll = new Scroll(elements, (direction) => { this.draw(); this.prepare(direction); });
    this.selection = new Selection(selected, () => { for (const tile of this.tiles.values()) this.mark(tile); });
    this.pictures = new Pictures((tile) => Math.abs(tile.y - this.top - this.photos.clientHeight / 2));
    this.listeners = {
      reload: () => this.show(false),
      items: () => this.draw(),
      change: (event) => { this.change(); this.selection.forget(event.detail.gone); },
      line: (event) => this.lineChanged(event.detail.isThere),
    };
    this.photos.addEventListener('keydown', (event) => this.key(event));
    this.canvas.addEventListener('click', (event) => this.click(event));
    this.canvas.addEventListener('pointerdown', (event) => {
      const item = event.target.closest('.tile')?.item;
      if (item) this.selection.press(event, item);
    });
    new ResizeObserver(() => this.show(true)).observe(this.photos);
  }

  get layout() { return this.scroll.layout; }

  get top() { return this.scroll.top; }

  setList(list) {
    for (const [type, listener] of Object.entries(this.listeners)) {
      this.list?.removeEventListener(type, listener);
      list.addEventListener(type, listener);
    }
    this.list = list;
    [this.scroll.top, this.focus] = [0, 0];
    this.selection.clear();
    this.clear();
  }

  clear() {
    for (const tile of this.tiles.values()) this.leave(tile);
    this.tiles.clear();
    this.headings.clear();
    this.canvas.querySelector('.empty')?.remove();
  }

  // What stays where it is: the first photo that is seen, and how far from the top.
  anchor() {
    const seen = [...this.tiles.values()].filter((tile) => !tile.gone && tile.y + this.layout.side > this.top)
      .sort((a, b) => a.y - b.y || a.x - b.x)[0];
    return seen && this.top > 0 ? { id: seen.dataset.id, offset: seen.y - this.top } : null;
  }

  show(keepsPlace) {
    if (!this.list || !this.photos.clientWidth) return;
    const { share } = this.scroll;
    this.scroll.measure(this.list);
    for (const tile of this.tiles.values()) tile.classList.add('still');
    if (keepsPlace) this.go(share * this.layout.height); else this.go(this.top);
  }

  // Pictures that did not come while the server was away are asked for again.
  lineChanged(isThere) {
    if (isThere && this.wasAway) for (const tile of this.tiles.values()) if (tile.item) again(tile, this.side, this.pictures);
    this.wasAway = !isThere;
  }

  change() {
    const anchor = this.layout && this.anchor();
    const focused = [...this.tiles.values()].find((tile) => !tile.gone && tile.index === this.focus)?.item?.id;
    this.scroll.measure(this.list);
    const focus = focused ? this.list.items.findIndex((item) => item?.id === focused) : -1;
    this.focus = focus >= 0 ? focus : Math.max(0, Math.min(this.focus, this.list.count - 1));
    if (anchor) {
      const index = this.list.items.findIndex((item) => item?.id === anchor.id);
      if (index >= 0) {
        const shift = this.layout.place(index).y - anchor.offset - this.top;
        if (shift) this.shift(shift);
      }
    }
    this.draw(true);
  }

  // Scrolls along with what moved above, so that nothing that is seen does.
  shift(distance) {
    for (const tile of this.tiles.values()) {
      tile.classList.add('still');
      tile.y += distance;
      this.put(tile);
    }
    this.scroll.go(this.top + distance);
    void this.canvas.offsetHeight;
    for (const tile of this.tiles.values()) tile.classList.remove('still');
  }

  // Shows a height of the whole list at the top.
  go(top) {
    this.scroll.go(top);
    this.draw();
  }

  // Has the server make the thumbnails that come next, one screen ahead of what is in the document.
  prepare(direction) {
    const now = performance.now();
    if (!direction || now < (this.prepared ?? 0) + 250) return;
    this.prepared = now;
    const height = this.photos.clientHeight;
    const top = direction > 0 ? this.top + height * 1.5 : this.top - height * 1.5;
    const [from, end] = this.layout.range(top, top + height);
    if (end > from) fetch(this.list.address('/api/ahead', { from, count: Math.min(300, end - from), side: this.side })).catch(() => {});
  }

  get side() { return this.layout.side * devicePixelRatio > 256 ? 512 : 256; }

  mark(tile) {
    tile.setAttribute('aria-selected', String(this.selection.has(tile.dataset.id)));
  }

  draw(isChange = false) {
    if (!this.layout) return;
    const height = this.photos.clientHeight;
    const [top, bottom] = [this.top - height / 2, this.top + height * 1.5];
    const [first, end] = this.layout.range(top, bottom);
    this.list.need(Math.max(0, first - this.layout.columns * 4), end + this.layout.columns * 4);
    const [wanted, focused] = [new Set(), document.activeElement];
    for (let index = first; index < end; index += 1) {
      const item = this.list.items[index];
      const key = item?.id ?? `at ${index}`;
      wanted.add(key);
      this.tile(key, item, index, isChange);
    }
    for (const [key, tile] of this.tiles) if (!wanted.has(key)) this.drop(key, tile, isChange);
    // What was focused may have been the place of one that has come since.
    if (focused?.gone) this.tileAt(this.focus)?.focus({ preventScroll: true });
    this.headings.draw(this.layout.headings(top, bottom), (y) => this.scroll.placed(y));
    this.scroll.mark(this.layout.range(this.top, this.top + height)[0]);
    this.empty();
  }

  empty() {
    this.canvas.querySelector('.empty')?.remove();
    // A list of choices has some.
    this.photos.setAttribute('role', this.list.count ? 'listbox' : 'group');
    if (this.list.count) this.photos.setAttribute('aria-multiselectable', 'true'); else this.photos.removeAttribute('aria-multiselectable');
    if (this.list.count || !this.list.version) return;
    this.canvas.style.height = '100%';
    this.canvas.append(element('p', { className: 'empty', textContent: this.list.query.search ? 'Nothing is found.' : 'There are no photos here.' }));
  }

  tile(key, item, index, isChange) {
    let tile = this.tiles.get(key);
    const { x, y } = this.layout.place(index);
    const isNew = !tile;
    if (isNew) {
      tile = made(isChange);
      this.tiles.set(key, tile);
      this.canvas.append(tile);
    }
    Object.assign(tile, { x, y, index });
    tile.tabIndex = index === this.focus ? 0 : -1;
    tile.style.width = tile.style.height = `${this.layout.side}px`;
    this.mark(tile);
    tile.setAttribute('aria-setsize', this.list.count);
    tile.setAttribute('aria-posinset', index + 1);
    if (item) fill(tile, item, this.side, this.pictures);
    this.put(tile);
    if (isNew) requestAnimationFrame(() => tile.classList.remove('new', 'still'));
  }

  put(tile) {
    tile.style.transform = `translate(${tile.x}px, ${this.scroll.placed(tile.y)}px)`;
  }

  drop(key, tile, isChange) {
    this.tiles.delete(key);
    tile.gone = true;
    if (!isChange || !tile.item) return this.leave(tile);
    tile.classList.add('new');
    setTimeout(() => this.leave(tile), 320);
  }

  leave(tile) {
    this.pictures.forget(tile);
    tile.remove();
  }

  click(event) {
    const tile = event.target.closest('.tile');
    if (!tile?.item) return;
    const [from, end] = [Math.min(this.focus, tile.index), Math.max(this.focus, tile.index) + 1];
    const isSelecting = this.selection.click(event, tile.item, () => this.list.all(from, end));
    this.focus = tile.index;
    if (!isSelecting) this.open(tile.index);
  }

  key(event) {
    const focused = this.list?.items[this.focus];
    if (event.key === 'Escape' && this.selection.isUnderWay) { this.selection.clear(); return; }
    if (event.key === ' ' && this.selection.isAllowed && focused) { event.preventDefault(); this.selection.toggle([focused]); return; }
    const { columns = 1, row = 1 } = this.layout ?? {};
    const rows = Math.floor(this.photos.clientHeight / row);
    const index = target(event, { focus: this.focus, columns, rows, count: this.list?.count ?? 0 });
    if (index === null) return;
    event.preventDefault();
    this.reveal(index, true);
  }

  // Scrolls to a photo, and focuses it.
  reveal(index, isFocused) {
    if (!this.list.count) return;
    this.focus = index;
    const { y } = this.layout.place(index);
    const height = this.photos.clientHeight;
    if (y < this.top) this.go(y - 40); else if (y + this.layout.row > this.top + height) this.go(y + this.layout.row - height + 8);
    this.draw();
    if (isFocused) this.tileAt(index)?.focus({ preventScroll: true });
  }

  tileAt(index) { return [...this.tiles.values()].find((tile) => tile.index === index); }
}
