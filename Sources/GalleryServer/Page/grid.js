// The grid: only what is seen is in the document, however long the list is.

import { element } from './element.js';
import { Layout } from './layout.js';
import { Pictures } from './pictures.js';
import { Selection } from './selection.js';
import { again, fill, made } from './tile.js';
import { monthName } from './words.js';

// Browsers take no more than about 33 million pixels.
const TALLEST = 6e6;

export class Grid {
  // open: called with a position; selected: called with the items that are selected.
  constructor(elements, open, selected) {
    Object.assign(this, elements, { open, tiles: new Map(), headings: new Map(), top: 0, focus: 0, list: null });
    this.selection = new Selection(selected, () => { for (const tile of this.tiles.values()) this.mark(tile); });
    this.pictures = new Pictures((tile) => Math.abs(tile.y - this.top - this.photos.clientHeight / 2));
    this.listeners = {
      reload: () => this.show(false),
      items: () => this.draw(),
      change: (event) => { this.change(); this.selection.forget(event.detail.gone); },
      line: (event) => this.lineChanged(event.detail.isThere),
    };
    this.photos.addEventListener('scroll', () => this.scrolled(), { passive: true });
    this.photos.addEventListener('keydown', (event) => this.key(event));
    this.canvas.addEventListener('click', (event) => this.click(event));
    this.canvas.addEventListener('pointerdown', (event) => {
      const item = event.target.closest('.tile')?.item;
      if (item) this.selection.press(event, item);
    });
    this.scrubber.addEventListener('input', () => this.scrub());
    new ResizeObserver(() => this.show(true)).observe(this.photos);
  }

  setList(list) {
    for (const [type, listener] of Object.entries(this.listeners)) {
      this.list?.removeEventListener(type, listener);
      list.addEventListener(type, listener);
    }
    this.list = list;
    [this.top, this.focus] = [0, 0];
    this.selection.clear();
    this.clear();
  }

  clear() {
    for (const tile of this.tiles.values()) this.leave(tile);
    for (const heading of this.headings.values()) heading.remove();
    this.tiles.clear();
    this.headings.clear();
  }

  // What stays where it is: the first photo that is seen, and how far from the top.
  anchor() {
    const seen = [...this.tiles.values()].filter((tile) => !tile.gone && tile.y + this.layout.side > this.top)
      .sort((a, b) => a.y - b.y || a.x - b.x)[0];
    return seen && this.top > 0 ? { id: seen.dataset.id, offset: seen.y - this.top } : null;
  }

  show(keepsPlace) {
    if (!this.list || !this.photos.clientWidth) return;
    const share = this.layout?.height ? this.top / this.layout.height : 0;
    this.measure();
    for (const tile of this.tiles.values()) tile.classList.add('still');
    if (keepsPlace) this.go(share * this.layout.height); else this.go(this.top);
  }

  measure() {
    const width = this.photos.clientWidth - (this.list.months ? 40 : 0);
    this.layout = new Layout(this.list.months, this.list.count, width);
    this.canvas.style.height = `${Math.min(this.layout.height, TALLEST)}px`;
    const last = Math.max(0, this.list.count - 1);
    this.scrubber.max = last;
    this.scrubber.hidden = !this.list.months || this.layout.height <= this.photos.clientHeight;
  }

  // Pictures that did not come while the server was away are asked for again.
  lineChanged(isThere) {
    if (isThere && this.wasAway) for (const tile of this.tiles.values()) if (tile.item) again(tile, this.side, this.pictures);
    this.wasAway = !isThere;
  }

  change() {
    const anchor = this.layout && this.anchor();
    const focused = [...this.tiles.values()].find((tile) => !tile.gone && tile.index === this.focus)?.item?.id;
    this.measure();
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
    this.go(this.top + distance, true);
    void this.canvas.offsetHeight;
    for (const tile of this.tiles.values()) tile.classList.remove('still');
  }

  get scale() {
    const rest = this.photos.clientHeight;
    return Math.max(1, (this.layout.height - rest) / Math.max(1, Math.min(this.layout.height, TALLEST) - rest));
  }

  // Shows a height of the whole list at the top.
  go(top, isQuiet = false) {
    this.top = Math.max(0, Math.min(top, this.layout.height - this.photos.clientHeight));
    this.last = this.top / this.scale;
    this.photos.scrollTop = this.last;
    this.last = this.photos.scrollTop;
    if (!isQuiet) this.draw();
  }

  scrolled() {
    if (!this.layout) return;
    const distance = this.photos.scrollTop - this.last;
    if (Math.abs(distance) < 0.5) return;
    this.last = this.photos.scrollTop;
    // A wheel or finger moves by what it says; who drags the bar means a share of the whole.
    const isFar = Math.abs(distance) > this.photos.clientHeight || this.scale === 1;
    this.top = isFar ? this.last * this.scale : this.top + distance;
    if (this.last <= 0) this.top = 0;
    this.top = Math.max(0, Math.min(this.top, this.layout.height - this.photos.clientHeight));
    this.frame ??= requestAnimationFrame(() => { this.frame = null; this.draw(); this.prepare(Math.sign(distance)); });
    this.showMonth();
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

  scrub() {
    const place = this.layout.place(Number(this.scrubber.value));
    this.go(place.y - this.layout.section('top', place.y).heading);
    this.showMonth();
  }

  showMonth() {
    const section = this.layout.section('top', this.top);
    if (!section?.month) return;
    const name = monthName(section.month);
    this.month.textContent = name;
    this.scrubber.setAttribute('aria-valuetext', name);
    this.month.classList.add('shown');
    clearTimeout(this.hiding);
    this.hiding = setTimeout(() => this.month.classList.remove('shown'), 1200);
  }

  draw(isChange = false) {
    if (!this.layout) return;
    const height = this.photos.clientHeight;
    const [top, bottom] = [this.top - height / 2, this.top + height * 1.5];
    const [first, end] = this.layout.range(top, bottom);
    this.list.need(Math.max(0, first - this.layout.columns * 4), end + this.layout.columns * 4);
    const wanted = new Set();
    for (let index = first; index < end; index += 1) {
      const item = this.list.items[index];
      const key = item?.id ?? `at ${index}`;
      wanted.add(key);
      this.tile(key, item, index, isChange);
    }
    for (const [key, tile] of this.tiles) if (!wanted.has(key)) this.drop(key, tile, isChange);
    this.drawHeadings(top, bottom);
    const [seen] = this.layout.range(this.top, this.top + height);
    if (document.activeElement !== this.scrubber) this.scrubber.value = seen;
    this.empty();
  }

  empty() {
    this.canvas.querySelector('.empty')?.remove();
    // A list of choices has some.
    this.photos.setAttribute('role', this.list.count ? 'listbox' : 'group');
    if (this.list.count) this.photos.setAttribute('aria-multiselectable', 'true'); else this.photos.removeAttribute('aria-multiselectable');
    if (this.list.count || !this.list.version) return;
    this.canvas.style.height = '100%';
    this.canvas.append(element('p', { className: 'empty', textContent: 'There are no photos here.' }));
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
    const shown = tile.y - this.top + this.last;
    tile.style.transform = `translate(${tile.x}px, ${shown}px)`;
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

  drawHeadings(top, bottom) {
    const wanted = new Set();
    for (const section of this.layout.headings(top, bottom)) {
      wanted.add(section.month);
      let heading = this.headings.get(section.month);
      if (!heading) {
        heading = element('h2', { className: 'month', textContent: monthName(section.month), role: 'presentation' });
        this.headings.set(section.month, heading);
        this.canvas.append(heading);
      }
      heading.style.transform = `translateY(${section.top - this.top + this.last}px)`;
    }
    for (const [month, heading] of this.headings) {
      if (wanted.has(month)) continue;
      heading.remove();
      this.headings.delete(month);
    }
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
    const columns = this.layout?.columns ?? 1;
    const page = columns * Math.max(1, Math.floor(this.photos.clientHeight / (this.layout?.row ?? 1)));
    const focused = this.list?.items[this.focus];
    if (event.key === 'Escape' && this.selection.isUnderWay) { this.selection.clear(); return; }
    if (event.key === ' ' && this.selection.isAllowed && focused) { event.preventDefault(); this.selection.toggle([focused]); return; }
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns, PageUp: -page, PageDown: page,
      Home: -Infinity, End: Infinity };
    const step = steps[event.key];
    if (step === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    this.reveal(Math.max(0, Math.min(this.list.count - 1, this.focus + step)), true);
  }

  // Scrolls to a photo, and focuses it.
  reveal(index, isFocused) {
    if (!this.list.count) return;
    this.focus = index;
    const { y } = this.layout.place(index);
    const height = this.photos.clientHeight;
    if (y < this.top) this.go(y - 40); else if (y + this.layout.row > this.top + height) this.go(y + this.layout.row - height + 8);
    this.draw();
    const tile = [...this.tiles.values()].find((tile) => tile.index === index);
    if (isFocused) tile?.focus({ preventScroll: true });
  }
}
