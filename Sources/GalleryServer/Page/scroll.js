// Which part of a list is seen.

import { Layout } from './layout.js';
import { monthName } from './words.js';

// Browsers take no more than about 33 million pixels; a longer list is scrolled by its share.
const TALLEST = 6e6;

export class Scroll {
  // moved: called when another part is seen, with the direction; 0 for a leap.
  constructor({ photos, canvas, scrubber, month }, moved) {
    Object.assign(this, { photos, canvas, scrubber, month, moved, layout: null, top: 0, last: 0 });
    photos.addEventListener('scroll', () => this.scrolled(), { passive: true });
    scrubber.addEventListener('input', () => this.scrub());
  }

  get height() { return this.photos.clientHeight; }

  // How much of the list is above what is seen, from 0 to 1.
  get share() { return this.layout?.height ? this.top / this.layout.height : 0; }

  get scale() {
    return Math.max(1, (this.layout.height - this.height) / Math.max(1, Math.min(this.layout.height, TALLEST) - this.height));
  }

  measure({ months, count }) {
    this.layout = new Layout(months, count, this.photos.clientWidth - (months ? 40 : 0));
    this.canvas.style.height = `${Math.min(this.layout.height, TALLEST)}px`;
    this.scrubber.max = Math.max(0, count - 1);
    this.scrubber.hidden = !months || this.layout.height <= this.height;
  }

  // Shows a height of the whole list at the top.
  go(top) {
    this.top = this.bounded(top);
    this.photos.scrollTop = this.top / this.scale;
    this.last = this.photos.scrollTop;
  }

  bounded(top) { return Math.max(0, Math.min(top, this.layout.height - this.height)); }

  // Where on the canvas a height of the list is now.
  placed(y) { return y - this.top + this.last; }

  scrolled() {
    if (!this.layout) return;
    const distance = this.photos.scrollTop - this.last;
    if (Math.abs(distance) < 0.5) return;
    this.last = this.photos.scrollTop;
    // A wheel or finger moves by what it says; who drags the bar means a share of the whole.
    const isFar = Math.abs(distance) > this.height || this.scale === 1;
    this.top = this.bounded(isFar ? this.last * this.scale : this.top + distance);
    if (this.last <= 0) this.top = 0;
    this.frame ??= requestAnimationFrame(() => { this.frame = null; this.moved(Math.sign(distance)); });
    this.showMonth();
  }

  scrub() {
    const { y } = this.layout.place(Number(this.scrubber.value));
    this.go(y - this.layout.section('top', y).heading);
    this.moved(0);
    this.showMonth();
  }

  // Tells the scrubber which photo is seen first, unless it is what moves.
  mark(index) { if (document.activeElement !== this.scrubber) this.scrubber.value = index; }

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
}
