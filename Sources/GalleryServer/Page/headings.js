// The names of the months above their photos.

import { element } from './element.js';
import { monthName } from './words.js';

export class Headings {
  constructor(canvas) { Object.assign(this, { canvas, shown: new Map() }); }

  clear() {
    for (const heading of this.shown.values()) heading.remove();
    this.shown.clear();
  }

  // sections: those that are seen; placed: where on the canvas a height of the list is.
  draw(sections, placed) {
    const wanted = new Set(sections.map(({ month }) => month));
    for (const { month, top } of sections) this.heading(month).style.transform = `translateY(${placed(top)}px)`;
    for (const [month, heading] of this.shown) {
      if (wanted.has(month)) continue;
      heading.remove();
      this.shown.delete(month);
    }
  }

  heading(month) {
    const known = this.shown.get(month);
    if (known) return known;
    const heading = element('h2', { className: 'month', textContent: monthName(month), role: 'presentation' });
    this.shown.set(month, heading);
    this.canvas.append(heading);
    return heading;
  }
}
